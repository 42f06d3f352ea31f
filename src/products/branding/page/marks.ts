/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { bodyOf } from './look.ts'
import type { Marks } from './snapshot.ts'

/** Runs in the page: the names by which a framework may be known. */
export const collectMarks = (all: readonly Element[]): Marks => {
  const classes = new Map<string, number>()
  const attributes = new Map<string, number>()
  const tags = new Map<string, number>()
  const bump = (map: Map<string, number>, name: string) => {
    if (name.length <= 60 && (map.has(name) || map.size < 3_000))
      map.set(name, (map.get(name) ?? 0) + 1)
  }
  for (const element of all) {
    for (const name of element.classList) bump(classes, name)
    for (const name of element.getAttributeNames())
      if (!/^(class|id|style|href|src|alt|d|fill|type|role)$/.test(name)) bump(attributes, name)
    if (element.tagName.includes('-')) bump(tags, element.tagName.toLowerCase())
  }
  const most = (map: Map<string, number>, limit: number) =>
    [...map].sort((a, b) => b[1] - a[1]).slice(0, limit)
  const files = [
    ...[...document.querySelectorAll('link[rel~="stylesheet"]')].map(link =>
      link.getAttribute('href'),
    ),
    ...[...document.scripts].map(script => script.getAttribute('src')),
  ]
  const roots = [document.documentElement, bodyOf()]
  return {
    classes: most(classes, 1_000),
    attributes: most(attributes, 200),
    tags: most(tags, 100),
    files: files
      .flatMap(file => (file && !file.startsWith('data:') ? [file.slice(0, 200)] : []))
      .slice(0, 80),
    generator:
      document.querySelector('meta[name="generator" i]')?.getAttribute('content')?.slice(0, 200) ??
      '',
    rootAttributes: roots.flatMap(root =>
      [...root.attributes]
        .slice(0, 20)
        .map((attribute): [string, string] => [attribute.name, attribute.value.slice(0, 200)]),
    ),
  }
}

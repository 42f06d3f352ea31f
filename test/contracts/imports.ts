import { dirname, join } from 'node:path'

export type Source = { file: string; text: string }
export type Import = { from: string; to: string; names: string[]; isType: boolean }

/** `src/page/html/x.ts` is in `page/html`, `src/kit/x.ts` in `kit`; `src/main.ts` is a room of its own. */
export const roomOf = (file: string): string => {
  const [, storey = '', room] = file.split('/')
  return room && storeysOfRooms.has(storey) ? `${storey}/${room}` : storey.replace(/\.ts$/, '')
}

const storeysOfRooms = new Set(['doors', 'products', 'base', 'page'])

/** Imports, re-exports, dynamic imports, and files handed to a thread as `new URL('./x.ts', …)`. */
export const importsOf = ({ file, text }: Source): Import[] =>
  [...text.matchAll(anyImport)].flatMap(match => {
    const { type, names = '', path, lazy } = match.groups ?? {}
    const target = path ?? lazy
    if (!target) return []
    const listed = names.replace(/[{}]/g, '').split(',').map(nameOf).filter(Boolean)
    const isType = Boolean(type) || (listed.length > 0 && !/(^|[{,])\s*(?!type\s)\w/.test(names))
    // A file that is loaded later gives all that it exports.
    const given = lazy ? ['*'] : listed
    return [{ from: file, to: join(dirname(file), target), names: given, isType }]
  })

const anyImport =
  /^(?:import|export)\s+(?<type>type\s+)?(?:(?<names>[\w*\s,{}]*?)\sfrom\s*)?'(?<path>\.[^']+\.tsx?)'|(?:import\(|new URL\()\s*'(?<lazy>\.[^']+\.ts)'/gm

const nameOf = (part: string): string =>
  part
    .trim()
    .replace(/^type\s+/, '')
    .replace(/\s+as\s+\w+$/, '')

/** The values that a file exports, by name; a test may name any type. */
export const exportsOf = ({ file, text }: Source): { file: string; name: string }[] =>
  [...text.matchAll(/(?:^|\n)export\s+(?:async\s+)?(?:const|function\*?|class)\s+(\w+)/g)].map(
    match => ({ file, name: match[1] ?? '' }),
  )

/** Groups that can reach each other (Tarjan). */
export const circles = (edges: { from: string; to: string }[]): string[][] => {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to))
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node) ?? 0)
    stack.push(node)
    for (const other of next.get(node) ?? []) {
      if (!index.has(other)) visit(other)
      if (stack.includes(other)) low.set(node, Math.min(low.get(node) ?? 0, low.get(other) ?? 0))
    }
    if (low.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) found.push(group.sort())
  }
  for (const node of next.keys()) if (!index.has(node)) visit(node)
  return found
}

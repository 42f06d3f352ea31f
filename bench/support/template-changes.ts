import { build } from '../../src/page/html/builder.ts'
import type { HtmlDocument, HtmlElement, HtmlNode } from '../../src/page/html/html.ts'
import { descendants } from '../../src/page/html/html.ts'

/**
 * What a site does to its template, the same on all of its pages: what happens to an element follows
 * from its tags and classes, never from what it says.
 */
export const templateChanges = ['wrap', 'promo', 'rename', 'reorder', 'reword'] as const
export type TemplateChange = (typeof templateChanges)[number]

export const changeTemplate = (
  { root }: HtmlDocument,
  changes: readonly TemplateChange[],
  labels: ReadonlySet<string>,
): void => {
  const elements = [...descendants(root)].filter(({ name }) => !kept.has(name))
  const lots = new Map(elements.map(element => [element, lotOf(element)]))
  for (const change of changes)
    for (const element of elements) act[change](element, lots.get(element) ?? 0, labels)
}

const kept = new Set(['html', 'head', 'body', 'script', 'style', 'title', 'meta', 'link'])
const boxes = new Set(['div', 'span', 'td', 'section', 'li', 'p'])

type Act = (element: HtmlElement, lot: number, labels: ReadonlySet<string>) => void

const act: Record<TemplateChange, Act> = {
  /** A box more around the content of one in eight, and one in six boxes less. */
  wrap(element, lot) {
    if (!boxes.has(element.name)) return
    if (lot % 8 === 0) adopt(element, [build('div', {}, element.children)])
    else if (lot % 6 === 1 && element.parent && ['div', 'span'].includes(element.name)) {
      const { parent } = element
      const at = parent.children.indexOf(element)
      if (at >= 0) adopt(parent, parent.children.toSpliced(at, 1, ...element.children))
    }
  },
  promo(element, lot) {
    if (['div', 'td'].includes(element.name) && lot % 10 === 2)
      adopt(element, [
        build('div', { class: 'promo' }, ['Special offer: everything must go today']),
        ...element.children,
      ])
  },
  rename(element) {
    const { attributes } = element
    for (const name of ['class', 'id'])
      if (attributes[name])
        attributes[name] = attributes[name].replace(/\S+/g, one => `n${hashOf(one).toString(36)}`)
  },
  reorder(element, lot) {
    const rows = element.children.filter(child => child.type === 'element')
    const [first] = rows
    const areAlike =
      rows.length > 1 &&
      first &&
      boxesOrRows.has(first.name) &&
      rows.every(one => one.name === first.name)
    if (areAlike && lot % 4 === 3) adopt(element, element.children.toReversed())
  },
  /** Two of three of the words that stand on every page are others. */
  reword(element, _lot, labels) {
    for (const child of element.children)
      if (
        child.type === 'text' &&
        labels.has(child.text.trim()) &&
        hashOf(child.text.trim()) % 3 > 0
      )
        child.text = child.text.replace(/\p{L}+/gu, word => [...word].reverse().join(''))
  },
}
const boxesOrRows = new Set(['div', 'tr', 'li'])

const adopt = (element: HtmlElement, children: HtmlNode[]): void => {
  element.children = children
  for (const child of children) child.parent = element
  const stack = [element]
  for (let one = stack.pop(); one; one = stack.pop())
    for (const child of one.children)
      if (child.type === 'element') {
        child.depth = one.depth + 1
        stack.push(child)
      }
}

const lotOf = (element: HtmlElement): number => {
  let way = ''
  for (let at: HtmlElement | undefined = element; at; at = at.parent)
    way += `>${at.name}.${at.attributes.class ?? ''}`
  return hashOf(way)
}

const hashOf = (text: string): number => {
  let hash = 7
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0
  return (hash ^ (hash >>> 13)) >>> 0
}

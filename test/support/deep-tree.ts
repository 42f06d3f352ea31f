import type { HtmlElement } from '../../src/page/html/html.ts'

/** Elements nested far deeper than any parser lets through, a word on each level. */
export const deepTree = (names: readonly string[], levels: number): HtmlElement => {
  const root = element('body', undefined)
  let at = root
  for (let level = 0; level < levels; level++) {
    const child = element(names[level % names.length] ?? 'div', at)
    child.children.push({ type: 'text', text: `word${level} `, parent: child })
    at.children.push(child)
    at = child
  }
  return root
}

const element = (name: string, parent: HtmlElement | undefined): HtmlElement => ({
  type: 'element',
  name,
  namespace: undefined,
  attributes: name === 'a' ? { href: '/x', class: 'katex' } : {},
  children: [],
  parent,
  depth: (parent?.depth ?? 0) + 1,
})

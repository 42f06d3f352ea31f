import { descendants, type HtmlElement, textContent } from './html.ts'
import { behind, findNextElements, type NextElement } from './siblings.ts'

/** What opens a part of the page right below it, as the titles of folded answers do. */
export const findOpeners = (root: HtmlElement): [opener: HtmlElement, panel: HtmlElement][] => {
  const openers: [HtmlElement, string][] = []
  for (const element of descendants(root)) {
    const { attributes } = element
    const opened = openedBy(attributes)
    if (opened !== undefined && openers.length < maxOpeners) openers.push([element, opened])
  }
  if (openers.length === 0) return []
  const byId = new Map<string, HtmlElement>()
  for (const element of descendants(root)) {
    const { id } = element.attributes
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  const nextOf = findNextElements()
  return openers.flatMap(([opener, id]): [HtmlElement, HtmlElement][] => {
    const panel = byId.get(id.replace(/^#/, ''))
    return panel && isTitleOf(opener, panel, nextOf) ? [[opener, panel]] : []
  })
}
const maxOpeners = 1_000

/** Few elements have any of the three, and few have many attributes. */
const openedBy = (attributes: Record<string, string>): string | undefined => {
  for (const name in attributes)
    if (opening.has(name))
      return (
        attributes['aria-controls'] ?? attributes['data-bs-target'] ?? attributes['data-target']
      )
  return undefined
}
const opening = new Set(['aria-controls', 'data-bs-target', 'data-target'])

const isTitleOf = (opener: HtmlElement, panel: HtmlElement, nextOf: NextElement): boolean => {
  const text = textContent(opener).trim()
  return text !== '' && text.length <= maxTitleChars && isRightAbove(opener, panel, nextOf)
}
const maxTitleChars = 200

/** The panel is the next element behind the opener, or behind the heading that holds it. */
const isRightAbove = (opener: HtmlElement, panel: HtmlElement, nextOf: NextElement): boolean =>
  behind(opener, nextOf, 4) === panel

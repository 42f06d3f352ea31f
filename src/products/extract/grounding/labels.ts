import type { PageNode } from '../../../page/text/page-nodes.ts'
import type { Page } from '../source/page.ts'

/** What the page calls a line: its term, its row, or the words before a colon. */
export type Labelled = { label: string; value: string }

/** Undefined for lines that nothing but the text around them speaks of. */
export const labelOf = (
  page: Page,
  node: PageNode,
  row: string | undefined,
): Labelled | undefined => {
  if (node.text.length > maxChars) return undefined
  const own = splitLabel(node.text)
  if (own) return own
  const term = node.term === undefined ? row : page.nodes[node.term - 1]?.text
  if (term && term.length <= maxLabelChars) return { label: term, value: node.text }
  const before = page.nodes[node.id - 2]?.text ?? ''
  const isAnnounced = /[:：]$/.test(before) && before.length <= maxLabelChars
  return isAnnounced ? { label: before, value: node.text } : undefined
}

const maxChars = 120
const maxLabelChars = 40

/** "Price: $5", "Brand = Volta". */
export const splitLabel = (text: string): Labelled | undefined => {
  const end = text.slice(0, maxLabelChars + 1).search(/[:：=]/)
  const value = end > 0 ? text.slice(end + 1).trim() : ''
  if (!value || !labelPattern.test(text.slice(0, end))) return undefined
  // "Genre(s)"
  return { label: text.slice(0, end).replace(/\(\p{L}{1,2}\)/u, ''), value }
}

const labelPattern = /^\p{L}[\p{L}\p{N} .()/&'-]{0,39}$/u

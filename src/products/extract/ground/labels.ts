import type { PageNode } from '../../../page/text/nodes.ts'
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
  const [, label, value] = /^(\p{L}[\p{L}\p{N} .()/&'-]{0,39})[:：=]\s?(.+)$/u.exec(node.text) ?? []
  // "Genre(s)"
  if (label && value) return { label: label.replace(/\(\p{L}{1,2}\)/u, ''), value }
  const term = node.term === undefined ? row : page.nodes[node.term - 1]?.text
  if (term && term.length <= maxLabelChars) return { label: term, value: node.text }
  const before = page.nodes[node.id - 2]?.text ?? ''
  const isAnnounced = /[:：]$/.test(before) && before.length <= maxLabelChars
  return isAnnounced ? { label: before, value: node.text } : undefined
}

const maxChars = 120
const maxLabelChars = 40

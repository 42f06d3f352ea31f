import type { HtmlElement } from '../../../../page/html/html.ts'
import type { PageNode } from '../../../../page/text/page-nodes.ts'
import type { Page } from '../../source/page.ts'
import { splitLabel } from './labels.ts'
import { maxChars } from './lengths.ts'

export type Pair = { label: string; text: string; node: number; box: HtmlElement | undefined }

/** Every name with its value: rows of two cells, terms, "Weight: 2 kg". */
export const pairsOf = (page: Page): Pair[] => {
  const pairs: Pair[] = []
  const { nodes } = page
  const add = (label: string, text: string, node: PageNode, box: HtmlElement | undefined) => {
    const name = label.trim().replace(colonEnd, '').trim()
    if (name && name.length <= maxChars.name && text.trim())
      pairs.push({ label: name, text, node: node.id, box })
  }
  nodes.forEach((node, at) => {
    const before = nodes[at - 1]
    const row = node.cell?.parent
    if (node.term) add(nodes[node.term - 1]?.text ?? '', node.text, node, node.element.parent)
    else if (row) {
      const isSecond = before?.cell?.parent === row && before.cell !== node.cell
      if (isSecond && cellsOf(row).length === 2 && cellsOf(row)[1] === node.cell)
        add(before.text, node.text, node, tableOf(row))
    } else if (splitLabel(node.text).label) {
      const { label, value } = splitLabel(node.text)
      add(label, value, node, (node.item ?? node.element).parent)
    }
  })
  return pairs
}

const colonEnd = /[:：]$/
const cellsOf = (row: HtmlElement) => row.children.filter(child => child.type === 'element')

const tableOf = (row: HtmlElement): HtmlElement | undefined =>
  row.parent?.name === 'table' ? row.parent : row.parent?.parent

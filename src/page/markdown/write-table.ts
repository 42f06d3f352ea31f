import type { Alignment, Cell, TableBlock } from './blocks.ts'
import { writeCell } from './write-text.ts'

/** A GFM table, without padding: models and renderers do not need it. */
export const writeTable = (table: TableBlock, hasMath: boolean): string[] => {
  const width = table.alignments.length
  const write = (cells: Cell[]): string[] =>
    Array.from({ length: width }, (_, i) => {
      const cell = cells[i]
      return cell ? writeCell(cell, hasMath) : ''
    })
  const head = write(table.head)
  const rows = table.rows.map(write).filter(row => row.some(cell => cell !== ''))
  if (rows.length === 0 && head.every(cell => cell === '')) return []
  return [line(head), line(table.alignments.map(ruleOf)), ...rows.map(line)]
}

const line = (cells: string[]): string => `| ${cells.join(' | ')} |`

const ruleOf = (alignment: Alignment): string => {
  if (alignment === 'center') return ':-:'
  if (alignment === 'right') return '--:'
  return alignment === 'left' ? ':--' : '---'
}

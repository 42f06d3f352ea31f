import { isSilent } from '../css/silent-label.ts'
import { descendants, type HtmlElement, textContent } from '../html/html.ts'
import { codeOfTable } from '../html/listings.ts'
import { codeLanguage, readCode } from './code.ts'
import type { Draft } from './draft.ts'
import { iconLabel } from './icons.ts'
import { readTable } from './read-table.ts'
import { enterBlock, type Rule } from './reader.ts'

const enterTable: Rule = (reader, element) => {
  const { draft, survey } = reader
  if (draft.fixed || isFrameOfAlert(draft)) return enterBlock(reader)
  const code = codeOfTable(element)
  if (code) {
    const text = readCode(code)
    if (text.trim()) draft.code(text, codeLanguage(element))
    else draft.flush()
    return 'skip'
  }
  const content = survey.tableContents.get(element) ?? 'text'
  const table = readTable(element, content, reader)
  if (!table) return enterBlock(reader)
  draft.flush()
  return () => {
    draft.flush()
    draft.append(table)
  }
}

/** The picture of a note stands beside its text. */
const isFrameOfAlert = ({ container, isAtStart }: Draft): boolean =>
  container.kind === 'quote' && container.alert !== undefined && isAtStart

/**
 * A cell of a data table has its place in the grid. Elsewhere (in tables that arrange the page,
 * or that stand in a cell themselves) cells of one row follow each other on one line.
 */
const enterCell: Rule = ({ draft, cells }, element) => {
  const block = cells.get(element)
  if (block && !draft.fixed) {
    const leave = draft.start(block)
    const label = iconLabel(element)
    if (!label) return leave
    draft.text(label)
    leave()
    return 'skip'
  }
  draft.text(draft.fixed === 'cell' && hasCellBefore(element) ? ' | ' : ' ')
  if (saysNothing(element)) return 'skip'
  return () => draft.text(' ')
}

/** Empty boxes in it, such as an arrow to vote with, would break the line. */
const saysNothing = (cell: HtmlElement): boolean =>
  isSilent(cell) &&
  textContent(cell).trim() === '' &&
  descendants(cell).every(({ name }) => name !== 'hr')

const hasCellBefore = (cell: HtmlElement): boolean =>
  cell.parent?.children.find(child => child.type === 'element') !== cell

const enterCaption: Rule = reader => enterBlock(reader)

export const tableRules: [string, Rule][] = [
  ['table', enterTable],
  ['td', enterCell],
  ['th', enterCell],
  ['caption', enterCaption],
]

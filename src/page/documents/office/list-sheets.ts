import type { HtmlElement } from '../../html/html.ts'
import { namedIn, type Parts, relationsOf } from './parts.ts'

/** A sheet as its workbook lists it; `part` is the part of the package that holds it. */
export type ListedSheet = { name: string; part: string; isHidden: boolean }

/** None of a workbook that does not list them in XML (`xls`, `xlsb`). */
export const listSheets = async (parts: Parts): Promise<ListedSheet[]> => {
  const content = await parts.tree('content.xml')
  const [spreadsheet] = namedIn(content, 'office:spreadsheet')
  if (spreadsheet) return openDocumentSheets(spreadsheet, hidingStyles(content))
  const workbook = 'xl/workbook.xml'
  const sheets = namedIn(await parts.tree(workbook), 'sheet')
  const files = await relationsOf(parts, workbook)
  return sheets.map(({ attributes }) => ({
    name: attributes.name ?? '',
    part: files.get(attributes['r:id'] ?? '') ?? '',
    isHidden: /hidden$/i.test(attributes.state ?? ''),
  }))
}

const openDocumentSheets = (spreadsheet: HtmlElement, hiding: ReadonlySet<string>): ListedSheet[] =>
  spreadsheet.children.flatMap(node => {
    if (node.type !== 'element' || node.name !== 'table:table') return []
    const { 'table:name': name = '', 'table:style-name': style = '' } = node.attributes
    return [{ name, part: '', isHidden: hiding.has(style) }]
  })

/** OpenDocument hides a sheet by its style (ODF 1.3, 20.253 `table:display`). */
const hidingStyles = (content: HtmlElement | undefined): Set<string> => {
  const styles = namedIn(content, 'style:style').filter(
    ({ attributes, children }) =>
      attributes['style:family'] === 'table' &&
      children.some(
        child =>
          child.type === 'element' &&
          child.name === 'style:table-properties' &&
          child.attributes['table:display'] === 'false',
      ),
  )
  return new Set(styles.map(({ attributes }) => attributes['style:name'] ?? ''))
}

/** A sheet of a workbook; `first` is the upper left cell of what it holds, from 0. */
export type Sheet = { name: string; first: { row: number; column: number } | undefined }

/** The reader of the file gives the cells that are used, and leaves out where they stood. */
export const placeSheets = (parts: Parts, listed: readonly ListedSheet[]): Promise<Sheet[]> =>
  Promise.all(
    listed.map(async ({ name, part }) => {
      const xml = await parts.text(part)
      return { name, first: xml ? firstCell(xml) : undefined }
    }),
  )

/** Undefined where cells do not say where they stand. */
const firstCell = (xml: string): Sheet['first'] => {
  let row = Number.POSITIVE_INFINITY
  let column = Number.POSITIVE_INFINITY
  // A cell without content has a look at most.
  for (const [, attributes = ''] of xml.matchAll(
    /<(?:\w{1,20}:)?c(\s[^<>]{0,200}[^<>/])?>(?!<\/)/g,
  )) {
    const [, letters, digits] = /\sr="([A-Z]{1,3})(\d{1,7})"/.exec(attributes) ?? []
    if (!letters || !digits) return undefined
    row = Math.min(row, Number(digits) - 1)
    column = Math.min(column, columnOf(letters))
  }
  return Number.isFinite(row) ? { row, column } : undefined
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

export const cellName = (row: number, column: number): string => {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return `${letters}${row + 1}`
}

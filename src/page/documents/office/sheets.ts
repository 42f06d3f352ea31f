import { namedIn, type Parts, relationsOf } from './parts.ts'

/** A sheet of a workbook; `first` is the upper left cell of what it holds, from 0. */
export type Sheet = { name: string; first: { row: number; column: number } | undefined }

/** The reader of the file gives the cells that are used, and leaves out where they stood. */
export const readSheets = async (parts: Parts): Promise<Sheet[]> => {
  const workbook = 'xl/workbook.xml'
  const names = namedIn(await parts.tree(workbook), 'sheet')
  const files = await relationsOf(parts, workbook)
  const sheets: Sheet[] = []
  for (const { attributes } of names) {
    const xml = await parts.text(files.get(attributes['r:id'] ?? '') ?? '')
    sheets.push({ name: attributes.name ?? '', first: xml ? firstCell(xml) : undefined })
  }
  return sheets
}

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

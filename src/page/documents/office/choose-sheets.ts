import type { Block } from '@firecrawl/anydoc'
import { AppError } from '../../../kit/errors.ts'

/** Names, or numbers from 1; without any, all sheets that the workbook shows. */
export type WantedSheets = readonly (string | number)[] | undefined

/** The name of an only sheet is not always known. */
type Known = { name: string | undefined; isHidden: boolean }

/** The sheets of a workbook that are not read; a workbook that hides all of them hides none. */
export const leftOutOf = <Sheet extends Known>(
  sheets: readonly Sheet[],
  wanted: WantedSheets,
): Sheet[] => {
  if (wanted) return sheets.filter(({ name }, at) => !isWanted(wanted, name, at + 1))
  const hidden = sheets.filter(({ isHidden }) => isHidden)
  return hidden.length === sheets.length ? [] : hidden
}

/** Whoever names the only sheet of a workbook that does not tell its name means that one. */
const isWanted = (
  wanted: readonly (string | number)[],
  name: string | undefined,
  number: number,
): boolean => wanted.some(one => isMeant(one, name, number))

const isMeant = (one: string | number, name: string | undefined, number: number): boolean =>
  typeof one === 'number'
    ? one === number
    : name === undefined || one.toLowerCase() === name.toLowerCase()

/**
 * The blocks of a workbook without those of other sheets. Its reader gives each sheet that holds
 * anything under a heading with its name, or the only sheet without one.
 */
export const chooseSheets = (
  blocks: readonly Block[],
  listed: readonly Known[],
  wanted: WantedSheets,
): Block[] => {
  const found = sheetsIn(blocks, listed[0]?.name)
  const sheets = listed.length > 0 ? listed : found
  const leftOut = new Set(leftOutOf(sheets, wanted).map(({ name }) => name))
  if (wanted && leftOut.size === sheets.length)
    throw new AppError('page_empty', `The workbook has no such sheet; it has ${namesOf(sheets)}.`)
  return found.filter(({ name }) => !leftOut.has(name)).flatMap(sheet => sheet.blocks)
}

/** Which of the sheets that are asked for are not there, and what is. */
export const missingWarning = (
  blocks: readonly Block[],
  listed: readonly Known[],
  wanted: WantedSheets = [],
): string | undefined => {
  const sheets = listed.length > 0 ? listed : sheetsIn(blocks, undefined)
  const missing = wanted
    .filter(one => !sheets.some(({ name }, at) => isMeant(one, name, at + 1)))
    .slice(0, maxNamed)
    .map(one => JSON.stringify(one))
  if (missing.length === 0) return undefined
  return `Not in the workbook: ${missing.join(', ')}. It has ${namesOf(sheets)}.`
}

const namesOf = (sheets: readonly Known[]): string =>
  sheets
    .slice(0, maxNamed)
    .map(({ name }, at) => `"${name ?? at + 1}"`)
    .join(', ') || 'none with content'

/** In a sentence. */
const maxNamed = 20

const sheetsIn = (
  blocks: readonly Block[],
  firstName: string | undefined,
): (Known & { blocks: Block[] })[] => {
  const sheets: (Known & { blocks: Block[] })[] = []
  for (const block of blocks) {
    const isName = `${block.kind}` === 'heading'
    const name = isName ? (block.content ?? []).map(({ text = '' }) => text).join('') : firstName
    if (isName || sheets.length === 0) sheets.push({ name, isHidden: false, blocks: [block] })
    else sheets.at(-1)?.blocks.push(block)
  }
  return sheets
}

export const hiddenWarning = (hidden: readonly Known[]): string | undefined => {
  const names = hidden
    .slice(0, maxNamed)
    .map(({ name }) => JSON.stringify(name))
    .join(', ')
  if (hidden.length === 0) return undefined
  return `Hidden in the workbook and left out: ${names}. "documents": {"sheets": [${names}]} reads ${hidden.length === 1 ? 'it' : 'them'}.`
}

import { replaceEntries, unpackEntry, type ZipEntry } from './zip.ts'

/** Of a workbook: what a reader or a model still has a use for, and what a page thread can hold. */
export const sheetLimits = { rows: 10_000, cells: 50_000 }

/** 50,000 cells take about 3 MB; a sheet with long texts in them may take more. */
const maxSheetBytes = 32_000_000
/** A sheet that is smaller than this is within all limits. */
const smallSheetBytes = 200_000

/**
 * A sheet may have a million rows, and the model of each cell costs a hundred times its bytes. What
 * is beyond the limits is therefore taken out of the file before it is read.
 */
export const cutSheets = async (
  file: Buffer,
  entries: readonly ZipEntry[],
  /** Names of parts whose sheets nobody wants: they take nothing from the others. */
  leftOut: readonly string[] = [],
): Promise<{ file: Buffer; isCut: boolean }> => {
  const replaced = new Map<string, Buffer>()
  let cellsLeft = sheetLimits.cells
  let isCut = false
  for (const entry of entries.filter(({ name }) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))) {
    if (leftOut.includes(entry.name)) {
      replaced.set(entry.name, emptySheet)
      continue
    }
    if (entry.bytes < smallSheetBytes && cellsLeft === sheetLimits.cells) continue
    const xml = await unpackEntry(file, entry, maxSheetBytes)
    if (!xml) continue
    const { end, prefix, cells } = measureSheet(xml.toString('latin1'), cellsLeft)
    cellsLeft = Math.max(0, cellsLeft - cells)
    if (end === undefined) continue
    isCut = true
    const closing = `</${prefix}sheetData></${prefix}worksheet>`
    replaced.set(entry.name, Buffer.concat([xml.subarray(0, end), Buffer.from(closing)]))
  }
  return { file: replaced.size === 0 ? file : replaceEntries(file, entries, replaced), isCut }
}

const emptySheet = Buffer.from(
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>',
)

type Measured = {
  /** Where the last row that is kept ends, if any is left out. */
  end: number | undefined
  /** Namespace prefix of the element names. */
  prefix: string
  cells: number
}

/** Latin-1 has a character for each byte, so places in the text are places in the file. */
const measureSheet = (xml: string, maxCells: number): Measured => {
  const tag = /<(\/?)(\w{1,20}:)?(row|c|sheetData)[\s>/]/y
  let rows = 0
  let cells = 0
  let end = 0
  let prefix = ''
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) {
    tag.lastIndex = at
    const [, closes, space = '', name] = tag.exec(xml) ?? []
    if (name === 'c' && !closes) cells++
    if (name !== 'row' && name !== 'sheetData') continue
    at = xml.indexOf('>', at)
    if (at < 0) break
    const isEnd = closes || xml[at - 1] === '/'
    if (name === 'sheetData') {
      prefix = space
      if (!closes) end = at + 1
    } else if (isEnd) {
      rows++
      if (rows > sheetLimits.rows || cells > maxCells) return { end, prefix, cells }
      end = at + 1
    }
  }
  // The rest of a sheet that is larger than what was unpacked of it.
  return { end: xml.length >= maxSheetBytes ? end : undefined, prefix, cells }
}

import { type Block, formatFromBytes, toDocument } from '@firecrawl/anydoc'
import { AppError } from '../../../kit/errors.ts'
import type { FileProperties } from '../read-document.ts'
import {
  chooseSheets,
  hiddenWarning,
  leftOutOf,
  missingWarning,
  type WantedSheets,
} from './choose-sheets.ts'
import { cutSheets, sheetLimits } from './cut-sheets.ts'
import { type ListedSheet, listSheets, placeSheets } from './list-sheets.ts'
import { openParts } from './parts.ts'
import { readProperties } from './properties.ts'
import { markRuns } from './raised-text.ts'
import {
  hiddenSlidesWarning,
  type ListedSlide,
  listSlides,
  showSlides,
  slideTexts,
} from './slides.ts'
import { documentToHtml, type Origins } from './to-html.ts'
import { readZip, type ZipEntry } from './zip.ts'

export type ConvertedFile = FileProperties & { html: string; warning: string | undefined }

/**
 * What an office file may unpack to. XML packs well, so a small file may be far above the ratio
 * without being a burden.
 */
const unpackLimits = { bytes: 500_000_000, times: 20, harmlessBytes: 64_000_000 }

export type OfficeOptions = {
  sheets?: WantedSheets
  /** Of the speaker of a presentation; kept unless false. */
  notes?: boolean | undefined
}

/**
 * Word, Excel, PowerPoint, OpenDocument, RTF and EPUB as HTML. The reader is native code: this is
 * for a process that holds nothing worth stealing (`src/process/file-process.ts`).
 */
export const convertOffice = async (
  bytes: Uint8Array,
  options: OfficeOptions = {},
): Promise<ConvertedFile> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const isPackage = file.subarray(0, 4).equals(zipMark)
  const opened = isPackage ? await openPackage(file, options) : { ...unpackaged, file }
  const document = await toDocument(opened.file).catch((error: unknown) => {
    throw fileRefusal(file, Object(error).code)
  })
  const format = `${formatFromBytes(opened.file)}`
  const isWorkbook = /^(?:xlsx|ods)$/.test(format)
  const blocks = isWorkbook
    ? chooseSheets(document.blocks, opened.listed, options.sheets)
    : chosenBlocks(format, document.blocks, options)
  const { html, isCut } = documentToHtml({ ...document, blocks }, opened.origins)
  const unread = options.sheets
    ? isWorkbook && missingWarning(document.blocks, opened.listed, options.sheets)
    : hiddenWarning(leftOutOf(opened.listed, undefined))
  const cut = isCut || opened.isCut ? cutWarning : undefined
  return {
    ...opened.properties,
    html: isWorkbook ? withErrorNames(html) : html,
    warning:
      [cut, unread, hiddenSlidesWarning(opened.slides)].filter(Boolean).join(' ') || undefined,
  }
}

const unpackaged = {
  properties: {} as FileProperties,
  isCut: false,
  listed: [] as ListedSheet[],
  slides: [] as ListedSlide[],
  origins: { sheets: [], slides: [] } as Origins,
}

/** What the caller asks for of a presentation; other files are read whole. */
const chosenBlocks = (format: string, blocks: Block[], { notes }: OfficeOptions): Block[] =>
  notes === false && /^(?:pptx?|odp)$/.test(format)
    ? blocks.filter(({ kind }) => `${kind}` !== 'blockQuote')
    : blocks

/** What a workbook shows where a calculation failed; its reader has other names for that. */
const withErrorNames = (html: string): string =>
  html.replace(failedCell, (_, start: string, name: string) => start + errorNames[name])

const errorNames: Record<string, string> = {
  ...{ Div0: '#DIV/0!', NA: '#N/A', Name: '#NAME?', Null: '#NULL!', Num: '#NUM!' },
  ...{ Ref: '#REF!', Value: '#VALUE!', GettingData: '#GETTING_DATA' },
}
const failedCell = new RegExp(
  `(<t[dh](?: [^<>]*)?>)#(${Object.keys(errorNames).join('|')})(?=</t)`,
  'g',
)

const openPackage = async (file: Buffer, { sheets }: OfficeOptions) => {
  const entries = readZip(file)
  if (!entries) throw damaged()
  checkUnpacked(file, entries)
  if (!entries.some(({ name }) => ownParts.test(name)))
    throw new AppError(
      'page_unsupported',
      'The file is a ZIP archive. Send the files in it one by one.',
    )
  const whole = openParts(file, entries)
  const listed = await listSheets(whole)
  const leftOut = leftOutOf(listed, sheets).map(({ part }) => part)
  const cut = await cutSheets(file, entries, leftOut)
  const parts = cut.file === file ? whole : openParts(cut.file, readZip(cut.file) ?? [])
  const marked = cut.file === file ? await markRuns(file, entries) : cut.file
  const slides = await listSlides(whole)
  const origins = {
    sheets: await placeSheets(parts, listed),
    slides: await slideTexts(parts, slides),
  }
  const said = await readProperties(file, entries)
  const properties = {
    ...said,
    sheetCount: said.sheetCount ?? (listed.length || undefined),
    slideCount: said.slideCount ?? (origins.slides.length || undefined),
  }
  return { properties, origins, listed, slides, ...cut, file: await showSlides(marked, slides) }
}

const zipMark = Buffer.from('PK\x03\x04', 'latin1')
/** What OPC, OpenDocument and EPUB packages have and other archives do not. */
const ownParts = /^(?:\[Content_Types\]\.xml|content\.xml|META-INF\/container\.xml)$/

const checkUnpacked = ({ length }: Buffer, entries: readonly ZipEntry[]): void => {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  const isBomb = bytes > unpackLimits.times * length && bytes > unpackLimits.harmlessBytes
  if (bytes > unpackLimits.bytes || isBomb)
    throw new AppError(
      'page_too_large',
      `The file unpacks to ${Math.round(bytes / 1e6)} MB, which is more than Siteray reads: send it in parts.`,
    )
}

const cutWarning = `The file has more than ${sheetLimits.rows.toLocaleString('en')} rows in a sheet or ${sheetLimits.cells.toLocaleString('en')} cells in all: the rest was left out.`

const fileRefusal = (file: Buffer, code: unknown): AppError => {
  if (code === 'encrypted' || file.includes(encryptedStream))
    return new AppError(
      'page_unsupported',
      'The file is protected by a password. Send a copy without one.',
    )
  if (file.includes(messageStream))
    return new AppError(
      'page_unsupported',
      'The file is a message of Outlook (MSG): save it as EML, and send that.',
    )
  if (code === 'resourceLimit')
    return new AppError(
      'page_too_large',
      'The file is nested too deeply or unpacks to too much: send it in parts.',
    )
  return damaged()
}

/** Office puts a protected document into an OLE file, in a stream of this name. */
const encryptedStream = Buffer.from('EncryptedPackage', 'utf16le')

/** Outlook keeps each property of a message in a stream of such a name. */
const messageStream = Buffer.from('__substg1.0_', 'utf16le')

const damaged = () =>
  new AppError(
    'page_unsupported',
    'The file is damaged, or of a kind that Siteray cannot read: save it again as DOCX, XLSX, PPTX or PDF, and send that.',
  )

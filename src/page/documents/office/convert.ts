import { toDocument } from '@firecrawl/anydoc'
import { AppError } from '../../../kit/errors.ts'
import { cutSheets, sheetLimits } from './cut-sheets.ts'
import { openParts } from './parts.ts'
import { type FileProperties, noProperties, readProperties } from './properties.ts'
import { readSheets } from './sheets.ts'
import { slideTexts } from './slides.ts'
import { documentToHtml, type Origins } from './to-html.ts'
import { readZip, type ZipEntry } from './zip.ts'

export type ConvertedFile = FileProperties & { html: string; warning: string | undefined }

/**
 * What an office file may unpack to. XML packs well, so a small file may be far above the ratio
 * without being a burden.
 */
const unpackLimits = { bytes: 500_000_000, times: 20, harmlessBytes: 64_000_000 }

/**
 * Word, Excel, PowerPoint, OpenDocument, RTF and EPUB as HTML. The reader is native code: this is
 * for a process that holds nothing worth stealing (`src/process/file-process.ts`).
 */
export const convertOffice = async (bytes: Uint8Array): Promise<ConvertedFile> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const isPackage = file.subarray(0, 4).equals(zipMark)
  const opened = isPackage
    ? await openPackage(file)
    : { properties: noProperties, file, isCut: false, origins: { sheets: [], slides: [] } }
  const document = await toDocument(opened.file).catch((error: unknown) => {
    throw refusalOf(file, Object(error).code)
  })
  const { html, isCut } = documentToHtml(document, opened.origins)
  return { ...opened.properties, html, warning: isCut || opened.isCut ? cutWarning : undefined }
}

const openPackage = async (file: Buffer) => {
  const entries = readZip(file)
  if (!entries) throw damaged()
  checkUnpacked(file, entries)
  if (!entries.some(({ name }) => ownParts.test(name)))
    throw new AppError(
      'page_unsupported',
      'The file is a ZIP archive. Send the files in it one by one.',
    )
  const cut = await cutSheets(file, entries)
  return {
    properties: await readProperties(file, entries),
    origins: await readOrigins(cut.file),
    ...cut,
  }
}

const readOrigins = async (file: Buffer): Promise<Origins> => {
  const parts = openParts(file, readZip(file) ?? [])
  return { sheets: await readSheets(parts), slides: await slideTexts(parts) }
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
      `The file unpacks to ${Math.round(bytes / 1e6)} MB, which is more than Siteray reads.`,
    )
}

const cutWarning = `The file has more than ${sheetLimits.rows.toLocaleString('en')} rows in a sheet or ${sheetLimits.cells.toLocaleString('en')} cells in all: the rest was left out.`

const refusalOf = (file: Buffer, code: unknown): AppError => {
  if (code === 'encrypted' || file.includes(encryptedStream))
    return new AppError(
      'page_unsupported',
      'The file is protected by a password. Send a copy without one.',
    )
  if (code === 'resourceLimit')
    return new AppError('page_too_large', 'The file is nested too deeply or unpacks to too much.')
  return damaged()
}

/** Office puts a protected document into an OLE file, in a stream of this name. */
const encryptedStream = Buffer.from('EncryptedPackage', 'utf16le')

const damaged = () =>
  new AppError(
    'page_unsupported',
    'The file is damaged, or it is not a document that Siteray can read.',
  )

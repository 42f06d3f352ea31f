import type { Static } from 'typebox'
import { type FormPart, readForm, readJsonPart } from '../../base/http/multipart.ts'
import { createCheck } from '../../base/http/validation.ts'
import { formatList } from '../../base/reader/formats.ts'
import { readingOptions } from '../../base/reader/options.ts'
import { type PageRequest, readPageRequest } from '../../base/reader/page-request.ts'
import type { Upload } from '../../base/reader/read-upload.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { closed, optional, Type } from '../../kit/schema.ts'
import { scrapeDefaults, trace } from './request.ts'

const { onlyMainContent, comments, hidden, documents, includeTags, excludeTags, timeout } =
  readingOptions

const ParseOptions = closed(
  {
    url: optional.String({
      maxLength: 8_192,
      description:
        'Where the file came from: relative links resolve against it. Siteray never requests it.',
    }),
    formats: formatList(scrapeDefaults.formats),
    ...{ onlyMainContent, comments, hidden, documents, includeTags, excludeTags, timeout, trace },
  },
  {
    title: 'ParseOptions',
    description: 'JSON with the options of a scrape, except those that need a site or a browser.',
  },
)
type ParseOptions = Static<typeof ParseOptions>

const binary = (description: string) => Type.String({ format: 'binary', description })

/** For the API's description: what comes is bytes, and read by hand. */
export const parseBodies = {
  content: {
    'multipart/form-data': {
      schema: closed(
        {
          file: binary(
            'HTML, PDF, Word, Excel, PowerPoint, OpenDocument, RTF, EPUB, e-mail, a picture, plain text, Markdown, JSON, XML, CSV, TSV or a feed: up to 10 MB; PDF, office files and pictures up to 50 MB unless the server is set otherwise (`FILE_MAX_MB`)',
          ),
          options: Type.Optional(ParseOptions),
        },
        {
          title: 'ParseRequest',
          examples: [{ file: 'report.pdf', options: { formats: ['markdown'] } }],
        },
      ),
    },
    'application/octet-stream': {
      schema: binary('The file itself, with its own content type; options are as they are usual.'),
    },
  },
}

/** A file, and how it is to be read. */
type Parsed = { page: PageRequest; upload: Upload }

export const readParseRequest = (
  parseTarget: (text: string) => URL,
  body: Buffer | undefined,
  contentType: string,
): Parsed => {
  if (!body || body.length === 0) throw invalidRequest('The body is empty: send a file.')
  if (!/^multipart\//i.test(contentType))
    return { page: pageOf(parseTarget, {}, 'file'), upload: { bytes: body, contentType } }
  const { file, options } = readUpload(body, contentType)
  return {
    page: pageOf(parseTarget, options, file.fileName ?? ''),
    upload: {
      bytes: file.bytes,
      contentType: file.contentType,
      fileName: baseName(file.fileName ?? ''),
    },
  }
}

const pageOf = (
  parseTarget: (text: string) => URL,
  { url, ...options }: ParseOptions,
  fileName: string,
): PageRequest => {
  const address = url === undefined ? fileUrl(fileName) : parseTarget(url)
  const asked = { ...options, url: address.href, render: 'never' as const }
  if (options.formats?.includes('screenshot'))
    throw invalidRequest('A file is read without a browser: no screenshot of it.')
  return readPageRequest(() => address, asked, scrapeDefaults)
}

/** A file without an address has its name, whose ending may tell what it holds. */
const fileUrl = (name: string): URL => {
  return new URL(`file:///${encodeURIComponent(baseName(name))}`)
}

const baseName = (name: string): string =>
  name.split(/[\\/]/).at(-1)?.toWellFormed().slice(0, 200) || 'file'

const readUpload = (
  body: Buffer,
  contentType: string,
): { file: FormPart; options: ParseOptions } => {
  const parts = readForm(body, contentType)
  const seen = new Set<string>()
  for (const { name } of parts) {
    if (name !== 'file' && name !== 'options')
      throw invalidRequest(`"${name.slice(0, 100)}" is not a known field.`)
    if (seen.has(name)) throw invalidRequest(`"${name}" is given twice: send it once.`)
    seen.add(name)
  }
  const file = parts.find(({ name }) => name === 'file')
  if (!file) throw invalidRequest('"file" is missing.')
  if (file.fileName === undefined)
    throw invalidRequest('"file" must be a file: send it with a file name.')
  const options = parts.find(({ name }) => name === 'options')
  return { file, options: options ? readOptions(options) : {} }
}

const checkOptions = createCheck(ParseOptions, 'options')

const readOptions = (part: FormPart): ParseOptions => {
  const options = readJsonPart(part)
  checkOptions(options)
  return options as ParseOptions
}

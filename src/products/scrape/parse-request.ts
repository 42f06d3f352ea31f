import { type Static, Type } from 'typebox'
import { createCheck } from '../../base/http/validation.ts'
import { formatList } from '../../base/reader/formats.ts'
import { readingOptions } from '../../base/reader/options.ts'
import { type PageRequest, readPageRequest } from '../../base/reader/page-request.ts'
import type { Upload } from '../../base/reader/read-upload.ts'
import { AppError } from '../../errors.ts'
import { scrapeDefaults, trace } from './request.ts'

const { onlyMainContent, comments, includeTags, excludeTags, timeout } = readingOptions

const ParseOptions = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        maxLength: 8_192,
        description:
          'Where the file came from: its relative links stand on it, and are left out without it. It is never asked for.',
      }),
    ),
    formats: formatList(scrapeDefaults.formats),
    ...{ onlyMainContent, comments, includeTags, excludeTags, timeout, trace },
  },
  {
    title: 'ParseOptions',
    description: 'As JSON; a scrape’s, but for those that ask a site or a browser.',
    additionalProperties: false,
  },
)
type ParseOptions = Static<typeof ParseOptions>

const binary = (description: string) => Type.String({ format: 'binary', description })

/** For the API's description: what comes is bytes, and read by hand. */
export const parseBodies = {
  content: {
    'multipart/form-data': {
      schema: Type.Object(
        {
          file: binary('HTML, PDF, plain text, Markdown, JSON, XML, CSV or a feed, to 10 MB'),
          options: Type.Optional(ParseOptions),
        },
        {
          title: 'ParseRequest',
          examples: [{ file: 'report.pdf', options: { formats: ['markdown'] } }],
          additionalProperties: false,
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

export const readParseRequest = async (
  parseTarget: (text: string) => URL,
  body: Buffer | undefined,
  contentType: string,
): Promise<Parsed> => {
  if (!body || body.length === 0)
    throw new AppError('invalid_request', 'The body is empty: send a file.')
  if (!/^multipart\//i.test(contentType))
    return { page: pageOf(parseTarget, {}, 'file'), upload: { bytes: body, contentType } }
  const { file, options } = await readForm(body, contentType)
  return {
    page: pageOf(parseTarget, options, file.name),
    upload: { bytes: await file.bytes(), contentType: file.type },
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
    throw new AppError('invalid_request', 'A file is read without a browser: no screenshot of it.')
  return readPageRequest(() => address, asked, scrapeDefaults)
}

/** A file without an address has its name, whose ending may tell what it holds. */
const fileUrl = (name: string): URL => {
  const bare = name.split(/[\\/]/).at(-1)?.toWellFormed().slice(0, 200) || 'file'
  return new URL(`file:///${encodeURIComponent(bare)}`)
}

const readForm = async (body: Buffer<ArrayBufferLike>, contentType: string) => {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  })
    .formData()
    .catch(cause => {
      throw new AppError('invalid_request', 'The multipart body cannot be read.', { cause })
    })
  for (const name of form.keys()) {
    if (name !== 'file' && name !== 'options')
      throw new AppError('invalid_request', `"${name.slice(0, 100)}" is not a known field.`)
    if (form.getAll(name).length > 1)
      throw new AppError('invalid_request', `"${name}" stands twice: send one.`)
  }
  const file = form.get('file')
  if (file === null) throw new AppError('invalid_request', '"file" is missing.')
  if (typeof file === 'string')
    throw new AppError('invalid_request', '"file" must be a file: send it with a file name.')
  return { file, options: await readOptions(form.get('options')) }
}

const checkOptions = createCheck(ParseOptions, 'options')

/** Some clients send JSON as a file. */
const readOptions = async (sent: string | File | null): Promise<ParseOptions> => {
  if (sent === null) return {}
  const text = typeof sent === 'string' ? sent : await sent.text()
  let options: unknown
  try {
    options = JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid_request', '"options" is not JSON.', { cause })
  }
  checkOptions(options)
  return options as ParseOptions
}

import { type FormPart, readForm, readJsonPart, writeForm } from '../../base/http/multipart.ts'
import type { PageAnswer } from '../../base/reader/answer.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { isObject } from '../../kit/is-object.ts'
import type { FirecrawlOptions, Handler } from './call.ts'
import { scrapeFacts, toDocument } from './document.ts'
import { readPageOptions } from './page-options.ts'
import { withWarning } from './scrape.ts'

/** A file in place of an address. */
export const parse: Handler = async call => {
  const { file, options } = readUpload(call.request.headers['content-type'], call.request.body)
  const read = readPageOptions(options, [])
  const { onlyMainContent, includeTags, excludeTags, timeout, documents } = read.options
  const { formats } = read
  const asked = { onlyMainContent, includeTags, excludeTags, timeout, documents, formats }
  const { contentType, body } = writeForm([
    file,
    {
      ...{ name: 'options', fileName: undefined, contentType: '' },
      bytes: Buffer.from(JSON.stringify(asked)),
    },
  ])
  const headers = { 'content-type': contentType }
  const page = await call.ask<PageAnswer>({ method: 'POST', path: '/parse', headers, body })
  const document = toDocument(page, file.fileName ?? '', scrapeFacts(call.credits()))
  return { success: true, data: withWarning(document, read.refused) }
}

const readUpload = (
  contentType: string | undefined,
  body: unknown,
): { file: FormPart; options: FirecrawlOptions } => {
  if (!Buffer.isBuffer(body) || !contentType)
    throw invalidRequest('Send the file as multipart/form-data, as "file".')
  const parts = readForm(body, contentType)
  const file = parts.find(({ name, fileName }) => name === 'file' && fileName !== undefined)
  if (!file) throw invalidRequest('"file" is missing.')
  const options = parts.find(({ name }) => name === 'options')
  return { file, options: options ? optionsIn(options) : {} }
}

const optionsIn = (part: FormPart): FirecrawlOptions => {
  if (part.bytes.length === 0) return {}
  const options = readJsonPart(part)
  if (isObject(options)) return options
  throw invalidRequest('"options" must be a JSON object.')
}

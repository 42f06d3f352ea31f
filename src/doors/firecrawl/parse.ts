import type { PageAnswer } from '../../base/reader/answer.ts'
import { AppError } from '../../errors.ts'
import { type Handler, isObject, type Wishes } from './call.ts'
import { scrapeFacts, toDocument } from './document.ts'
import { readPageWishes } from './page-wishes.ts'
import { withWarning } from './scrape.ts'

/** A file in place of an address. */
export const parse: Handler = async call => {
  const { file, options } = await readForm(call.request.headers['content-type'], call.request.body)
  const read = readPageWishes(options)
  const { onlyMainContent, includeTags, excludeTags, timeout } = read.options
  const sent = new FormData()
  sent.append('file', file, file.name)
  const asked = { onlyMainContent, includeTags, excludeTags, timeout, formats: read.formats }
  sent.append('options', JSON.stringify(asked))
  const packed = new Response(sent)
  const page = await call.ask<PageAnswer>({
    method: 'POST',
    path: '/parse',
    headers: { 'content-type': packed.headers.get('content-type') ?? '' },
    body: Buffer.from(await packed.arrayBuffer()),
  })
  const document = toDocument(page, file.name, scrapeFacts(call.credits()))
  return { success: true, data: withWarning(document, read.refused) }
}

const readForm = async (
  contentType: string | undefined,
  body: unknown,
): Promise<{ file: File; options: Wishes }> => {
  if (!Buffer.isBuffer(body) || !contentType)
    throw new AppError('invalid_request', 'Send the file as multipart/form-data, as "file".')
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  })
    .formData()
    .catch(() => undefined)
  const file = form?.get('file')
  if (!(file instanceof File)) throw new AppError('invalid_request', '"file" is missing.')
  return { file, options: optionsIn(form?.get('options')) }
}

const optionsIn = (text: unknown): Wishes => {
  if (typeof text !== 'string' || text === '') return {}
  try {
    const options: unknown = JSON.parse(text)
    if (isObject(options)) return options
  } catch {
    // Told below.
  }
  throw new AppError('invalid_request', '"options" must be a JSON object.')
}

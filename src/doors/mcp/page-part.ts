import { AppError, invalidRequest } from '../../kit/errors.ts'
import { optional, Type } from '../../kit/schema.ts'
import type { Ask } from './call-route.ts'

/** A part of a page that is longer than one answer should be. */
export const PagePart = Type.Object({
  uri: Type.String({ description: 'The page, from its beginning' }),
  offset: Type.Integer(),
  length: Type.Integer({ description: 'Characters in all' }),
  next: optional.String({ description: 'What follows; absent at the end' }),
})

/** About 5,000 tokens: clients begin to complain at twice that. */
export const usualLength = 20_000

export const maxLength = optional.Integer({
  minimum: 1_000,
  maximum: 100_000,
  default: usualLength,
  description: 'Characters of text.',
})

/** Where a page is kept: the answer of a scrape, or one item of a job. */
export const pageUri = (id: string, offset = 0): string =>
  `siteray://page/${id}${offset > 0 ? `?offset=${offset}` : ''}`

export const pageTemplate = 'siteray://page/{id}{?offset}'

export const isPageUri = (text: string): boolean => text.startsWith('siteray:')

export const readPageUri = (uri: string): { id: string; offset: number } => {
  const url = URL.parse(uri)
  const id = url?.pathname.slice(1) ?? ''
  const offset = Number(url?.searchParams.get('offset') ?? 0)
  const isOurs = url?.protocol === 'siteray:' && url.host === 'page' && /^[\w.-]+$/.test(id)
  if (!isOurs || !Number.isSafeInteger(offset) || offset < 0)
    throw invalidRequest(`"${uri.slice(0, 200)}" is not a link to a page of ours.`)
  return { id, offset }
}

export type KeptPage = {
  url: string
  markdown?: string
  html?: string
  metadata?: Record<string, unknown>
  warning?: string
  error?: string
}

/** A page that was read before, as it was then: it costs nothing, and any process of ours has it. */
export const keptPage = async (ask: Ask, id: string): Promise<KeptPage> => {
  const [job = '', at] = id.split('.', 2)
  if (at === undefined) return (await ask('GET', `/scrape/${id}`)).json as KeptPage
  const { json } = await ask('GET', `${jobPath(job)}?offset=${at}&limit=1`)
  const [item] = (json as { data: KeptPage[] }).data
  if (!item) throw new AppError('not_found', `The job ${job} has no page ${at}.`)
  if (item.error === undefined) return item
  throw new AppError('not_found', `Page ${at} of ${job} could not be read: ${item.error}`)
}

export const jobPath = (id: string): string => {
  if (/^crawl_\w+$/.test(id)) return `/crawl/${id}`
  if (/^batch_\w+$/.test(id)) return `/batch/scrape/${id}`
  throw invalidRequest('The id of a job begins with crawl_ or batch_.')
}

/** So many characters from there on, up to the end of a line where one is near. */
export const partOf = (text: string, offset: number, length: number): string => {
  const end = offset + length
  if (end >= text.length) return text.slice(offset)
  const line = text.lastIndexOf('\n', end - 1)
  if (line > offset + length * 0.8) return text.slice(offset, line + 1)
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
  return text.slice(offset, isHalf ? end - 1 : end)
}

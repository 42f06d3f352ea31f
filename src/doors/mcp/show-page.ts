import { invalidRequest } from '../../kit/errors.ts'
import { type KeptPage, pageUri, partOf } from './page-part.ts'
import type { Picture, ToolOutput } from './tool.ts'

/** Entries of a list that are shown; a page may have thousands. */
const maxListed = 300

type Page = KeptPage & { links?: string[]; images?: string[]; screenshot?: string }
/** `id` is undefined where the page is not kept. */
type Where = { id: string | undefined; offset: number; length: number }

/** A page, or a part of it and how to read on. */
export const showPage = (page: Page, where: Where): ToolOutput => {
  const { screenshot, metadata, warning, ...rest } = page
  const { texts, part } = cut(page, where)
  const lists = cutLists(page)
  const warnings = [
    ...(warning ? [warning] : []),
    ...lists.warnings,
    ...(part?.next && where.id === undefined ? [notKept] : []),
  ]
  const kept = part && where.id !== undefined ? { page: linked(part, where.id) } : {}
  const data = {
    ...rest,
    ...texts,
    ...lists.lists,
    ...(metadata && { metadata: shortMetadata(metadata) }),
    ...kept,
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  }
  return {
    data,
    text: [
      `Page: ${page.url}`,
      ...Object.values(texts),
      ...inLines(lists.lists),
      ...readOn(kept.page),
    ].join('\n\n'),
    ...(screenshot && { pictures: [pictureOf(screenshot)] }),
    ...(kept.page && { links: [{ uri: kept.page.next ?? kept.page.uri, name: nameOf(page) }] }),
  }
}

const notKept =
  'The rest of this page is not kept, because the whole answer is too large: ask for fewer formats or with a larger maxLength.'

type Part = { offset: number; length: number; next: number | undefined }

/** Every text of the page from `offset` on, all to the same place: where the longest is cut. */
const cut = (
  page: Page,
  { offset, length }: Where,
): { texts: Partial<Page>; part: Part | undefined } => {
  const texts = (['markdown', 'html'] as const).flatMap(is =>
    page[is] === undefined ? [] : [[is, page[is]] as const],
  )
  const [, longest] = texts.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  if (longest === undefined) return { texts: {}, part: undefined }
  if (offset > 0 && offset >= longest.length)
    throw invalidRequest(`The page has ${longest.length} characters, none from ${offset} on.`)
  const end = offset + partOf(longest, offset, length).length
  const next = end < longest.length ? end : undefined
  return {
    texts: Object.fromEntries(texts.map(([is, text]) => [is, text.slice(offset, end)])),
    part: offset > 0 || next !== undefined ? { offset, length: longest.length, next } : undefined,
  }
}

const linked = ({ next, ...part }: Part, id: string) => ({
  uri: pageUri(id),
  ...part,
  ...(next === undefined ? {} : { next: pageUri(id, next) }),
})

const cutLists = (page: Page) => {
  const lists = (['links', 'images'] as const).flatMap(is =>
    page[is] === undefined ? [] : [[is, page[is]] as const],
  )
  return {
    lists: Object.fromEntries(lists.map(([is, list]) => [is, list.slice(0, maxListed)])),
    warnings: lists
      .filter(([, list]) => list.length > maxListed)
      .map(([is, list]) => `Only ${maxListed} of ${list.length} ${is} are shown.`),
  }
}

const inLines = (lists: Record<string, string[]>): string[] =>
  Object.entries(lists).map(([is, list]) => `${is}:\n${list.map(url => `- ${url}`).join('\n')}`)

const readOn = (part: ReturnType<typeof linked> | undefined): string[] =>
  part?.next
    ? [`[Part of ${part.length} characters. To read on, at no cost: scrape with url ${part.next}]`]
    : []

/** Without what only repeats the rest. */
export const shortMetadata = (metadata: Record<string, unknown>): Record<string, unknown> => {
  const { openGraph: _openGraph, twitter: _twitter, ...short } = metadata
  return short
}

export const nameOf = ({ url, metadata }: KeptPage): string =>
  typeof metadata?.title === 'string' ? metadata.title : url

/** From a data URL. */
const pictureOf = (dataUrl: string): Picture => {
  const [, contentType = 'image/png', base64 = ''] =
    /^data:([^;,]+);base64,(.*)$/s.exec(dataUrl) ?? []
  return { contentType, base64 }
}

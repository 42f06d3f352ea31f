import { setTimeout as pause } from 'node:timers/promises'
import { closed, optional, Type } from '../../kit/schema.ts'
import { CrawlState } from '../../products/crawl/request.ts'
import {
  jobPath,
  type KeptPage,
  maxLength,
  PagePart,
  pageUri,
  partOf,
  usualLength,
} from './page-part.ts'
import { nameOf, shortMetadata } from './show-page.ts'
import { defineTool, isData, type Link, type ToolCall, type ToolOutput } from './tool.ts'

const { id, status, total, completed, failed, creditsUsed, expiresAt, warning } =
  CrawlState.properties
const { url, markdown, metadata, error, code } = CrawlState.properties.data.items.properties

/** A page of a job: the status of a crawl or batch, with pages cut to what an answer can hold. */
export const McpJobAnswer = Type.Object({
  ...{ id, status, warning },
  ...{
    total: Type.Optional(total),
    completed: Type.Optional(completed),
    failed: Type.Optional(failed),
    creditsUsed: Type.Optional(creditsUsed),
    expiresAt: Type.Optional(expiresAt),
  },
  data: Type.Array(
    Type.Object({
      ...{ url, markdown, metadata, error, code },
      page: Type.Optional(PagePart),
    }),
  ),
  nextOffset: optional.Integer({ description: 'Of the next pages that are there now' }),
})

export const wait = optional.Integer({
  minimum: 0,
  maximum: 50,
  description: 'Seconds to wait for its end.',
})

export const jobTool = defineTool({
  name: 'job',
  title: 'Look at a crawl or batch',
  description: `Status and pages of a crawl or batch. Free. Long pages are cut; scrape reads on with their siteray://page/… link. ${isData}`,
  input: closed({
    id: Type.String({ maxLength: 100 }),
    offset: optional.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
    limit: optional.Integer({ minimum: 1, maximum: 50, default: 5 }),
    wait,
    maxLength,
    cancel: optional.Boolean({ default: false, description: 'End it; what is read stays.' }),
  }),
  output: McpJobAnswer,
  outlined: 3,
  readsOnly: false,
  showsPages: true,
  async run(call, input) {
    const { offset = 0, limit = 5, wait: seconds = 0, maxLength: length = usualLength } = input
    if (input.cancel) await call.ask('DELETE', jobPath(input.id))
    else await follow(call, input.id, seconds)
    return showJob(call, input.id, { offset, limit, length })
  },
})

type State = {
  id: string
  status: string
  total: number
  completed: number
  failed: number
  creditsUsed: number
  expiresAt: string
  warning?: string
  data: KeptPage[]
}

/** Between two questions: a short job is soon told, a long one does not use up the key's calls. */
const firstPauseMs = 250
const longestPauseMs = 2_000

/** Until it has ended or the time is up, telling how far it is. */
export const follow = async (call: ToolCall, id: string, seconds: number): Promise<void> => {
  const endMs = performance.now() + seconds * 1_000
  let seen = 0
  for (let pauseMs = firstPauseMs; performance.now() < endMs; pauseMs *= 2) {
    const askedMs = performance.now()
    const waitSeconds = Math.max(1, Math.min(10, Math.floor((endMs - askedMs) / 1_000)))
    const query = `offset=${seen}&limit=1&wait=${waitSeconds}`
    const state = (await call.ask('GET', `${jobPath(id)}?${query}`)).json as State
    seen = state.completed + state.failed
    call.tell(seen, state.total, `${state.completed} read, ${state.failed} failed`)
    if (state.status !== 'scraping') return
    const leftMs = Math.min(askedMs + Math.min(pauseMs, longestPauseMs), endMs) - performance.now()
    if (leftMs > 0) await pause(leftMs, undefined, { signal: call.signal })
  }
}

export const showJob = async (
  call: ToolCall,
  id: string,
  { offset, limit, length }: { offset: number; limit: number; length: number },
): Promise<ToolOutput> => {
  const path = `${jobPath(id)}?offset=${offset}&limit=${limit}`
  const { data: items, ...state } = (await call.ask('GET', path)).json as State
  const share = Math.floor(length / Math.max(1, items.length))
  const pages = items.map((item, at) => showItem(item, `${id}.${offset + at}`, share))
  const end = offset + items.length
  const isMore = end < state.completed + state.failed
  const { status, total, completed, failed, creditsUsed, expiresAt, warning } = state
  return {
    data: {
      ...{ id, status, total, completed, failed, creditsUsed, expiresAt },
      data: pages.map(({ data }) => data),
      ...(isMore && { nextOffset: end }),
      ...(warning && { warning }),
    },
    text: [
      `${id}: ${status}. ${completed} of ${total} pages read, ${failed} failed, ${creditsUsed} credits. Kept until ${expiresAt}.`,
      ...pages.map(({ text }) => text),
      ...(isMore ? [`[More pages: job with id ${id} and offset ${end}]`] : []),
      ...(status === 'scraping' ? [`[It goes on: ask job for ${id} again, with wait]`] : []),
    ].join('\n\n'),
    links: pages.flatMap(({ link }) => link ?? []),
  }
}

const showItem = (item: KeptPage & { code?: string }, pageId: string, length: number) => {
  const { url, markdown, metadata, error, code, warning } = item
  const shown = markdown === undefined ? undefined : partOf(markdown, 0, length)
  const isCut = markdown !== undefined && shown !== undefined && shown.length < markdown.length
  const part = isCut && {
    uri: pageUri(pageId),
    offset: 0,
    length: markdown.length,
    next: pageUri(pageId, shown.length),
  }
  const link: Link | undefined = part ? { uri: part.uri, name: nameOf(item) } : undefined
  return {
    data: {
      url,
      ...(shown === undefined ? {} : { markdown: shown }),
      ...(metadata && { metadata: shortMetadata(metadata) }),
      ...(warning && { warning }),
      ...(error && { error, code }),
      ...(part && { page: part }),
    },
    text: [
      `Page: ${url}${error ? ` (${code}: ${error})` : ''}`,
      ...(shown ? [shown] : []),
      ...(part
        ? [`[Part of ${part.length} characters. The rest: scrape with url ${part.next}]`]
        : []),
    ].join('\n\n'),
    link,
  }
}

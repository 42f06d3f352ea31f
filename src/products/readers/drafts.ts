import type { Static } from 'typebox'
import { callerOf } from '../../base/accounts/guard.ts'
import type { Sql } from '../../base/db/sql.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import { whileConnected } from '../../base/http/client-disconnect.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { checkSchema } from '../extract/schema/limits.ts'
import { TryAnswer } from './answers.ts'
import { charging } from './charging.ts'
import type { ReaderDeps } from './deps.ts'
import { draftStore } from './draft-store.ts'
import type { SourcePage } from './learn-task.ts'
import { packSource, readSources, requestFor, unpackSource } from './pages.ts'
import type { Example } from './request.ts'
import { PreviewRequest, TeachingPage, TeachingPageRequest } from './teaching-answers.ts'

const tags = ['readers']
export const draftRoutes = (server: HttpServer, deps: ReaderDeps): void => {
  server.post(
    '/readers/pages',
    {
      schema: {
        ...{ tags, operationId: 'readTeachingPage', summary: 'Read a page to teach from' },
        description:
          'The texts of the page with their numbers, for `marks` of an example, in elements of a short list: data, no HTML. Costs 1 credit.',
        body: TeachingPageRequest,
        response: { 200: TeachingPage, ...errorAnswers(400, 401, 402, 413, 429, 502, 503) },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { url, ...reading } = request.body
      const asked = requestFor(deps, url, reading)
      return charging(deps, request, reply, [asked], async signal => {
        const [page] = await readSources(deps.readPage, [asked], signal)
        if (!page) throw new AppError('page_empty')
        const source = await packSource(page)
        const shown = await deps.run('copyForTeaching', page, signal)
        const id = newId('page')
        return {
          answer: { id, url: page.url, ...shown },
          keep: sql => draftStore.insert(sql, accountId, { id, url: page.url, source }),
        }
      })
    },
  )

  server.post(
    '/readers/preview',
    {
      schema: {
        ...{ tags, operationId: 'previewReader', summary: 'What a reader would say, before it is' },
        description:
          'Learns from marks on pages that were read to teach from, and reads others of them. Nothing is kept, and it costs nothing.',
        body: PreviewRequest,
        response: { 200: TryAnswer, ...errorAnswers(400, 401, 404, 413, 429, 503) },
      },
    },
    (request, reply) => {
      const { accountId } = callerOf(request)
      return deps.lines.extract.admit(accountId, () =>
        preview(deps, accountId, request.body, whileConnected(reply)),
      )
    },
  )
}

const preview = async (
  deps: ReaderDeps,
  accountId: string,
  { schema: asked, examples, pages = [] }: PreviewRequest,
  signal: AbortSignal,
): Promise<Static<typeof TryAnswer>> => {
  const schema = checkSchema(asked)
  await deps.runExtract('checkSense', schema)
  const taught = (await withDrafts(deps.sql, accountId, examples)).map((example, at) => {
    const { html: source, url, data = null, marks } = example
    if (source === undefined) throw invalidRequest(`Example ${at + 1} needs a "page", or "html".`)
    return { url: deps.parseTarget(url).href, source, data, marks }
  })
  const drafts = [...(await openDrafts(deps.sql, accountId, pages)).values()]
  const isTaught = (page: SourcePage) => taught.some(({ url }) => url === page.url)
  const task = { schema, examples: taught, others: drafts.filter(page => !isTaught(page)) }
  const { reader } = await deps.run('teachReader', task, signal)
  const shown = pages.length > 0 ? drafts : taught.map(({ url, source }) => ({ url, source }))
  const data = await Promise.all(
    shown.map(async page => {
      const said = await deps.run('previewReader', { schema, taught: reader, page }, signal)
      const { data: found, evidence, flagged: flags, open, isOther, rows } = said
      return { url: page.url, data: found, evidence, flags, open, isOtherTemplate: isOther, rows }
    }),
  )
  return { data }
}

export const openDrafts = async (
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, SourcePage>> => {
  if (ids.length === 0) return new Map()
  const rows = await draftStore.find(sql, accountId, [...new Set(ids)])
  const missing = ids.find(id => !rows.some(row => row.id === id))
  if (missing !== undefined)
    throw new AppError('not_found', `There is no page ${missing.slice(0, 100)}, or it has expired.`)
  const inOrder = [...new Set(ids)].flatMap(id => rows.find(row => row.id === id) ?? [])
  return new Map(
    await Promise.all(
      inOrder.map(
        async ({ id, url, source }): Promise<[string, SourcePage]> => [
          id,
          { url, source: await unpackSource(source) },
        ],
      ),
    ),
  )
}

/** Examples as they are learned from: those that name a page of before have its address and HTML. */
export const withDrafts = async (
  sql: Sql,
  accountId: string,
  examples: readonly Example[],
): Promise<(Omit<Example, 'url' | 'page'> & { url: string })[]> => {
  const ids = examples.flatMap(({ page }) => page ?? [])
  const drafts = await openDrafts(sql, accountId, ids)
  return examples.map(({ page, url, ...rest }, at) => {
    const draft: SourcePage | undefined = page === undefined ? undefined : drafts.get(page)
    if (!draft && url === undefined)
      throw invalidRequest(`Example ${at + 1} needs a "url" or a "page".`)
    if (!draft) return { ...rest, url: url ?? '' }
    if (rest.html !== undefined || (url !== undefined && URL.parse(url)?.href !== draft.url))
      throw invalidRequest(
        `Example ${at + 1} names the page ${page}, which is ${draft.url}: leave out its "url" and "html".`,
      )
    return { ...rest, url: draft.url, html: draft.source }
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { callerOf } from '../../base/accounts/guard.ts'
import { whileConnected } from '../../base/http/client-disconnect.ts'
import { answeredBefore, onceOnly } from '../../base/jobs/idempotency.ts'
import { readWebhookUrl } from '../../base/webhooks/request.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { checkSchema } from '../extract/schema/limits.ts'
import type { Reader, TryAnswer } from './answers.ts'
import { charging } from './charging.ts'
import type { ReaderDeps } from './deps.ts'
import { readerEvents } from './event-names.ts'
import { sealWebhook } from './events.ts'
import { partsOf, refuseFile, summaryIn, taughtIn } from './file.ts'
import { keepExamples, packExamples } from './file-examples.ts'
import { nameOf } from './host.ts'
import type { SourcePage } from './learn-task.ts'
import { checkExamples, readMatch } from './match.ts'
import {
  checkFile,
  findOwned,
  findVersion,
  insertReader,
  insertVersion,
  keptPages,
  lastVersion,
  readReader,
} from './operations.ts'
import { inTurns, type PageAsked, readSources, requestFor } from './pages.ts'
import type { AskedWebhook, MoreExamples, ReaderRequest, ReaderTry } from './request.ts'
import { type ReadingKept, versionStore } from './store.ts'
import { fileOf, keepPages, keptLesson, learn, planCourse } from './teach.ts'

type Owned = { id: string; accountId: string }

/** A new reader: taught by examples, or imported. */
export const teachNew = async (
  deps: ReaderDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  body: ReaderRequest,
): Promise<Reader> => {
  const { accountId } = callerOf(request)
  const key = request.headers['idempotency-key']
  const once = { accountId, key: typeof key === 'string' ? key : undefined, request: body }
  const earlier = await answeredBefore(deps.sql, once)
  const made = (answer: string) => {
    const { id } = JSON.parse(answer) as { id: string }
    return readReader(deps.sql, { id, accountId })
  }
  if (earlier !== undefined) return made(earlier)
  const { file, schema, examples, others, name, fallback = 'model', ...more } = body
  const { checks, mail, webhook, match, ...reading } = more
  const isTaught = schema !== undefined && examples !== undefined
  const isImported = file !== undefined && (schema ?? examples ?? others) === undefined
  if (isTaught ? file !== undefined : !isImported)
    throw invalidRequest('Send "schema" and "examples", or a "file".')
  const { headers: _, timeout: __, ...kept } = reading
  const id = newId('rdr')
  const own = {
    ...{ id, accountId, fallback, reading: kept as ReadingKept, mails: mail ?? true },
    ...(checks !== undefined && { checks }),
    webhook: webhook ? sealReaderWebhook(deps, id, webhook) : null,
  }
  if (!isTaught) {
    const { examples: shown, ...parts } = partsOf(
      await checkFile(deps, file, whileConnected(reply), () => takeLearning(deps, accountId)),
    )
    const { file: read, prompt } = parts
    const paths = match ? readMatch(match, read.match.host) : parts.paths
    const about = { name: name?.trim() || read.name, host: read.match.host, schema: read.schema }
    const lesson = { summary: summaryIn(read), questions: [] }
    const version = { file: read, lesson, cause: 'import' as const }
    const pages = await packExamples(shown).catch(refuseFile)
    return made(
      await onceOnly(deps.sql, once, async sql => {
        await insertReader(sql, { ...own, ...about, paths, prompt, ...version })
        await keepExamples(sql, id, pages)
        return { id }
      }),
    )
  }
  const checked = checkSchema(schema)
  await deps.runExtract('checkSense', checked)
  const asked = { examples, ...(others && { others }) }
  const course = await planCourse(deps, accountId, asked, reading, match)
  const urls = course.examples.map(({ url }) => url)
  if (course.paths) checkExamples(course.paths, urls)
  takeLearning(deps, accountId)
  let answer = ''
  await charging(deps, request, reply, course.requests, async signal => {
    const learned = await learn(deps, course, checked, { labelled: [], others: [] }, signal)
    const { host, paths } = course
    const about = { name: name?.trim() || nameOf(host), host, paths, schema }
    return {
      answer: undefined,
      keep: async sql => {
        answer = await onceOnly(sql, once, async inside => {
          await insertReader(inside, {
            ...{ ...own, ...about, cause: 'examples' },
            file: fileOf(about, learned, deps.now()),
            lesson: keptLesson(learned.lesson, learned.labelled),
          })
          await keepPages(inside, id, learned)
          return { id }
        })
        if (JSON.parse(answer).id !== id) throw new AnsweredMeanwhile()
      },
    }
  }).catch(error => {
    if (!(error instanceof AnsweredMeanwhile)) throw error
  })
  return made(answer)
}

/** Another call with the same Idempotency-Key was faster: what this one read is not charged. */
class AnsweredMeanwhile extends Error {}

export const teachMore = async (
  deps: ReaderDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  owned: Owned,
  body: MoreExamples,
): Promise<Reader> => {
  const row = await findOwned(deps.sql, owned)
  const before = await lastVersion(deps.sql, row.id)
  const match = row.paths ? { paths: row.paths } : undefined
  const course = await planCourse(deps, owned.accountId, body, row.reading, match)
  if (course.host !== row.host) throw invalidRequest(`The reader ${row.id} is of ${row.host}.`)
  takeLearning(deps, owned.accountId)
  const schema = checkSchema(row.schema)
  await charging(deps, request, reply, course.requests, async signal => {
    const kept = await keptPages(deps.sql, row.id)
    const current = await versionStore.find(deps.sql, row.id, row.version)
    const known = current && [current.file.fields, current.file.lists].flatMap(Object.keys)
    const learned = await learn(deps, course, schema, { ...kept, known }, signal)
    return {
      answer: undefined,
      keep: async sql => {
        await insertVersion(sql, row.id, before, {
          file: fileOf(row, learned, deps.now()),
          lesson: keptLesson(learned.lesson, learned.labelled),
          cause: 'examples',
        })
        await keepPages(sql, row.id, learned)
      },
    }
  })
  return readReader(deps.sql, owned)
}

type Tried = Static<typeof TryAnswer>

export const tryPages = async (
  deps: ReaderDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  owned: Owned,
  { urls = [], html, version }: ReaderTry,
): Promise<Tried> => {
  if ((urls.length === 0) === (html === undefined))
    throw invalidRequest('Send either "urls" or "html".')
  const row = await findOwned(deps.sql, owned)
  const { file } = await findVersion(deps.sql, row, version ?? row.version)
  const schema = checkSchema(row.schema)
  const requests = urls.map(url => requestFor(deps, url, row.reading))
  const say = async (page: SourcePage, signal: AbortSignal) => {
    const task = { schema, taught: taughtIn(file), page }
    const { data, evidence, flagged, open, isOther } = await deps.run('tryReader', task, signal)
    return { url: page.url, data, evidence, flags: flagged, open, isOtherTemplate: isOther }
  }
  const readAndSay = async (
    asked: PageAsked,
    signal: AbortSignal,
  ): Promise<Tried['data'][number]> => {
    try {
      const [page] = await readSources(deps.readPage, [asked], signal)
      return page ? await say(page, signal) : { url: asked.url.href }
    } catch (error) {
      // What is wrong with one page takes nothing away from the others.
      if (!(error instanceof AppError) || error.status !== 502) throw error
      return { url: asked.url.href, error: error.message, code: error.code }
    }
  }
  return charging(deps, request, reply, requests, async signal => {
    const given = html === undefined ? [] : [{ url: `https://${row.host}/`, source: html }]
    const data = await Promise.all(given.map(page => say(page, signal)))
    const tried = await inTurns(requests, asked => readAndSay(asked, signal))
    const isRead = tried.map(({ error }) => error === undefined)
    return { answer: { data: [...data, ...tried] }, isRead, keep: async () => undefined }
  })
}

export const sealReaderWebhook = (
  deps: Pick<ReaderDeps, 'vault' | 'parseTarget'>,
  id: string,
  { url, headers = {}, events = [...readerEvents] }: AskedWebhook,
): Buffer =>
  sealWebhook(deps.vault, id, {
    ...{ url: readWebhookUrl(deps.parseTarget, url, headers), headers, events },
  })

const takeLearning = ({ learnings }: ReaderDeps, accountId: string): void => {
  const left = learnings.take(accountId)
  if (left?.refusal)
    throw new AppError('rate_limited', 'An account may learn ten times a minute.', {
      retryAfterSeconds: left.refusal.retryAfterSeconds,
    })
}

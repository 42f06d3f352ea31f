import { type Database, inTransaction, type Sql } from '../../base/db/sql.ts'
import { defineJob, type Job, type JobContext } from '../../base/queue/job.ts'
import { asWorkOf } from '../../kit/admission-queue.ts'
import { AppError } from '../../kit/errors.ts'
import type { Lesson } from '../../page/taught/learn.ts'
import { checkSchema } from '../extract/schema/limits.ts'
import { type EventDeps, raiseEvent } from './events.ts'
import type { ReaderFile } from './file.ts'
import { learnJobName, type ReaderPayload } from './job-names.ts'
import { keptPages } from './operations.ts'
import { neededPages, noProof } from './proving.ts'
import { type Proving, type ReaderRow, readerStore, versionStore } from './store.ts'
import type { RunReaders } from './tasks.ts'
import { fileOf, keptLesson } from './teach.ts'
import { watchStore } from './watch-store.ts'

type LearnDeps = EventDeps & { sql: Database; run: RunReaders; now: () => number }

/**
 * From a model's answers to a reader that takes over: it learns from the first pages, reads along on
 * the next, and answers when it has said what the model said. Each step is one transaction that ends
 * its job, so a process that dies on the way loses nothing.
 */
export const learnJob = (deps: LearnDeps): Job<ReaderPayload> =>
  defineJob<ReaderPayload>({
    name: learnJobName,
    concurrency: 2,
    timeoutSeconds: 120,
    unique: 'waiting',
    retry: { limit: 5, delaySeconds: 2, maxDelaySeconds: 60 },
    async work({ readerId }, context) {
      const reader = await readerStore.get(deps.sql, readerId)
      const version = reader && (await versionStore.find(deps.sql, readerId, reader.version))
      const step = reader && nextStep(reader, version?.file)
      if (!reader || !step) return
      const learned = await learnAgain(deps, reader, step.without, context)
      await inTransaction(deps.sql, async sql => {
        const now = await watchStore.lock(sql, readerId)
        if (now && now.version === reader.version && now.stage === reader.stage)
          await take(deps, sql, now, step, learned)
        await context.complete(sql)
      })
    },
    async failed({ readerId }, { complete }) {
      await inTransaction(deps.sql, async sql => {
        const reader = await watchStore.lock(sql, readerId)
        if (reader && reader.stage !== 'live') await giveUp(deps, sql, reader)
        await complete(sql)
      })
    },
  })

/** Fields of which it was never sure, or that differed too often for the second time, stay with the model. */
type Step = { to: 'proving' | 'live'; without: string[]; round: number }

const nextStep = ({ stage, watch }: ReaderRow, file: ReaderFile | undefined): Step | undefined => {
  if (stage === 'learning') return { to: 'proving', without: [], round: 0 }
  const { proving } = watch
  if (stage !== 'proving' || !proving || proving.pages < neededPages.proving) return undefined
  // What takes over has learned from all pages so far, those too on which it read along.
  const known = [...Object.keys(file?.fields ?? {}), ...Object.keys(file?.lists ?? {})]
  const unsure = known.filter(field => !proving.same[field])
  const disputed = disputedIn(proving)
  if (disputed.length === 0) return { to: 'live', without: unsure, round: 0 }
  if (proving.round === 0) return { to: 'proving', without: [], round: 1 }
  return { to: 'live', without: [...unsure, ...disputed], round: 1 }
}

/**
 * A model errs too. With no slip forgiven, one that errs in 5 % of its values kept some field on 19
 * of 24 sites, and so every page of them.
 */
const disputedIn = ({ same, differ }: Proving): string[] =>
  Object.keys(differ).filter(
    field => (differ[field] ?? 0) > forgiven || (same[field] ?? 0) < leastSame,
  )

const forgiven = 1
const leastSame = 3

type Learned = { lesson: Lesson; pages: Awaited<ReturnType<typeof keptPages>>['labelled'] }

/** Undefined where nothing can be learned from these pages. */
const learnAgain = async (
  deps: LearnDeps,
  reader: ReaderRow,
  without: readonly string[],
  { signal }: JobContext,
): Promise<Learned | undefined> => {
  const { labelled } = await keptPages(deps.sql, reader.id)
  const schema = checkSchema(reader.schema)
  const task = { schema, examples: labelled, others: [], without }
  try {
    const lesson = await asWorkOf(reader.accountId, () => deps.run('teachReader', task, signal))
    const { fields, lists } = lesson.reader
    const isEmpty = Object.keys(lesson.summary).length + Object.keys(lists).length === 0
    return isEmpty || Object.keys(fields).length + Object.keys(lists).length === 0
      ? undefined
      : { lesson, pages: labelled }
  } catch (error) {
    if (error instanceof AppError && !error.isTransient) return undefined
    throw error
  }
}

const take = async (
  deps: LearnDeps,
  sql: Sql,
  reader: ReaderRow,
  { to, round }: Step,
  learned: Learned | undefined,
): Promise<void> => {
  if (!learned) return giveUp(deps, sql, reader)
  const version = ((await readerStore.lock(sql, reader.id)) ?? 0) + 1
  const { lesson, pages } = learned
  await versionStore.insert(sql, reader.id, {
    ...{ number: version, cause: 'model', lesson: keptLesson(lesson, pages) },
    file: fileOf(reader, { lesson, labelled: pages, others: [] }, deps.now()),
  })
  const watch = to === 'proving' ? { proving: { ...noProof, round } } : {}
  await watchStore.switchTo(sql, reader.id, { version, stage: to, health: 'ready', watch })
  if (to === 'live') await raiseEvent(deps, sql, reader, 'reader.ready', { version })
}

/** The model goes on answering. */
const giveUp = async (deps: LearnDeps, sql: Sql, reader: ReaderRow): Promise<void> => {
  await watchStore.save(sql, reader.id, { watch: {}, stage: 'live', health: 'broken' })
  await raiseEvent(deps, sql, reader, 'reader.broken', {})
}

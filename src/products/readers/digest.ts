import { type Database, inTransaction, type Sql } from '../../base/db/sql.ts'
import { defineJob, type Job } from '../../base/queue/job.ts'
import type { Queue } from '../../base/queue/queue.ts'
import { newId } from '../../kit/ids.ts'
import { likeness } from '../../page/taught/template.ts'
import { anyField, isCalm, otherTemplate, watchPage } from './drift.ts'
import { type EventDeps, raiseEvent } from './events.ts'
import { nameOf } from './host.ts'
import {
  type CheckPayload,
  checkJobName,
  type DigestPayload,
  digestJobName,
  learnJobName,
  type ReaderPayload,
} from './job-names.ts'
import { neededPages, noProof } from './proving.ts'
import { promptKeyOf, schemaKeyOf } from './schema-key.ts'
import { isRepairDue, startRepair, tryRepair } from './start-repair.ts'
import { pageStore, type ReaderRow, readerStore } from './store.ts'
import {
  type DayCounts,
  dayStore,
  type Noted,
  type ObservationRow,
  observationStore,
  seenStore,
  watchStore,
} from './watch-store.ts'

type DigestDeps = EventDeps & { sql: Database; queue: Pick<Queue, 'enqueue'>; now: () => number }

const atOnce = 100

/** Counts what came of pages, host by host; what is to be learned or repaired becomes a job. */
export const digestJob = (deps: DigestDeps): Job<DigestPayload> =>
  defineJob<DigestPayload>({
    name: digestJobName,
    concurrency: 4,
    groupConcurrency: 1,
    timeoutSeconds: 60,
    unique: 'waiting',
    retry: { limit: 8, delaySeconds: 1, maxDelaySeconds: 30 },
    async work(lane, context) {
      await inTransaction(deps.sql, async sql => {
        const rows = await observationStore.take(sql, lane, atOnce)
        for (const [readerId, noted] of byReader(rows)) await digest(deps, sql, readerId, noted)
        for (const row of rows)
          if (row.body.is === 'answered') await learnFrom(deps, sql, lane, row.body, row.source)
        if (rows.length === atOnce) await enqueueDigest(deps, sql, lane)
        await context.complete(sql)
      })
    },
  })

const byReader = (rows: readonly ObservationRow[]): Map<string, ObservationRow[]> =>
  Map.groupBy(
    rows.filter(({ body }) => body.is !== 'answered'),
    ({ body }) => (body.is === 'answered' ? '' : body.readerId),
  )

const digest = async (
  deps: DigestDeps,
  sql: Sql,
  readerId: string,
  rows: readonly ObservationRow[],
): Promise<void> => {
  const reader = await watchStore.lock(sql, readerId)
  if (!reader) return
  const days: Record<string, DayCounts> = {}
  let pages = 0
  for (const { body, source } of rows) {
    if (body.is === 'proved') await prove(deps, sql, reader, body, source)
    if (body.is !== 'read') continue
    pages++
    await countRead(deps, sql, reader, { ...body, source }, days)
  }
  await watchStore.save(sql, readerId, reader)
  if (pages === 0) return
  await dayStore.add(sql, readerId, pages, days)
  await seenStore.trim(sql, readerId)
}

type Read = Extract<Noted, { is: 'read' }> & { source: Buffer | null }

const countRead = async (
  deps: DigestDeps,
  sql: Sql,
  reader: ReaderRow,
  read: Read,
  days: Record<string, DayCounts>,
): Promise<void> => {
  for (const [field, { isFlagged, isMissing, families }] of Object.entries(read.fields)) {
    const known = days[field] ?? [0, 0, 0, 0, 0, 0]
    // Where nothing need be there and nothing was found, no family says otherwise.
    const isAgreed = families > 1 || (families === 0 && !isMissing)
    const more = [1, Number(isFlagged), Number(isMissing), Number(isAgreed), 0, 0]
    days[field] = known.map((count, at) => count + (more[at] ?? 0)) as DayCounts
  }
  const flags = read.isOther ? { '': ['missing' as const] } : read.flags
  await seenStore.put(sql, reader.id, { ...read, flags })
  if (read.version === reader.alsoVersion) await watchStore.touchAlso(sql, reader.id)
  if (read.version !== reader.version || reader.stage !== 'live') return
  const { watch, changed } = watchPage(reader.watch, flaggedIn(read))
  reader.watch = { ...reader.watch, ...watch }
  if (read.isChecked && takeCheck(reader, deps.now()))
    await deps.queue.enqueue<CheckPayload>(
      sql,
      { name: checkJobName },
      { readerId: reader.id, url: read.url },
    )
  if (changed.length > 0 && reader.health === 'ready') await startRepair(deps, sql, reader, changed)
  if (reader.health !== 'drifting') return
  if (isCalm(watch)) {
    // What it usually does is counted anew: the pages of the change are no part of it.
    reader.health = 'ready'
    reader.watch = { ...reader.watch, fields: {}, repair: undefined }
    await raiseEvent(deps, sql, reader, 'reader.ready', { version: reader.version })
  } else if (isRepairDue(reader.watch)) await tryRepair(deps, sql, reader)
}

const flaggedIn = ({ fields, isOther }: Read): Record<string, boolean> => {
  if (isOther) return { [otherTemplate]: true }
  const flagged = Object.entries(fields).map(
    ([field, { isFlagged }]) => [field, isFlagged] as const,
  )
  const isAny = flagged.some(([, isFlagged]) => isFlagged)
  return { ...Object.fromEntries(flagged), [anyField]: isAny, [otherTemplate]: false }
}

const maxChecksPerDay = 20

const takeCheck = (reader: ReaderRow, now: number): boolean => {
  const day = new Date(now).toISOString().slice(0, 10)
  const { checksOf } = reader.watch
  const count = checksOf?.day === day ? checksOf.count : 0
  reader.watch.checksOf = { day, count: count + 1 }
  return count < maxChecksPerDay
}

type Proved = Extract<Noted, { is: 'proved' }>

/** Read along beside a model: after enough of such pages somebody decides whether it takes over. */
const prove = async (
  deps: DigestDeps,
  sql: Sql,
  reader: ReaderRow,
  { version, url, data, same, differ }: Proved,
  source: Buffer | null,
): Promise<void> => {
  const proving = reader.watch.proving ?? noProof
  if (reader.stage !== 'proving' || version !== reader.version || !source) return
  if (proving.pages >= neededPages.proving) return
  await pageStore.put(sql, reader.id, { url, data, isLabelled: true, source, isByModel: true })
  const pages = proving.pages + 1
  reader.watch.proving = {
    ...{ round: proving.round, pages },
    same: counted(proving.same, same),
    differ: counted(proving.differ, differ),
  }
  if (pages === neededPages.proving) await enqueueLearning(deps, sql, reader.id)
}

const counted = (counts: Record<string, number>, pointers: readonly string[]) => ({
  ...counts,
  ...Object.fromEntries(pointers.map(pointer => [pointer, (counts[pointer] ?? 0) + 1])),
})

/** A page that a model answered alone: an example for the reader of its template. */
const learnFrom = async (
  deps: DigestDeps,
  sql: Sql,
  { accountId, host }: DigestPayload,
  page: Extract<Noted, { is: 'answered' }>,
  source: Buffer | null,
): Promise<void> => {
  if (!source) return
  const schemaKey = schemaKeyOf(page.schema, promptKeyOf(page.prompt))
  const lessons = await watchStore.lessons(sql, { accountId, host, schemaKey })
  const known = lessons.find(({ skeleton }) => likeness(skeleton, page.skeleton) >= sameTemplate)
  // Asked of the model before the reader was there, or one page too many.
  if (known && (known.stage !== 'learning' || known.pages >= neededPages.learning)) return
  const id = known?.id ?? (await beginLesson(sql, accountId, host, page, lessons.length))
  if (!id) return
  const { url, data } = page
  await pageStore.put(sql, id, { url, data, isLabelled: true, source, isByModel: true })
  const count = await pageStore.count(sql, id)
  if (count >= neededPages.learning) await enqueueLearning(deps, sql, id)
}

const sameTemplate = 0.4
const maxReaders = 500
const maxLessons = 20

const beginLesson = async (
  sql: Sql,
  accountId: string,
  host: string,
  { schema, prompt, skeleton }: Extract<Noted, { is: 'answered' }>,
  lessons: number,
): Promise<string | undefined> => {
  if (lessons >= maxLessons) return undefined
  if ((await readerStore.count(sql, accountId)) >= maxReaders) return undefined
  const id = newId('rdr')
  await readerStore.insert(sql, {
    ...{ id, accountId, name: nameOf(host), host, schema, skeleton },
    ...{ fallback: 'model', reading: {}, version: 0, stage: 'learning' },
    prompt: promptKeyOf(prompt),
  })
  return id
}

const enqueueLearning = (deps: DigestDeps, sql: Sql, readerId: string): Promise<unknown> =>
  deps.queue.enqueue<ReaderPayload>(sql, { name: learnJobName }, { readerId }, { key: readerId })

/** Finds what came to a host while its job was just ending. */
export const sweepObservations = async (deps: Pick<DigestDeps, 'sql' | 'queue'>): Promise<void> => {
  for (const lane of await observationStore.waiting(deps.sql))
    await enqueueDigest(deps, deps.sql, lane)
}

const enqueueDigest = (
  { queue }: Pick<DigestDeps, 'queue'>,
  sql: Sql,
  lane: DigestPayload,
): Promise<unknown> => {
  const group = `${lane.accountId} ${lane.host}`
  return queue.enqueue<DigestPayload>(sql, { name: digestJobName }, lane, { key: group, group })
}

import { type Database, inTransaction, type Sql } from '../../base/db/sql.ts'
import { defineJob, type Job } from '../../base/queue/job.ts'
import { asWorkOf } from '../../kit/admission-queue.ts'
import { AppError } from '../../kit/errors.ts'
import { checkSchema } from '../extract/schema/limits.ts'
import type { AskElse } from './ask-else.ts'
import { exampleFrom } from './compare.ts'
import { losesMost } from './drift.ts'
import { type EventDeps, raiseEvent } from './events.ts'
import { taughtIn } from './file.ts'
import { type ReaderPayload, repairJobName } from './job-names.ts'
import { keptPages } from './operations.ts'
import { unpackSource } from './pages.ts'
import type { ChangedPage, Repaired } from './repair-task.ts'
import { type ReaderRow, readerStore, type VersionRow, versionStore } from './store.ts'
import type { RunReaders } from './tasks.ts'
import { keptLesson } from './teach.ts'
import { seenStore, watchStore } from './watch-store.ts'

type RepairDeps = EventDeps & {
  sql: Database
  run: RunReaders
  askElse: AskElse
  hasModel: boolean
  now: () => number
}

/**
 * The cheapest way first: from what the old rules still agree on and what was known before, then
 * from a model. What passes the gate is used; what does not is kept for somebody to decide.
 */
export const repairJob = (deps: RepairDeps): Job<ReaderPayload> =>
  defineJob<ReaderPayload>({
    name: repairJobName,
    concurrency: 1,
    timeoutSeconds: 300,
    unique: 'waiting',
    retry: { limit: 3, delaySeconds: 5, maxDelaySeconds: 60 },
    async work({ readerId }, context) {
      const reader = await readerStore.get(deps.sql, readerId)
      const version = reader && (await versionStore.find(deps.sql, readerId, reader.version))
      if (!version || !(await watchStore.beginRepair(deps.sql, readerId, version.number))) return
      const tries = await asWorkOf(reader.accountId, () =>
        attempt(deps, reader, version, context.signal),
      )
      await inTransaction(deps.sql, async sql => {
        const now = await watchStore.lock(sql, readerId)
        // Somebody taught it meanwhile: then there is nothing left to repair.
        if (now?.health === 'repairing' && now.version === version.number)
          await settle(deps, sql, now, version, tries)
        await context.complete(sql)
      })
    },
    async failed({ readerId }, { complete }) {
      await inTransaction(deps.sql, async sql => {
        const reader = await watchStore.lock(sql, readerId)
        if (reader?.health === 'repairing')
          await watchStore.save(sql, readerId, { ...reader, health: 'drifting' })
        await complete(sql)
      })
    },
  })

const changedPages = 12
const modelPages = 3

/** The best first. */
const attempt = async (
  deps: RepairDeps,
  reader: ReaderRow,
  { file }: VersionRow,
  signal: AbortSignal,
): Promise<Repaired[]> => {
  const pages = await newPages(deps.sql, reader.id)
  const kept = (await keptPages(deps.sql, reader.id)).labelled
  const learn = async (changed: ChangedPage[]) => {
    const task = { schema: checkSchema(reader.schema), current: taughtIn(file), kept }
    try {
      return await deps.run('repairReader', { ...task, pages: changed }, signal)
    } catch (error) {
      if (error instanceof AppError && !error.isTransient) return undefined
      throw error
    }
  }
  const alone = await learn(pages)
  const isWhole = alone?.passes && alone.helps && alone.lost.length === 0
  if (isWhole || !deps.hasModel) return alone ? [alone] : []
  const asked = await askAbout(deps, reader, pages, signal)
  const byModel = asked.some(({ said }) => said !== undefined) ? await learn(asked) : undefined
  return [byModel, alone]
    .flatMap(one => (one ? [one] : []))
    .sort((a, b) => Number(b.passes) - Number(a.passes) || a.gate.flagsAfter - b.gate.flagsAfter)
}

const newPages = async (sql: Sql, readerId: string): Promise<ChangedPage[]> => {
  const rows = await seenStore.flagged(sql, readerId, 2 * changedPages)
  const withPage = rows.flatMap(row => (row.flaggedSource ? [{ row, at: row.flaggedSource }] : []))
  return Promise.all(
    withPage.slice(0, changedPages).map(async ({ row, at }) => ({
      ...{ url: row.url, source: await unpackSource(at) },
      ...(row.goodData ? { known: row.goodData } : {}),
    })),
  )
}

const askAbout = async (
  { askElse }: RepairDeps,
  { accountId, schema, prompt }: ReaderRow,
  pages: readonly ChangedPage[],
  signal: AbortSignal,
): Promise<ChangedPage[]> => {
  const asked = pages.slice(0, modelPages).map(async page => {
    const said = await askElse({ accountId, schema, prompt, page }, signal).catch(() => undefined)
    return said ? { ...page, said: exampleFrom(schema, said) } : page
  })
  return [...(await Promise.all(asked)), ...pages.slice(modelPages)]
}

const settle = async (
  deps: RepairDeps,
  sql: Sql,
  reader: ReaderRow,
  before: VersionRow,
  tries: readonly Repaired[],
): Promise<void> => {
  const best = tries.find(({ passes, helps }) => passes && helps)
  const offered = best ?? tries.find(({ helps }) => helps)
  if (!offered) {
    // A reader that still finds most goes on; what it leaves open goes to the fallback.
    const isUseless = losesMost(reader.watch)
    const health = isUseless ? 'broken' : 'drifting'
    await watchStore.save(sql, reader.id, { ...reader, health })
    if (isUseless) return raiseEvent(deps, sql, reader, 'reader.broken', {})
    if ((reader.watch.repair?.tries ?? 1) > 1) return
    return raiseEvent(deps, sql, reader, 'reader.question', {})
  }
  if (!best && (await versionStore.hasProposal(sql, reader.id)))
    // Somebody may be looking at the earlier one.
    return watchStore.save(sql, reader.id, { ...reader, health: 'drifting' })
  const number = ((await readerStore.lock(sql, reader.id)) ?? 0) + 1
  const { lesson, gate } = offered
  await versionStore.insert(sql, reader.id, {
    ...{ number, cause: 'repair', isProposed: !best, gate, lesson: keptLesson(lesson, []) },
    file: {
      ...{ ...before.file, ...lesson.reader },
      learned: { ...before.file.learned, at: new Date(deps.now()).toISOString() },
    },
  })
  if (!best) {
    await watchStore.save(sql, reader.id, { ...reader, health: 'drifting' })
    return raiseEvent(deps, sql, reader, 'reader.question', { proposal: number })
  }
  await versionStore.removeProposals(sql, reader.id)
  await watchStore.switchTo(sql, reader.id, {
    ...{ version: number, stage: 'live', health: 'ready', watch: {}, also: reader.version },
  })
  await raiseEvent(deps, sql, reader, 'reader.repaired', { version: number })
}

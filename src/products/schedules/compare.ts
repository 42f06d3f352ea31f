import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { inTransaction } from '../../base/db/sql.ts'
import { AppError } from '../../kit/errors.ts'
import { sha256 } from '../../kit/ids.ts'
import { type Counts, changeStore, type SeenPage } from './change-store.ts'
import type { ScheduleDeps } from './deps.ts'
import type { JobResult, ScheduledJobKind } from './kinds.ts'
import type { Change } from './request.ts'
import type { RunRow } from './run-store.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Of a longer text only the hash is kept: that it changed is told, not what. */
const maxTextChars = 200_000

/** `request`: the body of the operation. */
type ComparedRun = RunRow & { request: object }

/**
 * The results of a job against the pages as the run before saw them, some at a time, each part in
 * one transaction with the count of what was compared: after a crash it goes on there, and nothing
 * is told twice or lost.
 */
export const compareJob = async (
  deps: Pick<ScheduleDeps, 'sql' | 'run'>,
  kind: Pick<ScheduledJobKind, 'results' | 'keyOf'>,
  run: ComparedRun & { accountId: string; jobId: string },
  isWhole: boolean,
  signal: AbortSignal,
): Promise<void> => {
  for (let compared = run.compared; ; ) {
    signal.throwIfAborted()
    const results = await kind.results(run.accountId, run.jobId, compared)
    if (results.length === 0) break
    await comparePart(deps, kind, run, results, signal)
    compared += results.length
  }
  // A page that a cut-off run did not reach is not gone.
  if (isWhole) while (await takeGone(deps, run));
}

const comparePart = async (
  deps: Pick<ScheduleDeps, 'sql' | 'run'>,
  kind: Pick<ScheduledJobKind, 'keyOf'>,
  run: ComparedRun,
  results: readonly JobResult[],
  signal: AbortSignal,
): Promise<void> => {
  const keyOf = ({ url }: JobResult) => sha256(kind.keyOf(url, run.request))
  const pages = eachOnce(results.map(result => ({ ...result, key: keyOf(result) })))
  const seen = await changeStore.seen(
    deps.sql,
    run.scheduleId,
    pages.map(({ key }) => key),
  )
  const counts: Counts = { ...none }
  const changes: Change[] = []
  const fresh: SeenPage[] = []
  const failed: Buffer[] = []
  const gone: Buffer[] = []
  for (const page of pages) {
    const { key, url, text } = page
    const before = seen.get(key.toString('hex'))
    if (text === undefined) {
      // Each is told once: what is gone is forgotten, what failed is known to have failed.
      const is = page.isMissing ? 'gone' : 'failed'
      ;(page.isMissing ? gone : failed).push(key)
      if (!before || (before.hasFailed && !page.isMissing)) continue
      counts[is]++
      if (run.hasBefore) changes.push({ change: is, subject: url, detail: page.error })
      continue
    }
    const hash = sha256(text)
    if (before?.hash.equals(hash)) {
      counts.same++
      continue
    }
    fresh.push({ key, url, hash, text: await packed(text) })
    if (before) counts.changed++
    else counts.added++
    if (before && run.hasBefore)
      changes.push({
        change: 'changed',
        subject: url,
        detail: await difference(deps, before.text, text, signal),
      })
    else if (run.hasBefore) changes.push({ change: 'new', subject: url, detail: null })
  }
  await inTransaction(deps.sql, async sql => {
    const met = pages.map(({ key }) => key)
    await changeStore.touch(sql, run, met, failed)
    await changeStore.forget(sql, run, gone)
    await changeStore.keep(sql, run, fresh)
    await changeStore.add(sql, run.id, changes)
    await changeStore.count(sql, run.id, { ...counts, compared: results.length })
  })
}

/** Of a page that was asked for twice; what was read of it says more than that it once was not. */
const eachOnce = <Page extends JobResult & { key: Buffer }>(pages: readonly Page[]): Page[] => {
  const first = new Map<string, Page>()
  for (const page of pages) {
    const name = page.key.toString('hex')
    if (first.get(name)?.text === undefined) first.set(name, page)
  }
  return [...first.values()]
}

const packed = async (text: string): Promise<Buffer | undefined> =>
  text.length > maxTextChars ? undefined : compress(Buffer.from(text))

/** Undefined text before or a comparison that takes too long: that it changed is all we say. */
const difference = async (
  deps: Pick<ScheduleDeps, 'run'>,
  before: Buffer | null,
  after: string,
  signal: AbortSignal,
): Promise<string | null> => {
  if (!before || after.length > maxTextChars) return null
  const text = (await decompress(before)).toString()
  try {
    return await deps.run('diffTexts', { before: text, after }, signal)
  } catch (error) {
    if (error instanceof AppError && error.code === 'page_too_large') return null
    throw error
  }
}

/** True while there may be more. */
const takeGone = (deps: Pick<ScheduleDeps, 'sql'>, run: RunRow): Promise<boolean> =>
  inTransaction(deps.sql, async sql => {
    const urls = await changeStore.takeGone(sql, run)
    if (run.hasBefore) {
      const changes = urls.map(subject => ({ change: 'gone' as const, subject, detail: null }))
      await changeStore.add(sql, run.id, changes)
      await changeStore.count(sql, run.id, { ...none, gone: urls.length, compared: 0 })
    }
    return urls.length > 0
  })

const none: Counts = { added: 0, changed: 0, gone: 0, failed: 0, same: 0 }

/** The same for operations that answer at once: named facts before and after. */
export const compareFacts = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): { changes: Change[]; counts: Counts } => {
  const changes: Change[] = []
  const counts = { ...none }
  for (const [subject, value] of after) {
    const old = before.get(subject)
    if (old === value) counts.same++
    else if (old === undefined) {
      counts.added++
      changes.push({ change: 'new', subject, detail: value || null })
    } else {
      counts.changed++
      changes.push({ change: 'changed', subject, detail: `${old} → ${value}` })
    }
  }
  for (const [subject, value] of before)
    if (!after.has(subject)) {
      counts.gone++
      changes.push({ change: 'gone', subject, detail: value || null })
    }
  return { changes, counts }
}

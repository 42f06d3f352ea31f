import { setTimeout as wait } from 'node:timers/promises'
import { listKeys } from '../../../src/base/accounts/keys.ts'
import { assertSound } from '../../../test/support/batch.ts'
import { until } from '../../../test/support/until.ts'
import { finished, reached, submit, watchProgress } from './batches.ts'
import type { Fleet, Worker } from './fleet.ts'
import { makeKey, refusedAfter } from './keys.ts'
import { ask, openVisitors, type Visitors } from './visitors.ts'

type Options = {
  fleet: Fleet
  /** Two; the first is cut off. */
  workers: readonly [Worker, Worker]
  urls: number
  cutMs: number
  awayMs: number
  say(line: string): void
}

/**
 * One batch and two crowds of visitors, while one thing after the other breaks: a worker's host and
 * an edge are cut off, and the primary dies.
 */
export const runFaults = async ({ fleet, workers, urls, cutMs, awayMs, say }: Options) => {
  const { sql, edges } = fleet
  const visitors = await Promise.all([
    openVisitors(edges[0], fleet.publicKey),
    openVisitors(edges[1], fleet.publicKey),
  ])
  const mustGoOn = async (when: string, count: number) => {
    if (!(await reached(fleet, id, count))) throw new Error(`The batch was over ${when}.`)
  }
  const id = await submit(fleet, urls)
  await mustGoOn('before a host was cut off', urls / 20)
  const [cutAt, edge] = [await finished(fleet, id), cutEdgeOff(fleet, visitors[1], cutMs)]
  workers[0].host.unplug(0)
  const progress = watchProgress(fleet, id)
  await wait(cutMs)
  const standstillMs = await progress.stop()
  workers[0].host.plug(0)
  const backAt = await finished(fleet, id)
  say(`a worker cut off at ${cutAt}, back at ${backAt} of ${urls}`)

  await mustGoOn('before the primary died', (backAt + urls) / 2)
  await fleet.failOver(awayMs)
  const promotedMs = performance.now()
  const before = await untilKnown(fleet, id)
  const answersMs = performance.now() - promotedMs
  await until('work goes on', async () => (await finished(fleet, id)) > before, 60_000)
  const worksMs = performance.now() - promotedMs
  say(
    `failed over at ${before}: answers after ${Math.round(answersMs)} ms, pages after ${Math.round(worksMs)} ms`,
  )
  await reached(fleet, id, urls)
  await assertSound(sql, id)
  const visits = await Promise.all(visitors.map(crowd => crowd.stop()))
  const answered = visits.reduce((sum, crowd) => sum + crowd.answered, 0)
  return {
    ...{ ...(await edge), answersMs, worksMs, standstillMs },
    batch: await countBatch(fleet, id),
    images: await countImages(fleet, answered),
  }
}

/** The second edge hears nothing for a while, in which a key is deleted. */
const cutEdgeOff = async (fleet: Fleet, visitors: Visitors, cutMs: number) => {
  const [near, cut] = fleet.edges
  const deleted = await makeKey(fleet)
  fleet.partition()
  const cutAtMs = performance.now()
  const before = visitors.count()
  await wait(cutMs / 4)
  await deleted.delete()
  const elsewhereMs = await refusedAfter(near, deleted.key)
  const goesOn = (await ask(cut, deleted.key, 0)) === 200
  await wait(cutMs - (performance.now() - cutAtMs))
  const meanwhile = visitors.since(before)
  fleet.heal()
  const healedMs = await refusedAfter(cut, deleted.key)
  return { elsewhereMs, goesOn, healedMs, meanwhile }
}

const untilKnown = async (fleet: Fleet, id: string): Promise<number> => {
  for (;;) {
    const count = await finished(fleet, id)
    if (count > 0) return count
    await wait(20)
  }
}

const countBatch = async ({ sql }: Fleet, id: string) => {
  const [row] = await sql`
    select count(*) filter (where state in ('done', 'failed'))::int as ended,
      count(*) filter (where state = 'done')::int as done,
      count(distinct finished_as)::int as once,
      (select coalesce(sum(credits), 0)::int from ledger
        where kind = 'settle' and ref like ${`${id}:%`}) as credits
    from batch_items where batch_id = ${id}`
  return row as { ended: number; done: number; once: number; credits: number }
}

/** What was answered to the visitors' key, and what is counted for it once all has arrived. */
const countImages = async ({ sql, publicKey }: Fleet, answered: number) => {
  const key = (await listKeys(sql)).find(({ shown }) => publicKey.endsWith(shown.slice(-4)))
  const counted = async (): Promise<number> => {
    const [row] = await sql`
      select coalesce(sum(requests), 0)::int as sum from usage where key_id = ${key?.id ?? ''}`
    return row?.sum
  }
  const endMs = performance.now() + 60_000
  while ((await counted()) < answered && performance.now() < endMs) await wait(200)
  // Whatever is sent twice would arrive now.
  await wait(3_000)
  return { answered, counted: await counted() }
}

import { setTimeout as wait } from 'node:timers/promises'
import { type Database, inTransaction, isDatabaseAway, type Sql } from '../db/sql.ts'
import type { Begin } from '../queue/pump.ts'
import type { Queue } from '../queue/queue.ts'
import type { Claim } from '../queue/store.ts'
import { scheduleDelivery } from './events.ts'
import { type FinishDeps, type Finished, finishItems } from './finish.ts'
import { finishStore, type ItemOutcome, type Retry } from './finish-store.ts'
import { hostPaceStore } from './host-pace-store.ts'
import { passSlots } from './host-slots.ts'

/** The end of a run: what became of its item, if anything, and the ticket it gives back. */
type Ending = { claim: Claim; host: string; outcome?: ItemOutcome; retry?: Retry }

export type GroupCommit = {
  finish(ending: Ending): Promise<void>
  /** Waits no longer for a database that is away: its items are read again by others. */
  close(): void
}

type FinisherDeps = Omit<FinishDeps, 'queue'> & {
  sql: Database
  queue: Pick<Queue, 'enqueue' | 'enqueueMany' | 'completeMany' | 'takeNext'>
}

const maxTogether = 50
const maxTogetherBytes = 16_000_000
/** As many as are worth no further wait. */
const enough = 32
/**
 * Most of what a transaction costs is its own, so its first item waits for others: for longer where many
 * come. Where few do, their hosts have nobody else to read, and wait too.
 */
const waitMs = { least: 20, most: 50, forEach: 5 }
/** A restart of the database takes a second; what was read is worth waiting for it. */
const maxAwayMs = 60_000

/**
 * Runs that end at about the same time are written in one transaction: one lock of their job and
 * one fsync for many. Each caller waits for the transaction that holds its item.
 */
export const createGroupCommit = (deps: FinisherDeps): GroupCommit => {
  type Waiting = { ending: Ending; resolve: () => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let running = false
  let closed = false
  let lastSize = 0
  let isEnough = () => {}

  const write = async (group: readonly Ending[]) => {
    const giveUpMs = performance.now() + maxAwayMs
    for (;;) {
      try {
        return await writeOnce(deps, group)
      } catch (error) {
        // If it was the commit's answer that got lost, the second time finds everything done.
        if (closed || !isDatabaseAway(error) || performance.now() > giveUpMs) throw error
        await wait(200)
      }
    }
  }

  /** What cannot be written must not hold up the others: then each goes by itself. */
  const writeEach = async (group: readonly Waiting[]) => {
    for (const { ending, resolve, reject } of group) await write([ending]).then(resolve, reject)
  }

  const awaitOthers = async () => {
    if (waiting.length >= enough) return
    const { least, most, forEach } = waitMs
    const { promise, resolve } = Promise.withResolvers<void>()
    isEnough = resolve
    const timer = setTimeout(resolve, Math.max(least, Math.min(most, forEach * lastSize)))
    await promise
    clearTimeout(timer)
  }

  const pump = async () => {
    running = true
    while (waiting.length > 0) {
      await awaitOthers()
      const size = groupSize(waiting.map(({ ending }) => ending))
      lastSize = size
      const group = waiting.slice(0, size)
      waiting = waiting.slice(size)
      try {
        await write(group.map(({ ending }) => ending))
        for (const { resolve } of group) resolve()
      } catch (error) {
        if (group.length > 1 && !isDatabaseAway(error)) await writeEach(group)
        else for (const { reject } of group) reject(error)
      }
    }
    running = false
  }

  return {
    finish: ending =>
      new Promise((resolve, reject) => {
        waiting.push({ ending, resolve, reject })
        if (waiting.length === enough) isEnough()
        if (!running) void pump()
      }),
    close: () => {
      closed = true
    },
  }
}

const groupSize = (endings: readonly Ending[]): number => {
  let bytes = 0
  const size = endings.findIndex(({ outcome }, at) => {
    bytes += outcome?.result.bytes?.length ?? 0
    return at === maxTogether || (at > 0 && bytes > maxTogetherBytes)
  })
  return size < 0 ? endings.length : size
}

/** With the ends of runs the next ones are taken, which begin as soon as it is written. */
const writeOnce = async (deps: FinisherDeps, group: readonly Ending[]): Promise<void> => {
  let begin: Begin = () => undefined
  const work = async (sql: Sql) => {
    await writeEndings(deps, sql, group, given => {
      begin = given
    })
  }
  await inTransaction(deps.sql, work).catch(error => {
    begin(false)
    throw error
  })
  begin(true)
}

/**
 * Locks are taken in the order of `inTransaction`. An outcome counts whoever brings it first; putting
 * an item back and passing on its ticket is for whoever holds it. Statements go together where they
 * can, in the order in which they stand here.
 */
const writeEndings = async (
  deps: FinisherDeps,
  sql: Sql,
  group: readonly Ending[],
  onTaken: (begin: Begin) => void,
): Promise<void> => {
  const { queue } = deps
  const all = group.map(({ claim }) => claim)
  const completing = queue.completeMany(sql, all)
  const outcomes = group.flatMap(({ outcome }) => outcome ?? [])
  const passOn = async ({ touched, hosts }: Finished) => {
    const claims = await completing
    const held = group.filter(({ claim }) => claims.includes(claim))
    const [, tickets] = await Promise.all([
      finishStore.putBack(
        sql,
        held.flatMap(({ retry }) => retry ?? []),
      ),
      hostPaceStore.fill(
        sql,
        held.map(({ host }) => host),
        hosts,
      ),
    ])
    onTaken(await passSlots(queue, sql, tickets, all))
    for (const { jobId, hasWebhook, ended } of touched)
      if (hasWebhook) await scheduleDelivery(queue, sql, jobId, ended ? 'now' : 'soon')
  }
  await Promise.all([completing, finishItems(deps, sql, outcomes, passOn)])
}

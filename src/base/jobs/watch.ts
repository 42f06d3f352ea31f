import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '../db/sql.ts'
import type { JobKindName } from './kinds-and-states.ts'
import { jobStore, type Progress } from './store.ts'

type Wanted = { id: string; kind: JobKindName; accountId: string; offset: number }

export type Watch = {
  /** Until there is a row past the offset, the job has ended or is gone, or time is up. */
  awaitRows(wanted: Wanted, limits: { waitMs: number; signal: AbortSignal }): Promise<void>
}

const stepMs = 250

/**
 * Asks how far jobs are, again and again: items end in whatever process reads them. One small
 * question is for everybody who waits, however many they are.
 */
export const createWatch = (sql: Sql): Watch => {
  type Waiter = Wanted & {
    untilMs: number
    signal: AbortSignal
    resolve: () => void
    reject: (error: unknown) => void
  }
  const waiters = new Set<Waiter>()
  let isLooking = false

  const look = async () => {
    const found = await jobStore.progress(sql, [...new Set([...waiters].map(({ id }) => id))])
    for (const waiter of waiters) {
      const progress = found.get(waiter.id)
      const isOver = waiter.signal.aborted || performance.now() >= waiter.untilMs
      if (progress && !isOver && isAhead(waiter, progress)) continue
      waiters.delete(waiter)
      waiter.resolve()
    }
  }

  const lookAgainAndAgain = async () => {
    isLooking = true
    try {
      while (waiters.size > 0) {
        await look()
        if (waiters.size > 0) await pause(stepMs)
      }
    } catch (error) {
      for (const { reject } of waiters) reject(error)
      waiters.clear()
    } finally {
      isLooking = false
    }
  }

  return {
    async awaitRows(wanted, { waitMs, signal }) {
      const progress = (await jobStore.progress(sql, [wanted.id])).get(wanted.id)
      if (!progress || !isAhead(wanted, progress)) return
      await new Promise<void>((resolve, reject) => {
        const untilMs = performance.now() + waitMs
        waiters.add({ ...wanted, untilMs, signal, resolve, reject })
        if (!isLooking) void lookAgainAndAgain()
      })
    },
  }
}

/** What is waited for is still to come. */
const isAhead = ({ kind, accountId, offset }: Wanted, progress: Progress): boolean =>
  progress.kind === kind &&
  progress.accountId === accountId &&
  !progress.ended &&
  progress.done <= offset

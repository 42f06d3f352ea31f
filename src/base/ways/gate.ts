import { setTimeout as wait } from 'node:timers/promises'
import { createAdmissionQueue } from '../../kit/admission-queue.ts'
import { AppError } from '../../kit/errors.ts'
import type { Way } from './definition.ts'

/** Keeps a way within its limits: pages at a time, and the pause between two for one host. */
export type Gate = {
  hold<T>(hostname: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

/**
 * A page of a job does not stand here for long: it would keep a place that pages of other ways could
 * use, and comes again. A caller waits for as long as the call may take.
 */
const patienceMs = 250
const maxHosts = 10_000

export const createGate = ({
  name,
  maxConcurrent,
  perHostDelayMs,
}: Pick<Way, 'name' | 'maxConcurrent' | 'perHostDelayMs'>): Gate => {
  const limits = { places: maxConcurrent, calls: 0, usualMs: 0 }
  const line = createAdmissionQueue(limits, patienceMs)
  const nextMs = new Map<string, number>()

  const awaitTurn = async (hostname: string, signal: AbortSignal): Promise<void> => {
    if (perHostDelayMs === 0) return
    const now = performance.now()
    const atMs = Math.max(now, nextMs.get(hostname) ?? now)
    if (nextMs.size >= maxHosts) nextMs.clear()
    nextMs.set(hostname, atMs + perHostDelayMs)
    if (atMs > now) await wait(atMs - now, undefined, { signal })
  }

  return {
    async hold(hostname, signal, work) {
      let isIn = false
      try {
        return await line.hold(async () => {
          isIn = true
          await awaitTurn(hostname, signal)
          return work()
        }, signal)
      } catch (error) {
        if (isIn || !(error instanceof AppError) || error.code !== 'overloaded') throw error
        throw new AppError('overloaded', `The way out ${name} is busy. Try again shortly.`, {
          cause: wayBusy,
          retryAfterSeconds: 1,
        })
      }
    },
  }
}

const wayBusy = new Error('All places of the way are taken.')

/** Nothing was asked for yet: whoever can wait comes again, and it counts as no try. */
export const isWayBusy = (error: AppError): boolean => error.cause === wayBusy

import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply } from 'fastify'
import { onAbort } from '../../kit/on-abort.ts'

const askers = new AsyncLocalStorage<AbortSignal>()

/** A question that a door asks one of our own routes for somebody: it ends when they hang up. */
export const callInProgress = <T>(asker: AbortSignal, question: () => Promise<T>): Promise<T> =>
  askers.run(asker, question)

/**
 * The connection of such a question, which is none, breaks with the asker's. (`inject` has a signal
 * of its own, but forgets it as soon as it has read the body.)
 */
export const abortWithCaller = ({ raw }: FastifyReply): void => {
  const asker = askers.getStore()
  if (!asker) return
  raw.once(
    'close',
    onAbort(asker, () => raw.destroy()),
  )
}

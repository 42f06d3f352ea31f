import { traced } from '../../kit/trace.ts'
import { asked, type Query } from './client/query.ts'

/** From now on every statement is a step of the trace that it is part of. */
export const traceQueries = (): void => {
  // Once, however many ask for it.
  asked.unsubscribe(follow)
  asked.subscribe(follow)
}

const follow = (message: unknown): void => {
  const query = message as Query
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  query.onEnd(error => (error ? reject(error) : resolve()))
  traced(`sql ${summaryOf(query.strings)}`, () => promise).catch(() => undefined)
}

/** `select keys`: the verb and the first table. The statement itself may hold what somebody sent. */
const summaryOf = (strings: readonly string[]): string => {
  const text = strings.join(' ').slice(0, 4_000)
  const [verb = ''] = /[a-z]+/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+(?:only\s+)?([a-z_]+(?:\.[a-z_]+)?)/i.exec(text) ?? []
  return [verb.toLowerCase(), table].filter(Boolean).join(' ')
}

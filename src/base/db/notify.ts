import { setTimeout as wait } from 'node:timers/promises'
import { within } from '../../kit/deadline.ts'
import { newId } from '../../kit/ids.ts'
import { postgres } from './client/client.ts'
import { DatabaseStartError } from './start-error.ts'
import { connectionOptions, type DatabaseTarget } from './target.ts'

export type Notifications = {
  /** Whether every notification sent until just now has arrived. While it is false, caches lie. */
  isLive(): boolean
  /** When that was last proved without a gap before it, on the clock of `performance.now`. */
  provenMs(): number
  /** Resolves once the channel is heard (or will be, when the connection is back). */
  subscribe(channel: string, handler: (payload: string) => void): Promise<void>
  /** Called after a gap, before `isLive` is true again: what was missed is unknown. */
  onReconnect(handler: () => void): void
  close(): Promise<void>
}

/** Two connections, because what a session tells itself proves nothing: see `prove`. */
type Link = { listener: Connection; teller: Connection; drop(): void }

const proofMs = 500
/** Three proofs: a server that stopped, or a network that swallows, is noticed within this time. */
const silenceMs = 1500
const connectMs = 3000
const pauseMaxMs = 1000

/**
 * LISTEN on a connection of its own, which is proved again and again: another connection of ours
 * sends a word, and it must come round. (An answer to `select 1` proves nothing: a pooler that
 * gives each transaction another session answers that while LISTEN is deaf.) With a pooler in between, what listens
 * goes past it (`direct`) and what tells goes through it, as everything else that is told does: so the
 * two also prove to lead to one database.
 */
export const openNotifications = async (
  direct: DatabaseTarget,
  { name, target = direct }: { name: string; target?: DatabaseTarget },
): Promise<Notifications> => {
  const handlers = new Map<string, ((payload: string) => void)[]>()
  const reconnected: (() => void)[] = []
  const closing = new AbortController()
  const proofChannel = newId('siteray_proof')
  let proven = (_word: string) => {}
  let link: Link | undefined
  let caughtUp = false
  let heardAtMs = Number.NEGATIVE_INFINITY
  let gapFromMs = Number.NEGATIVE_INFINITY

  const hear = (channel: string, payload: string) => {
    if (channel === proofChannel) proven(payload)
    for (const handler of handlers.get(channel) ?? []) queueMicrotask(() => handler(payload))
  }
  const prove = async ({ teller }: Link, limitMs: number) => {
    const word = newId('word')
    const { promise: heard, resolve } = Promise.withResolvers<void>()
    proven = payload => payload === word && resolve()
    await teller.query(`select pg_notify('${proofChannel}', '${word}')`)
    await within(limitMs, heard).catch(error => {
      throw new Deaf('A notification did not come round.', { cause: error })
    })
    heardAtMs = performance.now()
  }
  const open = async (): Promise<Link> => {
    const opened = openLink({ direct, target }, name, hear)
    try {
      await within(connectMs, opened.listener.query(listenTo(proofChannel)))
      // Channels that are added meanwhile are met by this loop too.
      for (const channel of handlers.keys())
        await within(connectMs, opened.listener.query(listenTo(channel)))
      await within(connectMs + silenceMs, prove(opened, silenceMs))
      link = opened
      return opened
    } catch (error) {
      opened.drop()
      throw error
    }
  }
  const proveOn = async (current: Link) => {
    while (current.listener.isOpen()) {
      await wait(proofMs, undefined, { ref: false })
      await within(silenceMs, prove(current, silenceMs))
    }
  }
  const keep = async (first: Link) => {
    for (let current: Link | undefined = first; current; ) {
      caughtUp = true
      await Promise.race([proveOn(current), current.listener.lost]).catch(() => undefined)
      caughtUp = false
      gapFromMs = heardAtMs
      link = undefined
      current.drop()
      current = await reopen(open, closing.signal)
      if (current) for (const handler of reconnected) handler()
    }
  }

  const first = await open().catch(error => {
    if (!(error instanceof Deaf)) throw error
    const sentence = target === direct ? deafSentence : deafDirectSentence
    throw new DatabaseStartError(sentence, { cause: error })
  })
  const keeping = keep(first)

  return {
    isLive: () =>
      caughtUp && link?.listener.isOpen() === true && performance.now() - heardAtMs <= silenceMs,
    provenMs: () => (caughtUp ? heardAtMs : gapFromMs),
    subscribe: async (channel, handler) => {
      const known = handlers.get(channel)
      handlers.set(channel, [...(known ?? []), handler])
      // When this fails the link is lost, and the next one listens to every channel.
      await link?.listener.query(listenTo(channel)).catch(() => undefined)
    },
    onReconnect: handler => void reconnected.push(handler),
    close: async () => {
      closing.abort()
      link?.drop()
      await keeping
    },
  }
}

class Deaf extends Error {}

const deafSentence =
  'DATABASE_URL leads to a pooler that does not keep sessions (PgBouncer with pool_mode=transaction or statement): LISTEN hears nothing there, and a deleted key would go on working. Set DATABASE_DIRECT_URL to PostgreSQL itself, for LISTEN alone; or point DATABASE_URL there, or at a pool with pool_mode=session.'

const deafDirectSentence =
  'What is told through DATABASE_URL is not heard at DATABASE_DIRECT_URL, and a deleted key would go on working: DATABASE_DIRECT_URL must lead to PostgreSQL itself (no pooler that does not keep sessions), and to the same database as DATABASE_URL.'

/** Whether notifications arrive: undefined, or the sentence that says what to do. */
export const examineNotifications = async (
  direct: DatabaseTarget,
  target = direct,
): Promise<string | undefined> => {
  try {
    await (await openNotifications(direct, { name: 'siteray doctor', target })).close()
    return undefined
  } catch (error) {
    if (error instanceof DatabaseStartError) return error.message
    throw error
  }
}

const reopen = async (open: () => Promise<Link>, closing: AbortSignal) => {
  for (let pauseMs = 25; !closing.aborted; pauseMs = Math.min(pauseMs * 2, pauseMaxMs)) {
    const opened = await open().catch(() => undefined)
    if (opened && !closing.aborted) return opened
    opened?.drop()
    await wait(pauseMs, undefined, { signal: closing, ref: false }).catch(() => undefined)
  }
  return undefined
}

const openLink = (
  { direct, target }: { direct: DatabaseTarget; target: DatabaseTarget },
  name: string,
  hear: (channel: string, payload: string) => void,
): Link => {
  const listener = openConnection(direct, name, hear)
  const teller = openConnection(target, `${name} tell`, () => undefined)
  const drop = () => {
    listener.drop()
    teller.drop()
  }
  return { listener, teller, drop }
}

type Connection = ReturnType<typeof openConnection>

const openConnection = (
  target: DatabaseTarget,
  name: string,
  onnotify: (channel: string, payload: string) => void,
) => {
  const { connection, ...where } = connectionOptions(target)
  let open = true
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  const onclose = () => {
    open = false
    resolve()
  }
  const sql = postgres({
    ...where,
    answer_ms: connectMs,
    ...{ max: 1, fetch_types: false, max_lifetime: null, connect_timeout: connectMs / 1000 },
    ...{ onnotify, onclose },
    connection: { ...connection, application_name: name },
  })
  return {
    query: (text: string): Promise<unknown> =>
      open ? sql.unsafe(text) : Promise.reject(new Error('The link is closed.')),
    lost,
    isOpen: () => open,
    drop: () => {
      onclose()
      void sql.end({ timeout: 0 })
    },
  }
}

const listenTo = (channel: string) => `listen "${channel.replaceAll('"', '""')}"`

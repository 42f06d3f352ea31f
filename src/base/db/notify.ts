import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { within } from '../../deadline.ts'
import { postgres } from './postgres.ts'
import { connectionOptions, type DatabaseTarget } from './target.ts'

export type Notifications = {
  /** Whether every notification sent until just now has arrived. While it is false, caches lie. */
  isLive(): boolean
  /** Resolves once the channel is heard (or will be, when the connection is back). */
  subscribe(channel: string, handler: (payload: string) => void): Promise<void>
  /** Called after a gap, before `isLive` is true again: what was missed is unknown. */
  onReconnect(handler: () => void): void
  close(): Promise<void>
}

type Link = {
  query(text: string): Promise<unknown>
  lost: Promise<void>
  isOpen(): boolean
  drop(): void
}

const pingMs = 500
/** Three pings: a server that stopped, or a network that swallows, is noticed within this time. */
const silenceMs = 1500
const connectMs = 3000
const pauseMaxMs = 1000

/**
 * LISTEN on a connection of its own, which is watched: a closed socket is seen at once, a silent one
 * by pings on that same connection. (postgres.js can listen and reconnect by itself, but never says
 * that it is deaf.)
 */
export const openNotifications = async (
  target: DatabaseTarget,
  options: { name: string },
): Promise<Notifications> => {
  const handlers = new Map<string, ((payload: string) => void)[]>()
  const reconnected: (() => void)[] = []
  const closing = new AbortController()
  let link: Link | undefined
  let caughtUp = false
  let heardAtMs = Number.NEGATIVE_INFINITY

  const hear = (channel: string, payload: string) => {
    for (const handler of handlers.get(channel) ?? []) queueMicrotask(() => handler(payload))
  }
  const open = async (): Promise<Link> => {
    const opened = openLink(target, options.name, hear)
    try {
      await within(connectMs, opened.query('select 1'))
      // Channels that are added meanwhile are met by this loop too.
      for (const channel of handlers.keys())
        await within(connectMs, opened.query(listenTo(channel)))
      heardAtMs = performance.now()
      link = opened
      return opened
    } catch (error) {
      opened.drop()
      throw error
    }
  }
  const ping = async (current: Link) => {
    while (current.isOpen()) {
      await within(silenceMs, current.query('select 1'))
      heardAtMs = performance.now()
      await wait(pingMs, undefined, { ref: false })
    }
  }
  const keep = async (first: Link) => {
    for (let current: Link | undefined = first; current; ) {
      caughtUp = true
      await Promise.race([ping(current), current.lost]).catch(() => undefined)
      caughtUp = false
      link = undefined
      current.drop()
      current = await reopen(open, closing.signal)
      if (current) for (const handler of reconnected) handler()
    }
  }

  const first = await open()
  const keeping = keep(first)

  return {
    isLive: () => caughtUp && link?.isOpen() === true && performance.now() - heardAtMs <= silenceMs,
    subscribe: async (channel, handler) => {
      const known = handlers.get(channel)
      handlers.set(channel, [...(known ?? []), handler])
      // When this fails the link is lost, and the next one listens to every channel.
      await link?.query(listenTo(channel)).catch(() => undefined)
    },
    onReconnect: handler => void reconnected.push(handler),
    close: async () => {
      closing.abort()
      link?.drop()
      await keeping
    },
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
  target: DatabaseTarget,
  name: string,
  hear: (channel: string, payload: string) => void,
): Link => {
  const { connection, ...where } = connectionOptions(target)
  const sockets: Socket[] = []
  let open = true
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  const onclose = () => {
    open = false
    resolve()
  }
  const options = {
    ...where,
    max: 1,
    fetch_types: false,
    max_lifetime: null,
    onnotice: () => undefined,
    onnotify: hear,
    onclose,
    connection: { ...connection, application_name: name },
    // Ours, because postgres.js only ever ends a socket politely: a dead peer would keep it open.
    socket: (dialled: Dialled) => {
      const socket = dial(dialled)
      socket.once('close', onclose)
      sockets.push(socket)
      return socket
    },
  }
  const sql = postgres(options)
  return {
    query: text =>
      open ? Promise.resolve(sql.unsafe(text)) : Promise.reject(new Error('The link is closed.')),
    lost,
    isOpen: () => open,
    drop: () => {
      onclose()
      for (const socket of sockets) socket.destroy()
      void sql.end({ timeout: 0 })
    },
  }
}

type Dialled = { path: string | false; host: string[]; port: number[] }

const dial = ({ path, host, port }: Dialled): Socket => {
  if (path) return connect(path)
  const place = { host: host[0] ?? 'localhost', port: port[0] ?? 5432 }
  // postgres.js takes the name for the TLS certificate from the socket.
  return Object.assign(connect(place), { host: place.host })
}

const listenTo = (channel: string) => `listen "${channel.replaceAll('"', '""')}"`

import { performance } from 'node:perf_hooks'
import { createKeyring, type Keyring } from '../../base/accounts/keyring.ts'
import { createRefusals } from '../../base/accounts/refusals.ts'
import { createUsageBuffer } from '../../base/accounts/usage-buffer.ts'
import type { Notifications } from '../../base/db/notify.ts'
import { type ListenAddress, type Listener, listenBare } from '../../base/http/listener.ts'
import type { Handlers, Talk } from '../../base/processes/talk.ts'
import { AppError } from '../../kit/errors.ts'
import { type MadeRendition, toRendition } from './answers.ts'
import { createTickets } from './edge.ts'
import { createImageHandler } from './handler.ts'
import { createRenditions, makeOnce } from './renditions.ts'
import type { FoundCompany, ImageRequest } from './request.ts'

/*
 * The image API in a process of its own: it checks keys, counts and serves what it has in memory. For
 * all else it asks the process that started it, which alone has the database, threads and disk.
 */

/** What it is told at its start. */
export type WorkerStart = { place: ListenAddress; ticketSecret: string; renditionBytes: number }
/** What it tells twice a second. */
export type Heartbeat = {
  counted: ReturnType<ReturnType<typeof createUsageBuffer>['take']>
  renditionBytes: number
  residentBytes: number
  cpuSeconds: number
  /** The share of the time that it had no rest. */
  busy: number
}
export type WantedRendition = { request: ImageRequest; key: string; accountId: string }

const beatMs = 500
const maxRows = 20_000

/** What the process that started it may ask and tell. */
export const createImageWorker = (parent: Talk): Handlers => {
  const word = createWord()
  let opened: Promise<Opened> | undefined
  return {
    async start(start: WorkerStart) {
      opened = open(parent, word.notifications, start)
      await opened
    },
    live: (isLive: boolean) => word.live(isLive),
    gap: () => word.gap(),
    heard: ({ channel, payload }: { channel: string; payload: string }) =>
      word.hear(channel, payload),
    forget: async (host: string) => (await opened)?.forget(host),
    close: async () => (await opened)?.close(),
  } satisfies Handlers
}

type Opened = { forget(host: string): void; close(): Promise<void> }

const open = async (
  parent: Talk,
  notifications: Word['notifications'],
  { place, ticketSecret, renditionBytes }: WorkerStart,
): Promise<Opened> => {
  const renditions = createRenditions(renditionBytes)
  const usage = createUsageBuffer(maxRows)
  const refusals = createRefusals({
    write: rows => parent.tell('refused', rows),
    onError: () => undefined,
  })
  const keyring: Keyring = await createKeyring({
    find: (token, kind) =>
      parent.ask('verify', { token, kind }) as ReturnType<
        Parameters<typeof createKeyring>[0]['find']
      >,
    // The other process knows whether the database is away, and what follows from it.
    isAway: () => false,
    notifications,
  })
  const handler = createImageHandler({
    ...{ keyring, usage, refusals, renditions, now: Date.now },
    tickets: createTickets(ticketSecret),
    findCompany: async (identifier, accountId) =>
      (await parent.ask('findCompany', { identifier, accountId })) as FoundCompany,
    render: makeOnce<ImageRequest>(renditions, async (request, key, accountId) => {
      const wanted: WantedRendition = { request, key, accountId }
      return toRendition((await parent.ask('render', wanted)) as MadeRendition)
    }),
    toAppError(error) {
      if (error instanceof AppError) return error
      parent.tell('fault', error instanceof Error ? (error.stack ?? error.message) : String(error))
      return new AppError('internal', 'Something went wrong on our side.', { cause: error })
    },
  })
  const listener: Listener = await listenBare(handler, {
    ...place,
    shared: true,
    readsBodies: false,
  })
  const beat = createBeat()
  const tell = () =>
    parent.tell('beat', {
      ...beat(),
      counted: usage.take(maxRows),
      renditionBytes: renditions.usedBytes(),
    } satisfies Heartbeat)
  const timer = setInterval(tell, beatMs)
  return {
    forget: renditions.forget,
    async close() {
      await listener.close()
      await refusals.close()
      clearInterval(timer)
      tell()
    },
  }
}

const createBeat = () => {
  let before = performance.eventLoopUtilization()
  return (): Pick<Heartbeat, 'residentBytes' | 'cpuSeconds' | 'busy'> => {
    const now = performance.eventLoopUtilization()
    const { utilization: busy } = performance.eventLoopUtilization(now, before)
    before = now
    const { user, system } = process.cpuUsage()
    const cpuSeconds = (user + system) / 1e6
    return { residentBytes: process.memoryUsage.rss(), cpuSeconds, busy }
  }
}

/** As long as the notifications themselves may be silent. */
const silenceMs = 1_500

type Word = ReturnType<typeof createWord>

/**
 * What the other process hears through the database, as it hears it. Until its first word, and when
 * its words do not come, nothing that is remembered counts.
 */
const createWord = () => {
  const handlers = new Map<string, (payload: string) => void>()
  const reconnected: (() => void)[] = []
  let isLive = false
  let heardMs = Number.NEGATIVE_INFINITY
  let provenMs = Number.NEGATIVE_INFINITY
  const gap = () => {
    for (const handler of reconnected) handler()
  }
  return {
    gap,
    live(told: boolean) {
      if (told && !isLive) gap()
      isLive = told
      heardMs = performance.now()
      if (told) provenMs = heardMs
    },
    hear: (channel: string, payload: string) => handlers.get(channel)?.(payload),
    notifications: {
      isLive: () => isLive && performance.now() - heardMs <= silenceMs,
      provenMs: () => provenMs,
      subscribe: async (channel, handler) => void handlers.set(channel, handler),
      onReconnect: handler => void reconnected.push(handler),
    } satisfies Pick<Notifications, 'isLive' | 'provenMs' | 'subscribe' | 'onReconnect'>,
  }
}

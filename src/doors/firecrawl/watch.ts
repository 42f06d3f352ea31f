import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import type { JobState } from '../../base/jobs/answers.ts'
import { AppError } from '../../kit/errors.ts'
import { STATUS_CODES } from '../../kit/node-http.ts'
import type { Ask } from '../call-own-api.ts'
import type { Version } from './call.ts'
import { prefix } from './entrance.ts'
import { errorBodyOf } from './errors.ts'
import { jobOf, pathOf } from './jobs.ts'
import { type ShownJob, toShown } from './states.ts'

export type Watchers = {
  /** Whether a request to upgrade its connection is one of ours. */
  wants(request: IncomingMessage): boolean
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

const maxWatchers = 500
const maxPerKey = 20
const lifeMs = 3_600_000
/** A client that is gone without a word is noticed. */
const pulseMs = 30_000
/** For a client's own word of the end. */
const graceMs = 2_000
/** Rows come in bundles: whoever watches takes no more of the key's calls than one a second. */
const paceMs = 1_000
const waitSeconds = 20
/** What a slow client has not read yet. */
const maxUnreadBytes = 8_000_000

type Watched = { version: Version; shownId: string }

/** Jobs that are watched through web sockets, by asking for their state as any caller does. */
export const createWatchers = (ask: Ask): Watchers => {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: 1_024,
    perMessageDeflate: false,
    // The key comes as the sub-protocol, and a browser wants it back.
    handleProtocols: protocols => [...protocols][0] ?? false,
  })
  const counts = new Map<string, number>()
  const closing = new AbortController()

  const watch = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const watched = watchedBy(request)
    if (!watched) return refuse(socket, new AppError('not_found'))
    const headers = { ...request.headers, authorization: authorizationOf(request) }
    const { authorization } = headers
    const job = jobOf(watched.shownId)
    const gone = new AbortController()
    socket.once('close', () => gone.abort())
    const life = AbortSignal.any([gone.signal, closing.signal, AbortSignal.timeout(lifeMs)])
    const read = async (offset: number, wait: number): Promise<JobState> => {
      const path = `${pathOf[job.kind]}/${job.id}?offset=${offset}&limit=100&wait=${wait}`
      return (await ask({ headers, signal: life }, { method: 'GET', path })).body as JobState
    }
    const first = await read(0, 0)
    const own = counts.get(authorization) ?? 0
    if (server.clients.size >= maxWatchers || own >= maxPerKey)
      throw new AppError('overloaded', 'Too many jobs are watched. Ask for the state instead.')
    server.handleUpgrade(request, socket, head, client => {
      counts.set(authorization, (counts.get(authorization) ?? 0) + 1)
      client.once('close', () => {
        const left = (counts.get(authorization) ?? 1) - 1
        if (left > 0) counts.set(authorization, left)
        else counts.delete(authorization)
      })
      client.on('error', () => client.terminate())
      keepAlive(client)
      void follow(client, watched.version, first, read, life)
    })
  }

  return {
    wants: request =>
      request.headers.upgrade?.toLowerCase() === 'websocket' && watchedBy(request) !== undefined,
    take(request, socket, head) {
      socket.on('error', () => socket.destroy())
      watch(request, socket, head).catch((error: unknown) => refuse(socket, error))
    },
    close() {
      closing.abort()
      for (const client of server.clients) {
        client.close(1001, reason('The server stops.'))
        setTimeout(() => client.terminate(), graceMs).unref()
      }
    },
  }
}

const watchedPath = /^\/(v[12])\/(?:crawl|batch\/scrape)\/([\w-]+)$/

const watchedBy = ({ url = '' }: IncomingMessage): Watched | undefined => {
  if (!url.startsWith(prefix)) return undefined
  const path = url.slice(prefix.length).split('?', 1)[0] ?? ''
  const [, version, shownId] = watchedPath.exec(path) ?? []
  return version && shownId ? { version: version as Version, shownId } : undefined
}

const authorizationOf = ({ headers }: IncomingMessage): string => {
  const key = headers['sec-websocket-protocol']?.split(',')[0]?.trim()
  return key ? `Bearer ${key}` : (headers.authorization ?? '')
}

/** Before there is a web socket: an answer of HTTP, by hand. */
const refuse = (socket: Duplex, error: unknown): void => {
  const known = error instanceof AppError ? error : new AppError('internal')
  const { status, code } = errorBodyOf(known.code)
  const body = JSON.stringify({ success: false, error: known.message, code })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

const keepAlive = (client: WebSocket): void => {
  let isAlive = true
  client.on('pong', () => {
    isAlive = true
  })
  const pulse = setInterval(() => {
    if (!isAlive) return client.terminate()
    isAlive = false
    client.ping()
  }, pulseMs)
  client.once('close', () => clearInterval(pulse))
}

/** All that has ended, then what ends, then the end. */
const follow = async (
  client: WebSocket,
  version: Version,
  first: JobState,
  read: (offset: number, wait: number) => Promise<JobState>,
  life: AbortSignal,
): Promise<void> => {
  const send = (type: string, data: unknown) => client.send(JSON.stringify({ type, data }))
  try {
    let state = first
    let offset = state.data.length
    // A state that has ended ends the watching: not before its last row is told.
    if (isOver(state)) return end(client, version, toShown(state, 0))
    send('catchup', { success: true, ...toShown(state, 0), status: 'scraping' })
    for (;;) {
      const startedMs = performance.now()
      state = await read(offset, waitSeconds)
      const shown = toShown(state, offset)
      offset += state.data.length
      for (const document of shown.data) send('document', document)
      if (isOver(state)) return end(client, version, { ...shown, data: [] })
      while (client.bufferedAmount > maxUnreadBytes) await pause(100, undefined, { signal: life })
      if (state.next) continue
      const pauseMs = paceMs - (performance.now() - startedMs)
      if (pauseMs > 0) await pause(pauseMs, undefined, { signal: life })
    }
  } catch (error) {
    const sentence = error instanceof AppError ? error.message : 'Watching has ended: ask again.'
    client.close(1011, reason(sentence))
  }
}

const isOver = ({ status, next }: JobState) => status !== 'scraping' && !next

/**
 * The older client takes the reason of the close for the last message; the newer one takes a state
 * that has ended for the end.
 */
const end = (client: WebSocket, version: Version, shown: ShownJob): void => {
  const { status } = shown
  if (version === 'v2' || shown.data.length > 0)
    client.send(JSON.stringify({ type: 'catchup', data: { success: true, ...shown } }))
  if (version === 'v2') client.send(JSON.stringify({ type: 'done', data: { ...shown, data: [] } }))
  client.close(1000, status === 'completed' ? '{"type":"done"}' : reason(`The job is ${status}.`))
}

/** At most 123 bytes, says the protocol. */
const reason = (sentence: string): string => {
  const error = sentence.length > 80 ? `${sentence.slice(0, 79)}.` : sentence
  return JSON.stringify({ type: 'error', error: error.replace(/[^\x20-\x7e]/g, ' ') })
}

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Static } from 'typebox'
import { type WebSocket, WebSocketServer } from 'ws'
import { type People, readSession } from '../../base/accounts/people/people.ts'
import { isOwnPage } from '../../base/http/own-hosts.ts'
import type { Upgrade } from '../../base/http/upgrades.ts'
import { createCheck } from '../../base/http/validation.ts'
import type { SessionRef } from '../../base/reader/session-ref.ts'
import { type Hand, type HandInput, viewSize } from '../../base/sessions/by-hand.ts'
import { attempt } from '../../kit/attempt.ts'
import { AppError } from '../../kit/errors.ts'
import { optional, Type } from '../../kit/schema.ts'

type Deps = {
  people: People
  reach: { publicUrl: string }
  signInByHand: (ref: SessionRef, hand: Hand, signal: AbortSignal) => Promise<void>
  /** Views at the same time: pages of others need a browser too. */
  maxViews: number
}

const at = (maximum: number) => Type.Number({ minimum: 0, maximum })
const scrolled = Type.Number({ minimum: -10_000, maximum: 10_000 })
const Said = Type.Union([
  Type.Object({
    type: Type.Enum(['move', 'down', 'up']),
    x: at(viewSize.width),
    y: at(viewSize.height),
    button: optional.Enum(['left', 'right']),
  }),
  Type.Object({ type: Type.Literal('wheel'), deltaX: scrolled, deltaY: scrolled }),
  Type.Object({ type: Type.Literal('key'), key: Type.String({ minLength: 1, maxLength: 40 }) }),
  Type.Object({ type: Type.Literal('text'), text: Type.String({ maxLength: 5_000 }) }),
  Type.Object({ type: Type.Literal('done') }),
])
const checkSaid = createCheck(Said, 'message')

/** What a slow reader has not seen yet; newer pictures wait. */
const maxUnreadBytes = 2_000_000
const lookAgainMs = 50

/** “Sign in by hand”: a browser of ours in the hands of somebody at the dashboard. */
export const createLiveView = (deps: Deps): Upgrade & { close(): void } => {
  const server = new WebSocketServer({ noServer: true, maxPayload: 16_384 })
  const watched = new Set<string>()

  const view = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const ref = await refOf(deps, request)
    server.handleUpgrade(request, socket, head, client => {
      const fail = (error: unknown) =>
        client.send(JSON.stringify({ type: 'failed', error: sentence(error) }))
      // A page cannot read why a handshake was refused.
      if (watched.size >= deps.maxViews || watched.has(ref.accountId)) {
        fail(new AppError('overloaded', underWay))
        return client.close()
      }
      watched.add(ref.accountId)
      const gone = new AbortController()
      client.on('close', () => gone.abort(new AppError('caller_gone')))
      client.on('error', () => client.terminate())
      deps
        .signInByHand(ref, handOf(client), gone.signal)
        .then(() => client.send(JSON.stringify({ type: 'signed-in' })), fail)
        .catch(() => {})
        .finally(() => {
          watched.delete(ref.accountId)
          client.close()
        })
    })
  }

  return {
    wants: ({ headers, url = '' }) =>
      headers.upgrade?.toLowerCase() === 'websocket' && idIn(url) !== undefined,
    take(request, socket, head) {
      socket.on('error', () => socket.destroy())
      view(request, socket, head).catch((error: unknown) => {
        const status = error instanceof AppError ? '403 Forbidden' : '500 Internal Server Error'
        socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
      })
    },
    close() {
      for (const client of server.clients) client.close(1001)
    },
  }
}

const underWay = 'Another sign-in by hand is under way. Try again shortly.'

const path = /^\/dashboard\/live\/sessions\/(ses_\w{1,90})$/
const idIn = (url: string): string | undefined => path.exec(url)?.[1]

/** Any page can open a web socket, and the browser sends our cookie along: its origin must be ours. */
const refOf = async (
  { people, reach }: Deps,
  { headers, url = '' }: IncomingMessage,
): Promise<SessionRef> => {
  const { origin, host, cookie = '' } = headers
  if (origin === undefined || !isOwnPage(origin, host, reach.publicUrl))
    throw new AppError('not_allowed')
  const signedIn = await readSession(people, new Headers({ cookie }))
  const id = idIn(url)
  if (!signedIn || id === undefined) throw new AppError('not_signed_in')
  return { id, accountId: signedIn.account.accountId }
}

const handOf = (client: WebSocket): Hand => {
  let take: ((input: HandInput) => void) | undefined
  const { promise: done, resolve } = Promise.withResolvers<void>()
  client.on('message', data => {
    const message = read(String(data))
    if (message?.type === 'done') resolve()
    else if (message) take?.(message)
  })
  return {
    done,
    listen(listener) {
      take = listener
    },
    async show(frame) {
      if (client.readyState !== client.OPEN) return
      client.send(frame)
      while (client.bufferedAmount > maxUnreadBytes && client.readyState === client.OPEN)
        await new Promise(resume => setTimeout(resume, lookAgainMs))
    },
  }
}

const read = (text: string): Static<typeof Said> | undefined =>
  attempt(() => {
    const value: unknown = JSON.parse(text)
    checkSaid(value)
    return value as Static<typeof Said>
  })

const sentence = (error: unknown): string =>
  error instanceof AppError ? error.message : 'Something went wrong on our side.'

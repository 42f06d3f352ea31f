import { AppError } from '../../kit/errors.ts'

/** What one process may ask or tell the other, by name. */
export type Handlers = Readonly<Record<string, (input: never) => unknown>>

export type Talk = {
  /** The other one's answer, or its error; an error too when it is gone. */
  ask(name: string, input?: unknown): Promise<unknown>
  /** Nobody waits for it, and whoever is gone misses it. What is sent arrives in this order. */
  tell(name: string, input?: unknown): void
}

/** The channel between a process and one that it started, as either of them holds it. */
export type Channel = {
  connected: boolean
  send?(message: Message, done: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
  once(event: 'disconnect', listener: () => void): unknown
}

type Message =
  | { kind: 'ask'; id: number; name: string; input: unknown }
  | { kind: 'tell'; name: string; input: unknown }
  | { kind: 'answer'; id: number; output: unknown }
  | { kind: 'error'; id: number; error: Told }
type Told = { message: string; code?: AppError['code']; retryAfterSeconds?: number | undefined }

type Waiting = { resolve(output: unknown): void; reject(error: unknown): void }

/** Questions and words between two processes of ours, over the channel that `fork` gives them. */
export const openTalk = (channel: Channel, handlers: Handlers): Talk => {
  const waiting = new Map<number, Waiting>()
  let lastId = 0

  const send = (message: Message, onError: (error: unknown) => void = () => undefined): void => {
    if (channel.connected) channel.send?.(message, error => error && onError(error))
    else onError(gone())
  }
  const handle = (name: string, input: unknown): unknown => {
    const handler = handlers[name] as ((input: unknown) => unknown) | undefined
    if (!handler) throw new Error(`nobody here answers "${name}"`)
    return handler(input)
  }
  const answer = async (id: number, name: string, input: unknown): Promise<void> => {
    try {
      send({ kind: 'answer', id, output: await handle(name, input) })
    } catch (error) {
      send({ kind: 'error', id, error: toTold(error) })
    }
  }
  const settle = (id: number): Waiting | undefined => {
    const found = waiting.get(id)
    waiting.delete(id)
    return found
  }

  channel.on('message', received => {
    const message = received as Message
    if (message.kind === 'ask') void answer(message.id, message.name, message.input)
    else if (message.kind === 'tell') handle(message.name, message.input)
    else if (message.kind === 'answer') settle(message.id)?.resolve(message.output)
    else settle(message.id)?.reject(toError(message.error))
  })
  channel.once('disconnect', () => {
    for (const { reject } of waiting.values()) reject(gone())
    waiting.clear()
  })

  return {
    ask: (name, input) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        send({ kind: 'ask', id, name, input }, error => settle(id)?.reject(error))
      }),
    tell: (name, input) => send({ kind: 'tell', name, input }),
  }
}

const gone = () => new AppError('overloaded', 'The server is restarting. Try again shortly.')

/** What a caller may see stays what it is; anything else is a fault, told by its message. */
const toTold = (error: unknown): Told => {
  if (error instanceof AppError) {
    const { message, code, retryAfterSeconds } = error
    return { message, code, retryAfterSeconds }
  }
  return { message: error instanceof Error ? error.message : String(error) }
}

const toError = ({ message, code, retryAfterSeconds }: Told): Error =>
  code === undefined ? new Error(message) : new AppError(code, message, { retryAfterSeconds })

import type { Contract } from '../../../src/doors/dashboard/contract.ts'
import { isPassing, noteReach } from './reach.ts'
import { Refusal } from './refusal.ts'

/** A method and a path of our own server; what goes with it and what comes back follow from it. */
export type Route = keyof Contract
export type AnswerOf<R extends Route> = Contract[R]['answer']
export type SentWith<R extends Route> = Contract[R]['sent']
export type BodyOf<R extends Route> = SentWith<R> extends { body: infer Body } ? Body : never

export type Answer<R extends Route> = { value: AnswerOf<R>; credits: number; ms: number }

/** The only way to our own server. It ends with `signal`: whoever asks says who waits for it. */
export const ask = async <R extends Route>(
  route: R,
  sent: SentWith<R> & { signal: AbortSignal },
): Promise<Answer<R>> => {
  const started = performance.now()
  const answer = await send(route, sent)
  if (!answer.ok) throw await readRefusal(route, answer)
  noteReach(true)
  return {
    value: await read<R>(answer),
    credits: Number(answer.headers.get('x-credits-used') ?? 0),
    ms: performance.now() - started,
  }
}

type Sent = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number>>
  body?: unknown
  signal: AbortSignal
}

const send = (route: Route, sent: Sent): Promise<Response> => {
  const [method = '', path = ''] = route.split(' ')
  const { params = {}, query = {}, body, signal } = sent
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams(Object.entries(query).map(([name, one]) => [name, `${one}`]))
  const address = `/dashboard/api${filled}${search.size > 0 ? `?${search}` : ''}`
  // A form says itself how it is written.
  const json =
    body instanceof FormData
      ? { body }
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return fetch(address, { method, signal, ...(body === undefined ? {} : json) }).catch(() => {
    signal.throwIfAborted()
    noteReach(false)
    throw new Refusal('The server cannot be reached.')
  })
}

/** JSON is what the server's schemas say: this is the one place that takes their word for it. */
const read = async <R extends Route>(answer: Response): Promise<AnswerOf<R>> => {
  try {
    return await answer.json()
  } catch {
    throw new Refusal('The server’s answer cannot be read.', answer)
  }
}

/** A 401 to these does not mean that a session ended. */
const beforeSession: Route[] = ['GET /session', 'POST /sign-in', 'POST /code', 'POST /reset']

const readRefusal = async (route: Route, answer: Response): Promise<Refusal> => {
  if (answer.status === 401 && !beforeSession.includes(route))
    window.dispatchEvent(new Event('session-ended'))
  // What is only read is our own; a site that the playground asks for may well be away.
  if (route.startsWith('GET ')) noteReach(!isPassing(answer))
  const told: unknown = await answer.json().catch(() => undefined)
  return new Refusal(String(Object(told).error ?? `Error ${answer.status}`), answer)
}

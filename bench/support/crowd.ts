import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Call, callOf, type Kind, type Reach } from './kinds.ts'

/**
 * A crowd of callers, as a process of its own: each calls, waits for the answer and calls again. Who
 * is refused comes again when it was told to.
 */
export type Order = {
  reach: Reach
  kinds: readonly Kind[]
  callers: number
  seconds: number
  /** Where the numbers of the calls begin. */
  from: number
  /** After so many pages and sites they are the same again. */
  sites?: number
}
export type Crowd = {
  perSecond: number
  accepted: Times
  refused: Times
  /** Status and body of what should never be answered. */
  wrong: string[]
  wrongCount: number
  /** 503 without a pause. */
  unpaused: number
  next: number
}
/** The crowd comes within a second. */
const arrivalMs = 1_000

type Times = { count: number; p50Ms: number; p99Ms: number }

const main = async (order: Order): Promise<Crowd> => {
  const { reach, kinds, callers, seconds, from, sites = Number.POSITIVE_INFINITY } = order
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const times = { accepted: [] as number[], refused: [] as number[] }
  const wrong = new Set<string>()
  const startedMs = performance.now()
  const endMs = startedMs + seconds * 1_000
  let next = from
  let unpaused = 0
  let wrongCount = 0
  const caller = async () => {
    while (performance.now() < endMs) {
      const n = next++
      const kind = kinds[n % kinds.length] ?? 'pages'
      const beganMs = performance.now()
      const answer = await ask(agent, callOf(kind, n % sites, reach))
      const tookMs = performance.now() - beganMs
      if (answer.status === 200) times.accepted.push(tookMs)
      else if (answer.code === 'overloaded') {
        times.refused.push(tookMs)
        const seconds = Number(answer.retryAfter)
        if (!(seconds >= 1)) unpaused++
        const pauseMs = 1_000 * (seconds || 1) * (1 + Math.random() / 4)
        if (performance.now() + pauseMs > endMs) return
        await wait(pauseMs)
      } else {
        wrongCount++
        if (wrong.size < 5) wrong.add(`${kind} ${answer.status} ${answer.text.slice(0, 200)}`)
      }
    }
  }
  // All at once, this process would measure how long it takes itself to send so much: beside a bare
  // server that refuses everybody, 320 callers see 144 ms.
  const comeAt = (place: number) => wait((arrivalMs * place) / callers)
  await Promise.all(Array.from({ length: callers }, (_, place) => comeAt(place).then(caller)))
  const elapsedSeconds = (performance.now() - startedMs) / 1_000
  agent.destroy()
  return {
    perSecond: times.accepted.length / elapsedSeconds,
    accepted: summary(times.accepted),
    refused: summary(times.refused),
    wrong: [...wrong],
    wrongCount,
    unpaused,
    next,
  }
}

type Answer = { status: number; text: string; code?: unknown; retryAfter?: string | undefined }

const ask = (agent: Agent, { body, ...call }: Call): Promise<Answer> =>
  new Promise(resolve => {
    const failed = (error: Error) => resolve({ status: 0, text: error.message })
    const sent = request({ host: '127.0.0.1', agent, ...call }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', failed)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          code: response.headers['x-error-code'],
          retryAfter: response.headers['retry-after'],
        }),
      )
    })
    sent.on('error', failed)
    sent.end(body)
  })

const summary = (times: number[]): Times => {
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { count: times.length, p50Ms: at(0.5), p99Ms: at(0.99) }
}

process.once('message', async (order: Order) => {
  process.send?.(await main(order), () => process.exit(0))
})

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { atLeast, atMost, defineBench, type Figure, figure, type Row } from './harness/bench.ts'
import type { Crowd, Order } from './support/crowd.ts'
import { type Kind, kinds, type Reach } from './support/kinds.ts'
import { residentMb, type Server, startServer, startWeb } from './support/server.ts'

const facts = ['Goodput', 'Accepted', 'Refused', 'Health', 'Memory', 'Recovery'] as const
type Fact = (typeof facts)[number]
type Id = `${Kind}${Fact}`

const rowsOf: Record<Fact, Omit<Row, 'what'> & { what: string }> = {
  Goodput: { what: 'goodput, of its peak', unit: '%', limit: atLeast(85) },
  Accepted: {
    what: 'p99 of what is accepted, of what is allowed',
    unit: '%',
    limit: atMost(100),
    note: 'Allowed are 3 × the p99 of a call on the idle server, and 2 s of waiting.',
  },
  Refused: { what: 'p99 of a refusal', unit: 'ms', limit: atMost(100) },
  Health: { what: 'p99 of /healthz meanwhile', unit: 'ms', limit: atMost(100) },
  Memory: {
    what: 'ratio: memory beside that at the peak of goodput',
    limit: atMost(1.5),
  },
  Recovery: { what: 'until calls are as fast as before', unit: 's', limit: atMost(5) },
}

const names: Record<Kind, string> = {
  pages: 'Static pages',
  rendered: 'Rendered pages',
  extract: 'Extract',
  branding: 'Branding',
  images: 'Cold images',
}

export const bench = defineBench<Id>({
  name: 'overload',
  part: 'The house',
  title:
    'Ten times the callers it can serve, for each kind of work; who is refused comes again after its Retry-After',
  minutes: 7,
  needs: { quiet: true, linux: true, browser: true },
  rows: Object.fromEntries(
    kinds.flatMap(kind =>
      facts.map(fact => {
        const { note, ...row } = rowsOf[fact]
        const shown = { ...row, what: `${names[kind]}: ${row.what}` }
        return [`${kind}${fact}`, kind === 'pages' && note ? { ...shown, note } : shown]
      }),
    ),
  ) as Record<Id, Row>,
  measure: async ({ sample, say }) => {
    const web = await startWeb('bench/webs/mixed.ts')
    const publishableKey = `pk_${'benchbench'.repeat(3)}`
    const server = await startServer({
      ...web.env,
      BOOTSTRAP_PUBLISHABLE_KEY: publishableKey,
      // As it is by default. With one process, a new connection waits for a turn of its busy event
      // loop behind each one before it (Node accepts one a turn).
      IMAGE_PROCESSES: String(availableParallelism()),
    })
    const { port, imagePort, secretKey } = server
    const site: Site = {
      server,
      reach: { port, imagePort, secretKey, publishableKey },
      second: 1 / sample,
      from: 0,
    }
    try {
      const figures = {} as Record<Id, Figure>
      for (const kind of chosenKinds())
        for (const [fact, value] of Object.entries(await overload(site, kind, say)))
          figures[`${kind}${fact as Fact}`] = value
      return figures
    } finally {
      await server.stop()
      web.stop()
    }
  },
})

/** OVERLOAD_KINDS=pages,images tries some of them. */
const chosenKinds = (): readonly Kind[] => {
  const asked = process.env.OVERLOAD_KINDS?.split(',')
  return kinds.filter(kind => !asked || asked.includes(kind))
}

type Site = { server: Server; reach: Reach; second: number; from: number }

const levels = [2, 4, 8, 16, 32]

const overload = async (
  site: Site,
  kind: Kind,
  say: (line: string) => void,
): Promise<Record<Fact, Figure>> => {
  const run = (callers: number, seconds: number) => crowd(site, kind, callers, seconds)
  await run(4, 6)
  const idle = await run(1, 8)
  say(`${kind}: idle ${shown(idle)}`)
  const tried: { callers: number; perSecond: number; memoryMb: number }[] = []
  for (const callers of levels) {
    const [{ perSecond }, memoryMb] = await withMemory(site.server, run(callers, 6))
    tried.push({ callers, perSecond, memoryMb })
  }
  const peak = Math.max(...tried.map(({ perSecond }) => perSecond))
  const served = tried.find(({ perSecond }) => perSecond >= 0.95 * peak)
  const callers = served?.callers ?? 1
  say(`${kind}: peak ${peak.toFixed(1)}/s with ${callers} callers`)
  const health = probeHealth(site.server)
  const [busy, memoryMb] = await withMemory(site.server, run(10 * callers, 20))
  const healthMs = await health.stop()
  say(
    `${kind}: overload ${shown(busy)}, refused ${busy.refused.count} (p50 ${busy.refused.p50Ms.toFixed(0)} ms)`,
  )
  const recovery = await untilNormal(() => run(1, 0.5), idle.accepted.p99Ms)
  if (busy.unpaused > 0) say(`${kind}: ${busy.unpaused} refusals without Retry-After`)
  const allowedMs = 3 * idle.accepted.p99Ms + 2_000
  const calmMb = Math.max(...tried.map(level => level.memoryMb))
  return {
    Goodput: figure(
      (100 * busy.perSecond) / peak,
      `${Math.round((100 * busy.perSecond) / peak)} % (${busy.perSecond.toFixed(1)} of ${peak.toFixed(1)} a second, ${10 * callers} callers)`,
    ),
    Accepted: figure(
      (100 * busy.accepted.p99Ms) / allowedMs,
      `${Math.round(busy.accepted.p99Ms)} of ${Math.round(allowedMs)} ms`,
    ),
    Refused: figure(busy.refused.p99Ms),
    Health: figure(healthMs),
    Memory: figure(
      memoryMb / calmMb,
      `${(memoryMb / calmMb).toFixed(2)} (${Math.round(memoryMb)} MB)`,
    ),
    Recovery: figure(recovery),
  }
}

const shown = ({ perSecond, accepted }: Crowd) =>
  `${perSecond.toFixed(1)}/s, p50 ${accepted.p50Ms.toFixed(0)} ms, p99 ${accepted.p99Ms.toFixed(0)} ms`

const crowd = async (site: Site, kind: Kind, callers: number, seconds: number): Promise<Crowd> => {
  const order: Order = {
    reach: site.reach,
    kinds: [kind],
    callers,
    seconds: seconds * site.second,
    from: site.from,
  }
  const child = fork(join(import.meta.dirname, 'support/crowd.ts'))
  child.send(order)
  const [result] = (await once(child, 'message')) as [Crowd]
  site.from = result.next
  if (result.wrong.length > 0) throw new Error(`${kind}: ${result.wrong.join('; ')}`)
  return result
}

/** What work gives, and the most memory the server had meanwhile. */
const withMemory = async <T>(server: Server, work: Promise<T>): Promise<[T, number]> => {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(server.pid))
  }, 100)
  try {
    return [await work, most]
  } finally {
    clearInterval(timer)
  }
}

const probeHealth = (server: Server) => {
  const times: number[] = []
  let isOver = false
  const probing = (async () => {
    while (!isOver) {
      const beganMs = performance.now()
      await server.get('/healthz')
      times.push(performance.now() - beganMs)
      await wait(20)
    }
  })()
  return {
    async stop(): Promise<number> {
      isOver = true
      await probing
      times.sort((a, b) => a - b)
      return times[Math.floor(times.length * 0.99)] ?? 0
    },
  }
}

/** Seconds until half a second of calls, one after the other, took no longer than before. */
const untilNormal = async (run: () => Promise<Crowd>, idleP99Ms: number): Promise<number> => {
  const startedMs = performance.now()
  for (;;) {
    const { accepted, refused } = await run()
    const passedMs = performance.now() - startedMs
    const isNormal = refused.count === 0 && accepted.p50Ms <= idleP99Ms
    if (isNormal || passedMs > 30_000) return passedMs / 1_000
  }
}

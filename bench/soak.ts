import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { atMost, defineBench, figure, median } from './harness/bench.ts'
import type { Crowd, Order } from './support/crowd.ts'
import { kinds } from './support/kinds.ts'
import { residentMb, type Server, startServer, startWeb } from './support/server.ts'

/** With `--sample 5` a fifth of it. */
const minutes = 15

export const bench = defineBench({
  name: 'soak',
  part: 'The house',
  title:
    'A quarter of an hour of all kinds of calls and batches: what is held at the end beside what was held early on',
  minutes: minutes + 1,
  needs: { linux: true, browser: true },
  rows: {
    memory: {
      what: 'ratio: memory of the server',
      limit: atMost(1.15),
      note: 'Medians of the last fifth and of the second fifth of the time; the first fills caches and pools.',
    },
    files: { what: 'more file descriptors', limit: atMost(10) },
    connections: {
      what: 'connections to the database at the most',
      limit: atMost(37),
      note: 'Pools open them as they need them, up to what docs/self-hosting.md says.',
    },
    temporary: { what: 'more temporary files', limit: atMost(10) },
    browsers: { what: 'more processes of browsers', limit: atMost(6) },
    wrong: { what: 'answers that are neither right nor a refusal', limit: atMost(0) },
    unfinished: { what: 'batches without an end', limit: atMost(0) },
    calls: { what: 'calls that were answered' },
  },
  measure: async ({ sample, say }) => {
    const temporary = mkdtempSync(join(tmpdir(), 'siteray-soak-'))
    // The browser may be a user of its own.
    chmodSync(temporary, 0o1777)
    const web = await startWeb('bench/webs/mixed.ts')
    const publishableKey = `pk_${'benchbench'.repeat(3)}`
    const server = await startServer({
      ...web.env,
      BOOTSTRAP_PUBLISHABLE_KEY: publishableKey,
      TMPDIR: temporary,
    })
    try {
      const { port, imagePort, secretKey } = server
      const seconds = (minutes * 60) / sample
      const order: Order = {
        reach: { port, imagePort, secretKey, publishableKey },
        ...{ kinds, callers: 6, seconds, from: 0, sites: 2_000 },
      }
      const child = fork(join(import.meta.dirname, 'support/crowd.ts'))
      child.send(order)
      const answered = once(child, 'message') as Promise<[Crowd]>
      const looks: Look[] = []
      const batches: string[] = []
      const endMs = performance.now() + seconds * 1_000
      for (let n = 0; performance.now() < endMs; n++) {
        if (n % 10 === 0) batches.push(await startBatch(server, n))
        const look = lookAt(server, temporary)
        looks.push(look)
        if (n % 10 === 0) say(JSON.stringify(look))
        await wait((seconds * 1_000) / 150)
      }
      const [crowd] = await answered
      for (const wrong of crowd.wrong) say(wrong)
      const unfinished = await countUnfinished(server, batches)
      const fifth = Math.floor(looks.length / 5)
      const [early, late] = [looks.slice(fifth, 2 * fifth), looks.slice(-fifth)]
      const more = (of: keyof Look) => {
        const [before, after] = [early, late].map(some => median(some.map(look => look[of])))
        return figure((after ?? 0) - (before ?? 0), `${(after ?? 0) - (before ?? 0)} (${after})`)
      }
      const memory = [early, late].map(some => median(some.map(look => look.memoryMb)))
      const [earlyMb = 1, lateMb = 1] = memory
      return {
        memory: figure(
          lateMb / earlyMb,
          `${(lateMb / earlyMb).toFixed(2)} (${Math.round(lateMb)} MB)`,
        ),
        files: more('files'),
        connections: figure(Math.max(...looks.map(look => look.connections))),
        temporary: more('temporary'),
        browsers: more('browsers'),
        wrong: figure(crowd.wrongCount),
        unfinished: figure(unfinished),
        calls: figure(crowd.accepted.count),
      }
    } finally {
      await server.stop()
      web.stop()
      rmSync(temporary, { recursive: true, force: true })
    }
  },
})

type Look = {
  memoryMb: number
  files: number
  connections: number
  temporary: number
  browsers: number
}

const lookAt = ({ pid }: Server, temporary: string): Look => {
  const titles = titlesBelow(pid)
  const count = (pattern: RegExp) => titles.filter(title => pattern.test(title)).length
  return {
    memoryMb: Math.round(residentMb(pid)),
    files: readdirSync(`/proc/${pid}/fd`).length,
    // The server's own processes have no client.
    connections: count(/^postgres: .*\[local\]/),
    temporary: readdirSync(temporary, { recursive: true }).length,
    browsers: count(/^\S*(?:chrom|headless)[^/]*(?:\s|$)/),
  }
}

/** What all processes that a process began, and those began, call themselves. */
const titlesBelow = (root: number): string[] => {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const [, parent = ''] = /\) \S (\d+)/.exec(readProcess(Number(entry), 'stat')) ?? []
    children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(entry)])
  }
  const below = (pid: number): number[] =>
    (children.get(pid) ?? []).flatMap(child => [child, ...below(child)])
  return below(root).map(pid => readProcess(pid, 'cmdline').replaceAll('\0', ' '))
}

/** Empty for a process that has just ended. */
const readProcess = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

const startBatch = async (server: Server, n: number): Promise<string> => {
  const urls = Array.from({ length: 100 }, (_, at) => `https://h${at % 20}.test/article/${n + at}`)
  const { status, json } = await server.post('/v1/batch/scrape', { urls })
  if (status !== 200) throw new Error(JSON.stringify(json))
  return (json as { id: string }).id
}

const countUnfinished = async (server: Server, ids: readonly string[]): Promise<number> => {
  let open = [...ids]
  for (let tries = 0; tries < 60 && open.length > 0; tries++) {
    await wait(500)
    const states = await Promise.all(
      open.map(async id => {
        const { json } = await server.getJson(`/v1/batch/scrape/${id}?limit=1`)
        return { id, ...(json as { status: string; completed: number; total: number }) }
      }),
    )
    open = states
      .filter(({ status, completed, total }) => status !== 'completed' || completed < total)
      .map(({ id }) => id)
  }
  return open.length
}

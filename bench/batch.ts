import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'

/**
 * A batch of 10,000 small pages, markdown and links, beside a bare undici loop that only fetches the
 * same pages at the same concurrency, in one run: `node bench/batch.ts [pages] [hosts]`. The web is
 * a process of its own with 20 ms latency, the server is the real one with its own PostgreSQL.
 */
const [pages = 10_000, hosts = 500] = process.argv.slice(2).map(Number)
const concurrency = 40
/** For the server, such as `--cpu-prof`. */
const flags = (process.env.BENCH_FLAGS ?? '').split(' ').filter(Boolean)
const limits = { ratio: 0.35, memoryMb: 700 }

const main = async (): Promise<boolean> => {
  const web = spawn(process.execPath, ['bench/batch-web.ts', `${hosts}`, '20'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: web.stdout }), 'line')
  const { env, port } = JSON.parse(line) as { env: Record<string, string>; port: number }
  const folder = mkdtempSync(join(tmpdir(), 'siteray-bench-'))
  try {
    const targets = Array.from({ length: pages }, (_, n) => ({ host: `h${n % hosts}.test`, n }))
    const before = await fetchAll(port, targets)
    const urls = targets.map(({ host, n }) => `http://${host}/${n}`)
    const batch = await runBatch({ ...env, DATA_DIR: join(folder, 'data') }, urls)
    const after = await fetchAll(port, targets)
    // The machine may be busier at one time than at another.
    const bare = (before + after) / 2
    const ratio = batch.perSecond / bare
    const shown = `${before.toFixed(0)} before, ${after.toFixed(0)} after`
    console.log(`bare undici loop  ${bare.toFixed(0)} URLs/s (${shown})`)
    console.log(`batch             ${batch.perSecond.toFixed(0)} URLs/s`)
    console.log(`ratio             ${ratio.toFixed(2)} (at least ${limits.ratio})`)
    console.log(`processor time    ${showCpu(batch.cpu)}`)
    console.log(`accepted in       ${batch.acceptMs.toFixed(0)} ms (at most 2000)`)
    console.log(`peak memory       ${batch.peakMb.toFixed(0)} MB (at most ${limits.memoryMb})`)
    return ratio >= limits.ratio && batch.peakMb <= limits.memoryMb && batch.acceptMs <= 2_000
  } finally {
    web.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const fetchAll = async (port: number, targets: readonly { host: string; n: number }[]) => {
  const agent = new Agent({ connections: concurrency })
  const left = targets.values()
  const startedMs = performance.now()
  const loop = async () => {
    for (const { host, n } of left) {
      const answer = await agent.request({
        origin: `http://127.0.0.1:${port}`,
        path: `/${n}`,
        method: 'GET',
        headers: { host },
      })
      await answer.body.bytes()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  const perSecond = (targets.length * 1_000) / (performance.now() - startedMs)
  await agent.close()
  return perSecond
}

const runBatch = async (env: Record<string, string>, urls: readonly string[]) => {
  const key = `sr_${'benchsecret'.repeat(3)}`
  const port = await freePort()
  const server = spawn(process.execPath, [...flags, 'src/main.ts'], {
    env: {
      ...{ PATH: process.env.PATH, ...env, PORT: `${port}`, IMAGE_PORT: '0' },
      ...{ BOOTSTRAP_SECRET_KEY: key, LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0' },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init })
    return (await answer.json()) as Record<string, unknown>
  }
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok)
      await wait(50)
    // Threads and connections are opened with the first pages.
    await done(call, await submit(call, urls.slice(0, 200)))
    const cpuBefore = cpuOf(server.pid ?? 0)
    const startedMs = performance.now()
    const id = await submit(call, urls)
    const acceptMs = performance.now() - startedMs
    const state = await done(call, id)
    const seconds = (performance.now() - startedMs) / 1_000
    if (state.completed !== urls.length) throw new Error(`Not all were read: ${state.completed}`)
    return {
      perSecond: urls.length / seconds,
      acceptMs,
      peakMb: peakMb(server.pid ?? 0),
      cpu: perUrl(cpuOf(server.pid ?? 0), cpuBefore, urls.length),
    }
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}

type Call = (path: string, init?: RequestInit) => Promise<Record<string, unknown>>

const submit = async (call: Call, urls: readonly string[]): Promise<string> => {
  const body = JSON.stringify({ urls, formats: ['markdown', 'links'] })
  const { id, error } = await call('/v1/batch/scrape', { method: 'POST', body })
  if (typeof id !== 'string') throw new Error(String(error))
  return id
}

const done = async (call: Call, id: string) => {
  for (;;) {
    const state = await call(`/v1/batch/scrape/${id}?limit=1`)
    if (state.status !== 'scraping') return state
    await wait(100)
  }
}

const peakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** Milliseconds of a processor by who used them; the same however busy the machine is. */
type Cpu = Map<string, number>

/** The threads of the server by name, and the PostgreSQL it started. */
const cpuOf = (pid: number): Cpu => {
  const cpu: Cpu = new Map()
  const add = (name: string, ms: number) => cpu.set(name, (cpu.get(name) ?? 0) + ms)
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const thread = readStat(`/proc/${pid}/task/${id}/stat`)
    if (thread) add(Number(id) === pid ? 'main' : thread.name, thread.ownMs)
  }
  const postgres = processes().filter(({ name }) => name.startsWith('postgres'))
  const ours = postgres.filter(({ parent }) => parent === pid)
  for (const { id, ownMs, endedMs } of ours) {
    add('postgres', ownMs + endedMs)
    for (const child of postgres) if (child.parent === id) add('postgres', child.ownMs)
  }
  return cpu
}

const processes = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(id => readStat(`/proc/${id}/stat`) ?? [])

/** Undefined for what has just ended. */
const readStat = (file: string) => {
  try {
    const text = readFileSync(file, 'utf8')
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const ms = (...at: number[]) => at.reduce((sum, n) => sum + (fields[n] ?? 0) * 10, 0)
    return { id: Number.parseInt(text, 10), name, parent, ownMs: ms(11, 12), endedMs: ms(13, 14) }
  } catch {
    return undefined
  }
}

const perUrl = (after: Cpu, before: Cpu, urls: number): Cpu =>
  new Map([...after].map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / urls]))

const showCpu = (cpu: Cpu): string => {
  const sum = [...cpu.values()].reduce((a, b) => a + b, 0)
  const parts = [...cpu].filter(([, ms]) => ms >= 0.005).sort(([, a], [, b]) => b - a)
  const shown = parts.map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
  return `${sum.toFixed(2)} ms a URL (${shown.join(', ')})`
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

process.exit((await main()) ? 0 : 1)

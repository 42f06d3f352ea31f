import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../test/support/free-port.ts'
import { here, type Place } from '../../test/support/place.ts'

/* What benches of the whole server need: a web as a process of its own, and the real server. */

export type Web = { env: Record<string, string>; httpPort: number; httpsPort: number }

/** Starts a program that prints how it is reached in one line, and lives until it is stopped. */
export const startWeb = (file: string, ...args: string[]) => startWebAt(here, file, ...args)

export const startWebAt = async (place: Place, file: string, ...args: string[]) => {
  const child = place.spawn(process.execPath, [file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  const [line] = await once(createInterface({ input: child.stdout as Readable }), 'line')
  return { ...(JSON.parse(line) as Web), stop: () => child.kill() }
}

/** The real server with a PostgreSQL and a folder of its own, no limits. */
export const startServer = async (given: Record<string, string>, place = here) => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-bench-'))
  const key = `sr_${'benchsecret'.repeat(3)}`
  const [port, imagePort] = [await freePort(), await freePort()]
  const env = {
    ...{ PATH: process.env.PATH, PORT: `${port}`, IMAGE_PORT: `${imagePort}` },
    ...{ DATA_DIR: join(folder, 'data'), BOOTSTRAP_SECRET_KEY: key },
    ...{ LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0', IMAGE_PROCESSES: '1' },
    ...given,
  }
  const child = place.spawn(process.execPath, [...flags, 'src/main.ts'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // A bench that fails leaves nothing behind.
  process.once('exit', () => child.kill('SIGTERM'))
  const base = `http://${place.address}:${port}`
  while (!(await fetch(`${base}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('The server ended before it was ready.')
    await wait(50)
  }
  const authorized = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answerTo = async (path: string, init: RequestInit) => {
    const answer = await fetch(base + path, { headers: authorized, ...init })
    return {
      status: answer.status,
      headers: answer.headers,
      json: (await answer.json()) as unknown,
    }
  }
  return {
    pid: child.pid ?? 0,
    port,
    imagePort,
    secretKey: key,
    /** What a command needs to work on the same data. */
    env,
    post: (path: string, body: object) =>
      answerTo(path, { method: 'POST', body: JSON.stringify(body) }),
    getJson: (path: string) => answerTo(path, {}),
    get: async (path: string): Promise<number> => {
      const answer = await fetch(base + path)
      await answer.arrayBuffer()
      return answer.status
    },
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** As `npm start` runs it, and what somebody wants of Node besides, such as `--cpu-prof`. */
const flags = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=100',
  ...(process.env.BENCH_FLAGS ?? '').split(' ').filter(Boolean),
]

export type Server = Awaited<ReturnType<typeof startServer>>

export const residentMb = (pid: number): number => statusMb(pid, 'VmRSS')
/** The most it ever had. */
export const peakMb = (pid: number): number => statusMb(pid, 'VmHWM')

const statusMb = (pid: number, field: string): number =>
  Number(
    new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1],
  ) / 1_024

/** Runs `work` on every item, so many at a time. */
export const inParallel = async <T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const left = items.values()
  const loop = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
}

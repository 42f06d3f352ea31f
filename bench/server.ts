import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

/* What benchmarks of the whole server need: a web as a process of its own, and the real server. */

export type Web = { env: Record<string, string>; httpPort: number; httpsPort: number }

/** Starts a program that prints how it is reached in one line, and lives until it is stopped. */
export const startWeb = async (file: string, ...args: string[]) => {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { ...(JSON.parse(line) as Web), stop: () => child.kill() }
}

/** The real server with a PostgreSQL and a folder of its own, no limits. */
export const startServer = async (env: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-bench-'))
  const key = `sr_${'benchsecret'.repeat(3)}`
  const port = await freePort()
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: {
      ...{
        PATH: process.env.PATH,
        PORT: `${port}`,
        IMAGE_PORT: '0',
        DATA_DIR: join(folder, 'data'),
      },
      ...{ BOOTSTRAP_SECRET_KEY: key, LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0' },
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const base = `http://127.0.0.1:${port}`
  while (!(await fetch(`${base}/readyz`).catch(() => undefined))?.ok) await wait(50)
  return {
    pid: child.pid ?? 0,
    async post(path: string, body: object): Promise<{ status: number; json: unknown }> {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const answer = await fetch(base + path, init)
      return { status: answer.status, json: await answer.json() }
    },
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

export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

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

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import { atMost, defineBench, figure } from './harness/bench.ts'
import { residentMb } from './support/server.ts'

export const bench = defineBench({
  name: 'start',
  part: 'The house',
  title: '`npm start` on an empty data folder until `/readyz` is ready, and again afterwards',
  minutes: 0.6,
  needs: { linux: true, quiet: true },
  rows: {
    first: { what: 'first start, initdb included', unit: 's', limit: atMost(15) },
    later: { what: 'later start', unit: 's', limit: atMost(3) },
    memory: { what: 'memory of our process at idle', unit: 'MB', limit: atMost(200) },
    stop: { what: 'SIGTERM to exit 0', unit: 's', limit: atMost(20) },
  },
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'siteray-bench-start-'))
    try {
      const first = await startOnce(join(folder, 'data'))
      const later = await startOnce(join(folder, 'data'))
      return {
        first: figure(first.readyMs / 1_000),
        later: figure(later.readyMs / 1_000),
        memory: figure(Math.max(first.memoryMb, later.memoryMb)),
        stop: figure(Math.max(first.stopMs, later.stopMs) / 1_000),
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

const startOnce = async (dataDir: string) => {
  const port = await freePort()
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    IMAGE_PORT: String(await freePort()),
    LOG_LEVEL: 'error',
  }
  const startedMs = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const group = -(child.pid ?? 0)
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
      if (performance.now() - startedMs > 60_000) throw new Error('Not ready within a minute.')
      await wait(20)
    }
    const readyMs = performance.now() - startedMs
    const pid = serverOf(child.pid ?? 0)
    await wait(10_000)
    const memoryMb = residentMb(pid)
    const stoppingMs = performance.now()
    process.kill(group, 'SIGTERM')
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`It ended with ${code}.`)
    return { readyMs, memoryMb, stopMs: performance.now() - stoppingMs }
  } catch (error) {
    if (child.exitCode === null) process.kill(group, 'SIGKILL')
    throw error
  }
}

/** npm's child is the server itself (`exec`). */
const serverOf = (npm: number): number =>
  Number(readFileSync(`/proc/${npm}/task/${npm}/children`, 'utf8').trim().split(' ')[0])

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * How long `npm start` takes from an empty data folder to a ready `/readyz`, and again afterwards,
 * and what our own process holds at idle. Limits: 15 s, 3 s, 200 MB.
 *
 *   node bench/start.ts
 */
const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const measure = async (dataDir: string) => {
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
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      answer => answer.ok,
      () => false,
    )
    if (ready) break
    if (performance.now() - startedMs > 60_000) throw new Error('not ready within 60 s')
    await wait(20)
  }
  const readyMs = performance.now() - startedMs
  const pid = await ownProcess(child.pid ?? 0)
  await wait(10_000)
  const memoryMb = residentMb(pid)
  const stoppingMs = performance.now()
  const exited = new Promise<number | null>(resolve => child.once('exit', resolve))
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  const code = await exited
  return { readyMs, memoryMb, stopMs: performance.now() - stoppingMs, code }
}

/** npm's child is the server itself (`exec`). */
const ownProcess = async (npm: number): Promise<number> => {
  const children = readFileSync(`/proc/${npm}/task/${npm}/children`, 'utf8').trim().split(' ')
  return Number(children[0])
}

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

const folder = mkdtempSync(join(tmpdir(), 'siteray-bench-start-'))
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
try {
  for (const name of ['first start (initdb included)', 'second start']) {
    const { readyMs, memoryMb, stopMs, code } = await measure(join(folder, 'data'))
    console.log(
      `${name}: ready after ${seconds(readyMs)}, ${memoryMb.toFixed(0)} MB resident at idle, stopped in ${seconds(stopMs)} (exit ${code})`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SimulatedWeb } from '../test/support/simulated-web.ts'
import type { Answer } from './branding-score.ts'

/** A whole Siteray, as `npm start` starts it, whose only web is the simulated one. */
export const startSiteray = async (web: SimulatedWeb, dataDir: string) => {
  const [port, imagePort] = [await freePort(), await freePort()]
  const key = `sr_${'benchbench'.repeat(3)}`
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: {
      ...process.env,
      ...web.env,
      DATA_DIR: join(dataDir, 'data'),
      LOG_LEVEL: 'warn',
      PORT: `${port}`,
      IMAGE_PORT: `${imagePort}`,
      BOOTSTRAP_SECRET_KEY: key,
      RATE_LIMIT_PER_MINUTE: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const base = `http://127.0.0.1:${port}`
  await untilAnswers(`${base}/readyz`)
  return {
    async ask(path: string, body: unknown): Promise<Answer> {
      const answer = await fetch(base + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await answer.json()) as Answer
    },
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const untilAnswers = async (url: string): Promise<void> => {
  for (let attempt = 0; attempt < 300; attempt++) {
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await pause(100)
  }
  throw new Error(`${url} does not answer`)
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

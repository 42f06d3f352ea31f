import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atEnd } from './at-end.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** The real process as `npm start` runs it, on ports of its own. */
export type ServerProcess = {
  apiUrl: string
  imageUrl: string
  pid: number
  /** All it printed so far, both streams. */
  output(): string
  ready(): Promise<void>
  kill(signal: NodeJS.Signals): void
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
}

export const startServer = async (env: Record<string, string>): Promise<ServerProcess> => {
  const [port, imagePort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: `${port}`,
      IMAGE_PORT: `${imagePort}`,
      HOST_DELAY_MS: '0',
      // Several are tried where they are what is tested.
      IMAGE_PROCESSES: '1',
      ...(env.DATABASE_URL ? { MASTER_KEY: 'a master key for tests, long enough' } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atEnd(() => child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  const ended = once(child, 'close').then(
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null,
  )
  const apiUrl = `http://127.0.0.1:${port}`
  return {
    apiUrl,
    imageUrl: `http://127.0.0.1:${imagePort}`,
    pid: child.pid ?? 0,
    output: () => text,
    ready: () =>
      until(
        'the server is ready',
        () => {
          if (child.exitCode !== null) throw new Error(`The server ended: ${text}`)
          return fetch(`${apiUrl}/readyz`).then(
            answer => answer.ok,
            () => false,
          )
        },
        60_000,
      ),
    kill: signal => void child.kill(signal),
    ended,
  }
}

/** The operator's command. */
export const siteray = async (env: Record<string, string>, ...args: string[]) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['src/cli.ts', ...args, '--json'],
    {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    },
  )
  return JSON.parse(stdout)
}

export const statusOf = (url: string, key: string) =>
  fetch(`${url}/v1/usage`, { headers: { authorization: `Bearer ${key}` } }).then(
    answer => answer.status,
  )

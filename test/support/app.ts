import assert from 'node:assert/strict'
import { pino } from 'pino'
import { openThreads } from '../../src/base/threads/threads.ts'
import { readConfig } from '../../src/config/config.ts'
import type { App } from '../../src/process/app.ts'
import { pageTasks } from '../../src/process/page-thread.ts'
import type { Seams } from '../../src/process/resources.ts'
import { openApp } from '../../src/process/start.ts'
import { atEnd, atLast } from './at-end.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { urlOf } from './database-server.ts'

export type TestApp = App & {
  secretKey: string
  publishableKey: string
  database: TestDatabase
  /** What the process would have logged, a line each. */
  logLines: string[]
  /** A call of the extraction API with the first secret key. */
  api(path: string, init?: ApiInit): Promise<ApiAnswer>
}
export type ApiInit = Omit<RequestInit, 'body' | 'headers'> & {
  headers?: Record<string, string>
  /** Sent as JSON unless it is text. */
  body?: unknown
}
/** Otherwise each would make a file in DATA_DIR. */
export const masterKey = 'a master key for tests, long enough'
export type ApiAnswer = { status: number; headers: Headers; text: string; json: unknown }

/** The real app on a fresh database and ports of its own; only the environment is the test's. */
export const startApp = async (
  env: Record<string, string> = {},
  shared?: TestDatabase,
  seams: Partial<Seams> = {},
): Promise<TestApp> => {
  const database = shared ?? (await createDatabase())
  const logLines: string[] = []
  const log = pino({ level: 'info' }, { write: line => void logLines.push(line) })
  const secretKey = `sr_${'testsecret'.repeat(3)}`
  const publishableKey = `pk_${'testpublic'.repeat(3)}`
  const config = readConfig({
    PORT: '0',
    IMAGE_PORT: '0',
    DATABASE_URL: urlOf(database.target),
    MASTER_KEY: masterKey,
    // Pauses between requests to a host are tried where they are what is tested.
    HOST_DELAY_MS: '0',
    BOOTSTRAP_SECRET_KEY: secretKey,
    BOOTSTRAP_PUBLISHABLE_KEY: publishableKey,
    ...env,
  })
  const app = await openApp(config, log, { now: Date.now, pageThreads: sharedThreads(), ...seams })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= app.close()
    return closed
  }
  atEnd(close)
  const api = (path: string, init: ApiInit = {}) =>
    call(app.apiUrl + path, {
      ...init,
      headers: { authorization: `Bearer ${secretKey}`, ...init.headers },
    })
  return { ...app, close, secretKey, publishableKey, database, logLines, api }
}

/** An answer that says what is wrong, in a code and in words, and costs nothing. */
export const assertRefused = (
  answer: ApiAnswer,
  status: number,
  code: string,
  text: RegExp,
): void => {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.headers.get('x-error-code'), code)
  assert.equal(answer.headers.get('x-credits-used'), '0')
  assert.match((answer.json as { error: string }).error, text)
}

/** A thread takes half a second to load what it reads pages with: all apps of a process share them. */
const sharedThreads = (): PageThreads => {
  if (!threads) {
    threads = openThreads(new URL('../../src/process/page-thread.ts', import.meta.url), pageTasks)
    atLast(threads.close)
  }
  return threads
}
let threads: PageThreads | undefined
type PageThreads = NonNullable<Seams['pageThreads']>

export const call = async (url: string, init: ApiInit = {}): Promise<ApiAnswer> => {
  const { body, headers, ...rest } = init
  const json = body !== undefined && typeof body !== 'string'
  const answer = await fetch(url, {
    ...rest,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : String(body) }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') && text !== ''
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  }
}

import assert from 'node:assert/strict'
import type { Session } from '../../src/base/sessions/request.ts'
import type { ApiAnswer, TestApp } from './app.ts'
import { memberText } from './member-site.ts'
import type { SimulatedWeb } from './simulated-web.ts'
import { until } from './until.ts'
import { startWebApp } from './web-app.ts'

export type Signing = Awaited<ReturnType<typeof openSigning>>
type Result = { url: string; markdown?: string; error?: string }

/** Of the simulated members. */
export const password = 'pass-7f3a9c-word'

/** An app, a web, and calls of sessions; the account has the secret `password`. */
export const openSigning = async (env: Record<string, string> = {}) => {
  const { web, app }: { web: SimulatedWeb; app: TestApp } = await startWebApp({
    RATE_LIMIT_PER_MINUTE: '0',
    ...env,
  })
  const post = (path: string, body: unknown = undefined, api = app.api) =>
    api(path, { method: 'POST', body })
  const putSecret = async (name: string, value: string, totp = false) => {
    const answer = await app.api(`/v1/secrets/${name}`, { method: 'PUT', body: { value, totp } })
    assert.equal(answer.status, 200, answer.text)
  }
  const create = async (body: object): Promise<Session> => {
    const answer = await post('/v1/sessions', body)
    assert.equal(answer.status, 201, answer.text)
    return answer.json as Session
  }
  const runJob = async (path: string, body: object): Promise<Result[]> => {
    const created = await post(path, body)
    assert.ok(created.status < 300, created.text)
    const { id } = created.json as { id: string }
    const look = async (offset: number) => {
      const answer = await app.api(`${path}/${id}?limit=100&offset=${offset}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.json as { status: string; total: number; data: Result[] }
    }
    const isEnded = async () => (await look(0)).status !== 'scraping'
    await until('the job has ended', isEnded, 120_000)
    const { total } = await look(0)
    const results: Result[] = []
    while (results.length < total) results.push(...(await look(results.length)).data)
    return results
  }
  await putSecret('password', password)
  return {
    ...{ web, app, post, putSecret, create, runJob },
    show: async (id: string) => (await app.api(`/v1/sessions/${id}`)).json as Session,
    scrape: (url: string, session: string, more: object = {}) =>
      post('/v1/scrape', { url, session, ...more }),
  }
}

const steps = [
  { type: 'write', selector: '#email', text: 'me@example.com' },
  { type: 'write', selector: '#password', secret: 'password' },
  { type: 'click', selector: 'button' },
]

/** How to sign in at a simulated site; `more` before the button is clicked. */
export const loginOf = (host: string, more: object[] = []) => ({
  url: `https://${host}/login`,
  actions: [...steps.slice(0, 2), ...more, ...steps.slice(2)] as object[],
})

export const assertRead = (answer: ApiAnswer, path: string): void => {
  assert.equal(answer.status, 200, answer.text)
  assert.ok((answer.json as { markdown: string }).markdown.includes(memberText(path).slice(0, 30)))
}

/** Routes that cost nothing say nothing of credits. */
export const assertFailed = (
  answer: ApiAnswer,
  status: number,
  code: string,
  text: RegExp,
): void => {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.headers.get('x-error-code'), code)
  assert.match((answer.json as { error: string }).error, text)
}

/** Whether a text has it, as it is or as PostgreSQL writes bytes. */
export const holds = (text: string, secret: string): boolean =>
  text.includes(secret) || text.includes(Buffer.from(secret).toString('hex'))

/** Every row of every table, as text. */
export const allRows = async ({
  database: { sql },
}: Pick<TestApp, 'database'>): Promise<string> => {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
  const rows = await Promise.all(
    tables.map(({ name }) => sql.unsafe(`select t::text as row from ${name} t`)),
  )
  return rows.flatMap(list => list.map(entry => String(Object(entry).row))).join('\n')
}

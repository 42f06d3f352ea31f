import assert from 'node:assert/strict'
import type { ApiAnswer, ApiInit } from './app.ts'
import { until } from './until.ts'

export type Api = { api(path: string, init?: ApiInit): Promise<ApiAnswer> }

/** A kind of jobs as its callers use it: begun, read, and waited for. */
export const jobApi = <State extends { status: string }>(path: string, name: string) => {
  const create = async (
    app: Api,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<string> => {
    const answer = await app.api(path, { method: 'POST', body, headers })
    assert.equal(answer.status, 200, answer.text)
    const { id, url } = answer.json as { id: string; url: string }
    assert.match(id, new RegExp(`^${name}_`))
    assert.ok(url.endsWith(`${path}/${id}`), url)
    return id
  }
  const read = async (app: Api, id: string, query = ''): Promise<State> => {
    const answer = await app.api(`${path}/${id}${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json as State
  }
  /** Its state once it has ended, with its first items. */
  const ended = async (app: Api, id: string, timeoutMs = 60_000): Promise<State> => {
    const isOver = async () => (await read(app, id, '?limit=1')).status !== 'scraping'
    await until(`${id} has ended`, isOver, timeoutMs)
    return read(app, id)
  }
  return { create, read, ended }
}

import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { PageAnswer } from '../../src/base/reader/answer.ts'
import type { ApiAnswer, TestApp } from '../support/app.ts'
import type { SimulatedWeb } from '../support/simulated-web.ts'
import { startWebApp } from '../support/web-app.ts'

export let web: SimulatedWeb
export let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp({ RATE_LIMIT_PER_MINUTE: '0', ALLOW_PAGE_SCRIPTS: 'true' }))
})

export const post = (path: string, body: object): Promise<ApiAnswer> =>
  app.api(path, { method: 'POST', body: { timeout: 60_000, ...body } })
export const scraped = async (body: object): Promise<PageAnswer> => {
  const answer = await post('/v1/scrape', body)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers.get('x-credits-used'), '1')
  return answer.json as PageAnswer
}

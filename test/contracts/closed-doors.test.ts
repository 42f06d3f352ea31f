// alone: it measures the processor time of its thread
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { RouteOptions } from 'fastify'
import { startApp, type TestApp } from '../support/app.ts'
import { everyAddress, findDear, leastOf } from '../support/closed-doors.ts'
import { createSender, type Sending, slowness } from '../support/garbage.ts'
import { withRoutes } from '../support/routes.ts'

let app: TestApp
let routes: RouteOptions[]
let send: ReturnType<typeof createSender>
before(async () => {
  const env = { FIRECRAWL_PORT: '0', METRICS_PORT: '0', IMAGE_PROCESSES: '1' }
  ;({ app, routes } = await withRoutes(() => startApp(env)))
  send = createSender()
})

describe('without a key', () => {
  it('10 MB of garbage cost no door 20 ms of the main thread, whatever the method', async () => {
    const doors = ['/v1/', '/firecrawl/v2/', '/mcp', '/dashboard/api/v1/', '/docs/']
    const doorOf = (url: string) =>
      doors.find(door => url.startsWith(app.apiUrl + door)) ?? url.split('/').slice(2, 4).join('/')
    // One address of each, and those of files: the others have a test of their own, of a minute.
    const alike = Map.groupBy(everyAddress(app, routes), ({ method, url }) =>
      [method, url.endsWith('/parse') ? url : doorOf(url)].join(' '),
    )
    const addresses = [...alike.values()].flatMap(([first]) => first ?? [])
    for (const door of doors) {
      const isThere = addresses.some(({ url }) => url.startsWith(app.apiUrl + door))
      assert.ok(isThere, door)
    }
    assert.deepEqual(await findDear(app, addresses, { limitMs: 20, everyKind: false }), [])
  })

  it('no log line has a stack', () => {
    const stacks = app.logLines.filter(line => line.includes('"stack"'))
    assert.deepEqual(stacks, [])
  })
})

describe('with a key', () => {
  for (const path of ['/v1/parse', '/firecrawl/v1/parse', '/firecrawl/v2/parse'])
    it(`a form of 140,000 parts costs ${path} less than 50 ms of the main thread`, async () => {
      const limitMs = 50 * slowness()
      const headers = { authorization: `Bearer ${app.secretKey}` }
      const url = `${app.apiUrl}${path}`
      const sending: Sending = { url, method: 'POST', kind: 'form', headers, chunked: false }
      const { answer, ms } = await leastOf(send, sending, limitMs)
      assert.match(answer, / 400 /)
      assert.ok(ms <= limitMs, `${ms} ms`)
    })
})

describe('with a key that has no calls left', () => {
  it('a large body is refused before it is read, at every door', async () => {
    const limited = await startApp({ RATE_LIMIT_PER_MINUTE: '1' }, app.database)
    const headers = { authorization: `Bearer ${app.secretKey}` }
    await limited.api('/v1/usage')
    for (const path of ['/v1/parse', '/firecrawl/v2/parse', '/firecrawl/v1/batch/scrape', '/mcp']) {
      const url = `${limited.apiUrl}${path}`
      const { answer } = await send({ url, method: 'POST', kind: 'form', headers, chunked: false })
      assert.match(answer, / 429 /, path)
    }
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startApp } from '../support/app.ts'
import { everyAddress, findDear } from '../support/closed-doors.ts'
import { withRoutes } from '../support/routes.ts'

it('every kind of garbage costs every route less than 20 ms without a key', async () => {
  const env = { FIRECRAWL_PORT: '0', METRICS_PORT: '0', IMAGE_PROCESSES: '1' }
  const { app, routes } = await withRoutes(() => startApp(env))
  const addresses = everyAddress(app, routes)
  assert.deepEqual(await findDear(app, addresses, { limitMs: 20, everyKind: true }), [])
})

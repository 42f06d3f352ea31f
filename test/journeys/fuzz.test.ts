import assert from 'node:assert/strict'
import { it } from 'node:test'
import { stacksIn, startFuzzWorld } from '../support/fuzz-world.ts'
import { fuzz } from '../support/fuzzer.ts'

it('100 hostile requests to the routes of all doors are never our fault', async () => {
  const { app, web, routes } = await startFuzzWorld()
  try {
    const { faults, statuses } = await fuzz(app, routes, { seed: 20_261_117, count: 100 })
    assert.deepEqual(faults, [])
    assert.deepEqual(stacksIn(app.logLines), [])
    // They come past the doors: some are right, most are refused.
    assert.ok((statuses[200] ?? 0) > 6 && (statuses[400] ?? 0) > 16, JSON.stringify(statuses))
  } finally {
    await web.close()
  }
})

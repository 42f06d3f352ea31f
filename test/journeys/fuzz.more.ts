import assert from 'node:assert/strict'
import { it } from 'node:test'
import { stacksIn, startFuzzWorld } from '../support/fuzz-world.ts'
import { fuzz } from '../support/fuzzer.ts'

/** `FUZZ_SEED=… npm run test:more -- fuzz` sends the same requests again. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000)

it(`5,000 hostile requests with the seed ${seed} are never our fault`, async () => {
  process.stdout.write(`fuzz: seed ${seed}\n`)
  const { app, web, routes } = await startFuzzWorld()
  try {
    const { faults, statuses } = await fuzz(app, routes, { seed, count: 5_000 })
    process.stdout.write(`fuzz: ${JSON.stringify(statuses)}\n`)
    assert.deepEqual(faults, [])
    assert.deepEqual(stacksIn(app.logLines), [])
  } finally {
    await web.close()
  }
})

import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { startApp, type TestApp } from '../../support/app.ts'
import { createDatabase } from '../../support/database.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

/** For the tests of one file: two processes that work for one database. */
export const setUpWorkers = () => {
  const world = {} as { web: SimulatedWeb; app: TestApp; second: TestApp }
  before(async () => {
    world.web = await createSimulatedWeb()
    const database = await createDatabase()
    const env = { ...world.web.env, RATE_LIMIT_PER_MINUTE: '0' }
    world.app = await startApp({ ...env, ROLE: 'all' }, database)
    world.second = await startApp({ ...env, ROLE: 'worker' }, database)
  })
  after(async () => {
    await world.app.close()
    await world.second.close()
    await world.web.close()
  })
  return world
}

export const noRules = { status: 404 }
export const pages = (host: string, count: number) =>
  Array.from({ length: count }, (_, n) => `https://${host}/${n}`)

/**
 * Starts are so far apart that the nth one cannot come sooner than n pauses after the beginning. (The
 * gap between two may be any: on a busy machine the first of them is late.)
 */
export const assertPaced = (times: readonly number[], beganMs: number, pauseMs: number) => {
  const came = times.map(time => Math.round(time - beganMs))
  assert.ok(
    came.every((ms, n) => ms >= n * pauseMs - 50),
    `they came after ${came} ms`,
  )
}

import { describe, it } from 'node:test'
import { freezeWorker, killServer, killWorker, stopDatabase } from '../support/batch-faults.ts'

/** The long form, for `npm run test:faults`: minutes. */
describe('a batch of 2,000 URLs ends as it should', { timeout: 1_800_000 }, () => {
  const urls = 2_000
  const impatient = false

  it('when its worker is killed ten times', t => killWorker(t, { urls, times: 10, impatient }))
  it('when the whole server is killed', t => killServer(t, { urls, times: 3, impatient }))
  it('when PostgreSQL stops for 10 s', t =>
    stopDatabase(t, { urls, times: 2, impatient, stopMs: 10_000 }))
  it('when a worker stands still past its heartbeat and goes on', t =>
    freezeWorker(t, { urls, times: 1, impatient }))
})

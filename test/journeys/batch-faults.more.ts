import { describe, it } from 'node:test'
import { endWorker, killServer, stopDatabase } from '../support/batch-faults.ts'

/** The short form of `npm run test:faults`, which has more. */
describe('a batch ends as it should', { concurrency: 2 }, () => {
  const urls = 100
  const impatient = true

  it('when its worker is told to end', endWorker)
  it('when the whole server is killed', t => killServer(t, { urls, times: 1, impatient }))
  it('when PostgreSQL stops for a while', t =>
    stopDatabase(t, { urls, times: 1, impatient, stopMs: 2_000 }))
})

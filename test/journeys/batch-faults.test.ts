import { describe, it } from 'node:test'
import {
  endWorker,
  freezeWorker,
  killServer,
  killWorker,
  stopDatabase,
} from '../support/batch-faults.ts'

/** The short form of `npm run test:faults`. */
describe('a batch ends as it should', { concurrency: 2 }, () => {
  const urls = 100
  const impatient = true

  it('when its worker is killed', t => killWorker(t, { urls, times: 1, impatient }))
  it('when its worker is told to end', endWorker)
  it('when the whole server is killed', t => killServer(t, { urls, times: 1, impatient }))
  it('when PostgreSQL stops for a while', t =>
    stopDatabase(t, { urls, times: 1, impatient, stopMs: 2_000 }))
  it('when a worker stands still until its work was given away, and goes on', t =>
    freezeWorker(t, { urls, times: 1, impatient }))
})

import { describe, it } from 'node:test'
import { endWorker } from '../support/batch-faults.ts'

/** What else may happen to it: batch-faults.more.ts, and at length test/faults. */
describe('a batch ends as it should', () => {
  it('when its worker is told to end', endWorker)
})

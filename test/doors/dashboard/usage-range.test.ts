import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { ranges, readRange } from '../../../ui/src/usage/range.ts'

describe('a time on the Usage page', () => {
  before(() => mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-14T12:00:00Z') }))
  after(() => mock.timers.reset())
  const read = (text: string) => {
    const range = readRange(text)
    return [range.since, range.until, range.before.since, range.before.until, range.name]
  }

  it('is read by its name, each that is offered', () => {
    const month = ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-14', 'in March 2026']
    const expected: Record<(typeof ranges)[number]['value'], string[]> = {
      month,
      '7d': ['2026-03-08', '2026-03-14', '2026-03-01', '2026-03-07', 'in the last 7 days'],
      '30d': ['2026-02-13', '2026-03-14', '2026-01-14', '2026-02-12', 'in the last 30 days'],
      '90d': ['2025-12-15', '2026-03-14', '2025-09-16', '2025-12-14', 'in the last 90 days'],
      '12m': ['2025-04-01', '2026-03-14', '2024-04-01', '2025-03-31', 'in the last 12 months'],
    }
    for (const { value } of ranges) assert.deepEqual(read(value), expected[value], value)
    for (const text of ['', '8d', '2026-13', 'days']) assert.deepEqual(read(text), month, text)
  })

  it('that is a month is held against the whole month before, once it is over', () => {
    const range = ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31', 'in February 2026']
    assert.deepEqual(read('2026-02'), range)
  })
})

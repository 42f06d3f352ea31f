import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rangeOf, startOf } from '../../../src/doors/dashboard/days.ts'

it('days are asked for from one to another, both included', () => {
  assert.deepEqual(rangeOf('2026-02-28', '2026-02-28'), { start: '2026-02-28', end: '2026-03-01' })
  assert.deepEqual(rangeOf('2024-01-01', '2025-12-31'), { start: '2024-01-01', end: '2026-01-01' })
  assert.equal(startOf('2026-02-28')?.toISOString(), '2026-02-28T00:00:00.000Z')
  assert.equal(startOf('2026-02-28', 2)?.toISOString(), '2026-03-02T00:00:00.000Z')
  assert.equal(startOf(undefined), undefined)
})

it('one day at least, and this year and the one before it at most', () => {
  for (const [since, until] of [
    ['2026-02-28', '2026-02-27'],
    ['2024-01-01', '2026-01-01'],
    ['2026-02-28', 'tomorrow'],
  ])
    assert.throws(() => rangeOf(since, until), { message: 'Ask for 1 to 731 days.' }, until)
})

it('this month, unless told', t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-12-31T23:59:59Z') })
  assert.deepEqual(rangeOf(undefined, undefined), { start: '2026-12-01', end: '2027-01-01' })
  assert.deepEqual(rangeOf('2026-11-05', undefined), { start: '2026-11-05', end: '2027-01-01' })
  assert.deepEqual(rangeOf(undefined, '2026-12-04'), { start: '2026-12-01', end: '2026-12-05' })
})

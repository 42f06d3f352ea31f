import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createUsageBuffer } from '../../../src/base/accounts/usage-buffer.ts'

const use = { keyId: 'k1', accountId: 'a1', endpoint: 'icon', outcome: 'hit' }
const dayMs = 86_400_000

it('requests that differ in key, endpoint, outcome or day are counted apart', t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2031, 4, 6, 23, 59, 59, 999) })
  const buffer = createUsageBuffer(100)
  const uses = [
    use,
    { ...use, keyId: 'k2' },
    { ...use, endpoint: 'og' },
    { ...use, outcome: 'miss' },
  ]
  // Twice in a row, and each behind each other one.
  for (const one of uses)
    for (const other of uses) for (const each of [one, other]) buffer.count(each)
  assert.deepEqual(
    buffer.rows(),
    uses.map(one => ({ ...one, day: '2031-05-06', requests: 8 })),
  )
  t.mock.timers.setTime(Date.UTC(2031, 4, 7))
  buffer.count(use)
  t.mock.timers.setTime(Date.UTC(2031, 4, 7) + dayMs - 1)
  buffer.count(use)
  assert.deepEqual(buffer.rows().slice(4), [{ ...use, day: '2031-05-07', requests: 2 }])
  t.mock.timers.setTime(Date.UTC(2031, 4, 8))
  buffer.count(use)
  assert.deepEqual(
    buffer.rows().map(({ day }) => day.slice(-2)),
    ['06', '06', '06', '06', '07', '08'],
  )
})

it('what was counted elsewhere is added to what was counted here', () => {
  const buffer = createUsageBuffer(100)
  const row = { ...use, day: '2031-05-06', requests: 3 }
  buffer.add([row, { ...row, day: '2031-05-05' }, { ...row, requests: 40 }])
  assert.deepEqual(buffer.rows(), [
    { ...row, requests: 43 },
    { ...row, day: '2031-05-05' },
  ])
  assert.equal(buffer.dropped(), 0)
  assert.equal(row.requests, 3, 'the given row is left as it was')
})

it('rows are taken in the order they came, each once, and counting goes on with new ones', () => {
  const buffer = createUsageBuffer(100)
  const row = { ...use, day: '2031-05-06', requests: 1 }
  const rows = ['k1', 'k2', 'k3'].map(keyId => ({ ...row, keyId }))
  buffer.add(rows)
  const taken = buffer.take(2)
  assert.deepEqual(taken, rows.slice(0, 2))
  assert.deepEqual(buffer.rows(), rows.slice(2))
  // The last one that was counted is no longer in here: it needs a row of its own.
  assert.deepEqual(buffer.take(5), rows.slice(2))
  buffer.add(rows.slice(2))
  assert.deepEqual(buffer.rows(), rows.slice(2))
  assert.deepEqual(buffer.take(0), [])
})

it('rows have a bound: requests of a kind that finds no room are told, others go on', () => {
  const buffer = createUsageBuffer(2)
  const row = { ...use, day: '2031-05-06', requests: 5 }
  const [one, two, three] = ['k1', 'k2', 'k3'].map(keyId => ({ ...row, keyId }))
  assert.ok(one && two && three)
  buffer.add([one, two, three, one, three])
  assert.deepEqual(buffer.rows(), [{ ...one, requests: 10 }, two])
  assert.equal(buffer.dropped(), 10)
  buffer.take(1)
  buffer.add([three])
  assert.deepEqual(buffer.rows(), [two, three])
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createUsageCounter } from '../../../src/base/accounts/usage.ts'
import type { UsageFile } from '../../../src/base/accounts/usage-file.ts'
import type { UsageBatch } from '../../../src/base/accounts/usage-store.ts'

const day = '2031-05-06'
const row = (at: number, requests = 1) => ({
  ...{ keyId: `k${at}`, accountId: 'a', day, endpoint: 'icon', outcome: 'hit', requests },
})
/** A file in memory, and a database that is not there. */
const open = (kept: UsageBatch[] = []) => {
  const saved: UsageBatch[][] = []
  let isClosed = false
  const file: UsageFile = {
    read: () => kept,
    save: async batches => void saved.push(structuredClone([...batches])),
    clear: async () => assert.fail('nothing was delivered'),
    close() {
      isClosed = true
    },
  }
  const away = () => Promise.reject(new Error('away'))
  const sql = Object.assign(away, { begin: away }) as never
  const counter = createUsageCounter({ sql, file, onError: () => undefined })
  return { counter, saved, isClosed: () => isClosed }
}
const numbers = (batches: UsageBatch[] | undefined) =>
  batches?.map(({ sequence, rows }) => [sequence, rows.length])

it('while the database is away, what waits is kept under the numbers it will be written with', async () => {
  const { counter, saved, isClosed } = open()
  counter.add(Array.from({ length: 4_500 }, (_, at) => row(at)))
  await assert.rejects(counter.flush(), /away/)
  assert.deepEqual(numbers(saved.at(-1)), [
    [1, 2_000],
    [2, 2_000],
    [3, 500],
  ])
  assert.deepEqual(counter.waiting(), { requests: 4_500, dropped: 0 })
  // The next failure within five seconds keeps nothing anew.
  counter.count({ keyId: 'new', accountId: 'a', endpoint: 'icon', outcome: 'hit' })
  await assert.rejects(counter.flush(), /away/)
  assert.equal(saved.length, 1)
  assert.equal(counter.waiting().requests, 4_501)
  await assert.rejects(counter.close(), /away/)
  assert.deepEqual(numbers(saved.at(-1)), [
    [1, 2_000],
    [2, 2_000],
    [3, 501],
  ])
  assert.equal(isClosed(), true)
})

it('what an earlier process left is delivered before anything else, and counted as waiting', async () => {
  const earlier = { sender: 'earlier', sequence: 9, rows: [row(1, 5), row(2, 6)] }
  const { counter, saved } = open([earlier])
  counter.add([row(3, 7)])
  assert.equal(counter.waiting().requests, 18)
  await assert.rejects(counter.close(), /away/)
  const [first, second] = saved.at(-1) ?? []
  assert.deepEqual(first, earlier)
  assert.deepEqual([second?.sequence, second?.rows.length], [1, 1])
  assert.notEqual(second?.sender, 'earlier')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf, stickyKey, waysOf } from '../../../src/base/ways/choose.ts'

const ways = [
  { name: 'berlin', weight: 1 },
  { name: 'lyon', weight: 1 },
  { name: 'turin', weight: 4 },
]
const bestFor = (host: string) =>
  ways.toSorted((one, other) => placeOf(other, host) - placeOf(one, host))[0]?.name

test('a host keeps its way from one version of Siteray to the next', () => {
  const hosts = Array.from({ length: 12 }, (_, n) => `host-${n}.test`)
  assert.equal(
    hosts.map(bestFor).join(' '),
    'berlin turin lyon turin lyon turin turin turin turin turin turin berlin',
  )
})

test('a way sticks to the host or to the job, or to nothing', () => {
  const journey = { hostname: 'a.test', jobId: 'job-1' }
  assert.equal(stickyKey({ sticky: 'host' }, journey), 'a.test')
  assert.equal(stickyKey({ sticky: 'job' }, journey), 'job-1')
  const fresh = [
    stickyKey({ sticky: 'none' }, journey),
    stickyKey({ sticky: 'none' }, journey),
    stickyKey({ sticky: 'job' }, { ...journey, jobId: undefined }),
  ]
  assert.equal(new Set([...fresh, 'a.test', 'job-1']).size, 5)
  for (const key of fresh) assert.match(key, /^[\da-f]{16}$/)
})

test('an account uses the ways that are for all, and its own', () => {
  const all = [{ accounts: [] }, { accounts: ['ann'] }, { accounts: ['bo', 'ann'] }]
  const [open, hers, both] = all
  assert.deepEqual(waysOf(all, 'ann'), [open, hers, both])
  assert.deepEqual(waysOf(all, 'bo'), [open, both])
  assert.deepEqual(waysOf(all, 'cy'), [open])
  assert.deepEqual(waysOf(all, undefined), all)
})

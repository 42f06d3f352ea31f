import assert from 'node:assert/strict'
import { it } from 'node:test'
import { followFile } from '../../../src/base/reader/follow-page.ts'

it('a file leads nowhere, and is the same whatever its white space', () => {
  const one = followFile('Lamps of  brass\n and glass ')
  const other = followFile('Lamps of brass and glass')
  assert.deepEqual([one.links, one.nofollow, one.leftOut], [[], false, 0])
  assert.equal(one.contentHash, other.contentHash)
  assert.equal(one.copyHash, other.copyHash)
  assert.match(one.contentHash, /^[\da-f]{32}$/)
  assert.notEqual(followFile('Lamps of glass').contentHash, one.contentHash)
  // What is behind half a million characters makes another copy, not another content.
  const [long, longer] = ['a'.repeat(500_000), `${'a'.repeat(500_000)}b`].map(followFile)
  assert.equal(long?.contentHash, longer?.contentHash)
  assert.notEqual(long?.copyHash, longer?.copyHash)
})

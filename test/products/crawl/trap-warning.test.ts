import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { FollowedPage } from '../../../src/products/crawl/follow.ts'
import { nameTraps, withoutTraps } from '../../../src/products/crawl/trap-warning.ts'

it('three shapes that were closed are named, and what else is said stays', () => {
  const ends = ['/a/1', '/b?x=1', '/c', '/d', '/e'].map(
    path => ({ key: `http://x.test${path}` }) as FollowedPage,
  )
  const warning = nameTraps('Some sitemaps could not be read.', ends) ?? ''
  for (const path of ['/a/1', '/b?x=1', '/c']) assert.ok(warning.includes(`Pages like ${path} led`))
  assert.ok(!warning.includes('/d'))
  assert.equal(warning.split('So were more').length, 2)
  assert.equal(withoutTraps(warning), 'Some sitemaps could not be read.')
  assert.equal(withoutTraps(nameTraps(null, ends) ?? ''), '')
  assert.equal(withoutTraps(undefined), '')
  assert.equal(nameTraps(null, []), null)
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  newName,
  noteEcho,
  placedNames,
  saysNothing,
  withoutNames,
} from '../../../src/page/links/idle-query-names.ts'

const site = 'http://x.test'

it('a name of the query stands where its page does, and paging is never one', () => {
  const [name] = placedNames(`${site}/p/1?ref=a`)
  assert.deepEqual(placedNames(`${site}/p/lamp?ref=b`), [name])
  assert.notDeepEqual(placedNames(`${site}/q/1?ref=a`), [name])
  assert.notDeepEqual(placedNames(`${site}/p/1/2?ref=a`), [name])
  assert.deepEqual(placedNames(`${site}/list?page=2&offset=20`), [])
  assert.equal(placedNames(`${site}/about?a=1&b=2&a=3`).length, 2)
})

it('a key loses the names that say nothing where it stands, and keeps all others', () => {
  const idle = placedNames(`${site}/p/1?ref=a&print=1`)
  assert.equal(withoutNames(`${site}/p/7?print=1&ref=z`, idle), `${site}/p/7`)
  assert.equal(withoutNames(`${site}/p/7?id=5&ref=z`, idle), `${site}/p/7?id=5`)
  assert.equal(withoutNames(`${site}/p/7?ref=z#/view`, idle), `${site}/p/7#/view`)
  assert.equal(withoutNames(`${site}/other?ref=z`, idle), `${site}/other?ref=z`)
})

it('five pages show that a name says nothing, or ten of one path, and one that differs ends it', () => {
  const after = (paths: readonly string[], isVouched = false) =>
    paths.reduce((name, path) => noteEcho(name, path, isVouched), newName)
  assert.ok(saysNothing(after(['a', 'b', 'c', 'd', 'e'])))
  assert.ok(!saysNothing(after(['a', 'b', 'c', 'd'])))
  assert.ok(!saysNothing(after(Array(8).fill('a'))))
  assert.ok(saysNothing(after(Array(9).fill('a'))))
  assert.ok(saysNothing(after(Array(5).fill('a'), true)))
  assert.ok(!saysNothing({ ...after(['a', 'b', 'c', 'd', 'e']), counts: true }))
})

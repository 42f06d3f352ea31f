import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Edge, openEdge } from '../support/edge.ts'

/** Round trips are counted, however long they take: test/faults/edge.fault.ts takes its time. */
let edge: Edge
before(async () => {
  edge = await openEdge(3)
})
after(() => edge?.close())

describe('an image process far from the database', () => {
  it('looks a site up with two round trips, one before and one after', async () => {
    // Every connection has to learn the statements first.
    const first = Array.from({ length: 12 }, (_, number) => edge.image(`/site${number}.example`))
    assert.deepEqual(
      (await Promise.all(first)).map(({ status }) => status),
      first.map(() => 200),
    )
    const turns = await edge.fewestTurns(12, number => edge.image(`/site${12 + number}.example`), 2)
    assert.equal(turns, 2)
  })

  it('draws another size of what is known with one', async () => {
    assert.equal(
      await edge.fewestTurns(12, number => edge.image(`/site${number}.example?size=32`), 1),
      1,
    )
  })

  it('serves a cached image with none', async () => {
    const asked = edge.sitesAsked()
    assert.equal(await edge.fewestTurns(40, () => edge.image('/site0.example')), 0)
    assert.equal(edge.sitesAsked(), asked)
  })

  it('checks a key it does not know with one', async () => {
    // As above: more than there are connections, so that each has learned the statement.
    const keys = await Promise.all(Array.from({ length: 16 }, edge.newKey))
    await Promise.all(keys.map(({ key }) => edge.statusWith(key)))
    const askOnce = async () => {
      const { key } = await edge.newKey()
      assert.equal(await edge.statusWith(key), 200)
    }
    const turns = await edge.fewestTurns(40, askOnce, 1)
    assert.equal(turns, 1)
  })
})

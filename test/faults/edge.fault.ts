import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { deleteKey } from '../../src/base/accounts/keys.ts'
import { type Edge, openEdge } from '../support/edge.ts'
import { until } from '../support/until.ts'

/** 80 ms there and back, as between two continents. */
const eachWayMs = 40
/** What a busy machine may add to a time that is promised. */
const slackMs = 1_500

let edge: Edge
before(async () => {
  edge = await openEdge(eachWayMs)
  for (let number = 0; number < 12; number++) await edge.image(`/site${number}.example`)
})
after(() => edge?.close())

/** Ready in any case: taken out of service it would show nothing at all. */
const partsOf = async () => {
  const ready = await fetch(`${edge.app().apiUrl}/readyz`)
  assert.equal(ready.status, 200)
  return ((await ready.json()) as { checks: Record<string, { ok: boolean }> }).checks
}

const counted = async (): Promise<number> => {
  const [row] = await edge.sql`select coalesce(sum(requests), 0)::float8 as sum from usage`
  return row?.sum
}

describe('a key at a distance', () => {
  it('refuses a deleted key within a second and the distance', async () => {
    const { key, id } = await edge.newKey()
    await until('the key is known', async () => (await edge.statusWith(key)) === 200)
    await deleteKey(edge.sql, { id, actor: 'test' })
    const startedMs = performance.now()
    await until('it is refused', async () => (await edge.statusWith(key)) === 401)
    const tookMs = performance.now() - startedMs
    assert.ok(tookMs < 1_000 + 2 * eachWayMs + slackMs, `${tookMs} ms`)
  })
})

describe('while the database cannot be reached', () => {
  it('cached images go on, and every request is counted once when it is back', async () => {
    await until('all is written', async () => {
      const before = await counted()
      await new Promise(resolve => setTimeout(resolve, 1_200))
      return (await counted()) === before
    })
    const before = await counted()
    let asked = 0
    const show = async () => {
      const { status } = await edge.image('/site0.example')
      assert.equal(status, 200)
      asked++
    }
    await show()
    // What is on its way arrives, and its answer does not: it will be sent again.
    edge.distance.cut('answers')
    await show()
    await until('counts arrived', async () => (await counted()) > before)
    edge.distance.cut('all')
    await until('it hears nothing', async () => !(await partsOf()).notifications?.ok)
    for (let request = 0; request < 20; request++) await show()
    const cold = await edge.image('/site20.example')
    assert.equal(cold.status, 503)
    assert.ok(Number(cold.headers.get('retry-after')) >= 1)
    asked++
    assert.equal((await partsOf()).database?.ok, false)
    edge.distance.heal()
    await until(
      'it looks again',
      async () => {
        asked++
        return (await edge.image('/site20.example')).status === 200
      },
      30_000,
    )
    await until('all is written', async () => (await counted()) >= before + asked)
    await new Promise(resolve => setTimeout(resolve, 1_200))
    assert.equal(await counted(), before + asked)
  })
})

describe('a folder for renditions', () => {
  const files = () =>
    readdirSync(join(edge.folder, 'renditions'), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))

  it('after a restart an image needs no more than the key, and a damaged one is drawn anew', async () => {
    const { bytes } = await edge.image('/site1.example')
    await edge.image('/site2.example')
    await edge.stop()
    const damaged = files().find(file => readFileSync(file, 'latin1').includes('site2.example 128'))
    assert.ok(damaged)
    const content = readFileSync(damaged)
    content[content.length - 1] = (content.at(-1) ?? 0) ^ 1
    writeFileSync(damaged, content)

    await edge.startAgain()
    await edge.image('/no-such-site.example')
    const asked = edge.sitesAsked()
    const turns = await edge.fewestTurns(5, async number => {
      assert.deepEqual((await edge.image(`/site${number + 3}.example`)).bytes, bytes)
    })
    assert.equal(turns, 0)
    const mended = await edge.image('/site2.example')
    assert.deepEqual([mended.status, mended.bytes.equals(bytes)], [200, true])
    assert.equal(edge.sitesAsked(), asked)
    await until('it is kept again', () => existsSync(damaged) && statSync(damaged).size > 100)
  })
})

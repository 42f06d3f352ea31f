import assert from 'node:assert/strict'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ensureFirstAccount } from '../../src/base/accounts/first-run.ts'
import { createKey, deleteKey } from '../../src/base/accounts/keys.ts'
import { connectionOptions } from '../../src/base/db/target.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { type Distance, openDistance } from '../support/distance.ts'
import { getImage, type ImageApp, startImages } from '../support/images.ts'
import { png } from '../support/pictures.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

/** 80 ms there and back, as between two continents. */
const eachWayMs = 40
/** What a busy machine may add to a time that is promised. */
const slackMs = 1_500

let web: SimulatedWeb
let database: TestDatabase
let distance: Distance
let app: ImageApp
const folder = mkdtempSync(join(tmpdir(), 'siteray-edge-'))
let sitesAsked = 0

before(async () => {
  web = await createSimulatedWeb()
  const icon = await png('blue', 64)
  for (let number = 0; number < 24; number++)
    web.site(`site${number}.example`, request => {
      sitesAsked++
      return request.path.endsWith('.png') ? icon : '<link rel=icon href=/i.png sizes=64x64>'
    })
  database = await createDatabase()
  const { path = '', user, database: name } = connectionOptions(database.target)
  distance = await openDistance(path, eachWayMs)
  const url = `postgres://${user}@${distance.place}/${name}?sslmode=disable`
  await startEdge(url)
})
after(async () => {
  distance.heal()
  await app?.close()
  await distance.close()
  await web.close()
  rmSync(folder, { recursive: true, force: true })
})

const startEdge = async (url: string) => {
  const target = { kind: 'url' as const, url }
  app = await startImages(web, {
    env: { ROLE: 'image', IMAGE_CACHE_DIR: folder },
    database: { ...database, target },
  })
}

/** The smallest number of round trips: now and then the counts are written meanwhile. */
const fewestTurns = async (times: number, work: (time: number) => Promise<unknown>) => {
  let fewest = Number.POSITIVE_INFINITY
  for (let time = 0; time < times; time++) {
    const before = distance.turns('siteray')
    await work(time)
    fewest = Math.min(fewest, distance.turns('siteray') - before)
  }
  return fewest
}

const newKey = async () => {
  const { id: accountId } = await ensureFirstAccount(database.sql)
  return createKey(database.sql, { accountId, kind: 'publishable', name: 'edge', actor: 'test' })
}
const statusWith = async (key: string, host = 'site0.example') =>
  (await getImage(`${app.imageUrl}/${host}?token=${key}`)).status

/** Ready in any case: taken out of service it would show nothing at all. */
const partsOf = async () => {
  const ready = await fetch(`${app.apiUrl}/readyz`)
  assert.equal(ready.status, 200)
  return ((await ready.json()) as { checks: Record<string, { ok: boolean }> }).checks
}

const counted = async (): Promise<number> => {
  const [row] = await database.sql`select coalesce(sum(requests), 0)::float8 as sum from usage`
  return row?.sum
}

describe('an image process far from the database', () => {
  it('looks a site up with two round trips, one before and one after', async () => {
    // Every connection has to learn the statements first.
    const first = Array.from({ length: 12 }, (_, number) => app.image(`/site${number}.example`))
    assert.deepEqual(
      (await Promise.all(first)).map(({ status }) => status),
      first.map(() => 200),
    )
    const turns = await fewestTurns(4, number => app.image(`/site${12 + number}.example`))
    assert.equal(turns, 2)
  })

  it('draws another size of what is known with one', async () => {
    assert.equal(await fewestTurns(9, number => app.image(`/site${number}.example?size=32`)), 1)
  })

  it('serves a cached image with none', async () => {
    const asked = sitesAsked
    assert.equal(await fewestTurns(5, () => app.image('/site0.example')), 0)
    assert.equal(sitesAsked, asked)
  })

  it('checks a key it does not know with one', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, newKey))
    await Promise.all(keys.slice(4).map(({ key }) => statusWith(key)))
    const turns = await fewestTurns(4, async number => {
      assert.equal(await statusWith(keys[number]?.key ?? ''), 200)
    })
    assert.equal(turns, 1)
  })

  it('refuses a deleted key within a second and the distance', async () => {
    const { key, id } = await newKey()
    await until('the key is known', async () => (await statusWith(key)) === 200)
    await deleteKey(database.sql, { id, actor: 'test' })
    const startedMs = performance.now()
    await until('it is refused', async () => (await statusWith(key)) === 401)
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
      const { status } = await app.image('/site0.example')
      assert.equal(status, 200)
      asked++
    }
    await show()
    // What is on its way arrives, and its answer does not: it will be sent again.
    distance.cut('answers')
    await show()
    await until('counts arrived', async () => (await counted()) > before)
    distance.cut('all')
    await until('it hears nothing', async () => !(await partsOf()).notifications?.ok)
    for (let request = 0; request < 20; request++) await show()
    const cold = await app.image('/site20.example')
    assert.equal(cold.status, 503)
    assert.ok(Number(cold.headers.get('retry-after')) >= 1)
    asked++
    assert.equal((await partsOf()).database?.ok, false)
    distance.heal()
    await until(
      'it looks again',
      async () => {
        asked++
        return (await app.image('/site20.example')).status === 200
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
    readdirSync(join(folder, 'renditions'), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))

  it('after a restart an image needs no more than the key, and a damaged one is drawn anew', async () => {
    const { bytes } = await app.image('/site1.example')
    await app.image('/site2.example')
    await app.close()
    const damaged = files().find(file => readFileSync(file, 'latin1').includes('site2.example 128'))
    assert.ok(damaged)
    const content = readFileSync(damaged)
    content[content.length - 1] = (content.at(-1) ?? 0) ^ 1
    writeFileSync(damaged, content)

    const { user, database: name } = connectionOptions(database.target)
    await startEdge(`postgres://${user}@${distance.place}/${name}?sslmode=disable`)
    await app.image('/no-such-site.example')
    const asked = sitesAsked
    const turns = await fewestTurns(5, async number => {
      assert.deepEqual((await app.image(`/site${number + 3}.example`)).bytes, bytes)
    })
    assert.equal(turns, 0)
    const mended = await app.image('/site2.example')
    assert.deepEqual([mended.status, mended.bytes.equals(bytes)], [200, true])
    assert.equal(sitesAsked, asked)
    await until('it is kept again', () => existsSync(damaged) && statSync(damaged).size > 100)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { type ImageApp, startImages } from '../../support/images.ts'
import { type Color, colorOf, png } from '../../support/pictures.ts'
import { createSimulatedWeb, type Pages, type SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('what is kept, and for how long', () => {
  let web: SimulatedWeb
  let database: TestDatabase
  let app: ImageApp
  let second: ImageApp
  let nowMs = Date.parse('2030-01-01T00:00:00Z')
  const seams = { now: () => nowMs }
  let icons: Record<'red' | 'blue' | 'green', Buffer>
  before(async () => {
    web = await createSimulatedWeb()
    database = await createDatabase()
    app = await startImages(web, { database, seams })
    second = await startImages(web, { database, seams })
    icons = { red: await png('red'), blue: await png('blue'), green: await png('green') }
  })
  after(async () => {
    await Promise.all([app.close(), second.close()])
    await web.close()
  })

  const withIcon = (color: 'red' | 'blue' | 'green'): Pages => ({
    '/': '<html><link rel="icon" href="/i.png"></html>',
    '/i.png': icons[color],
  })
  const without: Pages = { '/': '<html><title>Bare</title></html>' }
  const looks = (host: string) => web.requestsTo(host).filter(({ path }) => path === '/').length
  const colorAt = async (target: string, asked = app): Promise<Color | undefined> =>
    colorOf((await asked.image(target)).bytes)

  it('a hundred requests at once are one look', async () => {
    web.site('crowd.example', withIcon('red'), { latencyMs: 30 })
    const themes = ['light', 'dark']
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        app.image(`/crowd.example?size=${16 + (at % 5)}&theme=${themes[at % 2]}`),
      ),
    )
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(looks('crowd.example'), 1)
    assert.equal(web.requestsTo('crowd.example').filter(({ path }) => path === '/i.png').length, 1)
  })

  it('two processes that are asked at once look once', async () => {
    web.site('both.example', withIcon('red'), { latencyMs: 60 })
    const colors = await Promise.all([
      colorAt('/both.example'),
      colorAt('/both.example', second),
      colorAt('/both.example?size=64', second),
    ])
    assert.deepEqual(colors, ['red', 'red', 'red'])
    assert.equal(looks('both.example'), 1)
  })

  it('what one process found the other serves without a look', async () => {
    web.site('shared.example', withIcon('red'))
    await app.image('/shared.example')
    const before = web.requests.length
    assert.equal(await colorAt('/shared.example', second), 'red')
    assert.equal(web.requests.length, before)
  })

  it('an image past its week is served and looked for again behind the answer', async () => {
    web.site('weekly.example', withIcon('red'))
    assert.equal(await colorAt('/weekly.example'), 'red')
    web.site('weekly.example', withIcon('blue'))
    nowMs += 6 * day
    assert.equal(await colorAt('/weekly.example'), 'red')
    assert.equal(looks('weekly.example'), 1)
    nowMs += 2 * day
    assert.equal(await colorAt('/weekly.example'), 'red')
    await until('the new image is there', async () => {
      nowMs += minute
      return (await colorAt('/weekly.example')) === 'blue'
    })
    assert.equal(looks('weekly.example'), 2)
  })

  it('a look that fails keeps the old image', async () => {
    web.site('flaky.example', withIcon('red'))
    assert.equal(await colorAt('/flaky.example'), 'red')
    web.site('flaky.example', { '*': { status: 503, body: 'Busy' } })
    nowMs += 9 * day
    assert.equal(await colorAt('/flaky.example?size=40'), 'red')
    await until('the failed look ended', async () => {
      const [row] = await database.sql`
        select 1 from image_lookups where host = 'flaky.example' and claimed_by is null
          and checked_at = ${new Date(nowMs)}`
      return row !== undefined
    })
    assert.equal(await colorAt('/flaky.example?size=41'), 'red')
    assert.equal(await colorAt('/flaky.example?size=42&v=new'), 'red')
  })

  it('a site that took its icon away loses it', async () => {
    web.site('gone.example', withIcon('red'))
    await app.image('/gone.example')
    web.site('gone.example', without)
    nowMs += 9 * day
    await app.image('/gone.example?size=40')
    await until('the look ended', async () => {
      nowMs += minute
      const { headers } = await app.image('/gone.example?size=40')
      return headers.get('x-image-source') === 'monogram'
    })
  })

  it('a site that cannot be reached is a monogram, and is asked again after an hour', async () => {
    assert.equal((await app.image('/dead.example')).headers.get('x-image-source'), 'monogram')
    web.site('dead.example', withIcon('green'))
    nowMs += hour + minute
    assert.equal(await colorAt('/dead.example'), 'green')
  })

  it('a new v fetches again; the same v does not', async () => {
    web.site('versions.example', withIcon('red'))
    assert.equal(await colorAt('/versions.example?v=1'), 'red')
    web.site('versions.example', withIcon('blue'))
    nowMs += 2 * minute
    assert.equal(await colorAt('/versions.example?v=1'), 'red')
    assert.equal(await colorAt('/versions.example'), 'red')
    assert.equal(looks('versions.example'), 1)
    assert.equal(await colorAt('/versions.example?v=2'), 'blue')
    assert.equal(looks('versions.example'), 2)
    nowMs += 2 * minute
    assert.equal(await colorAt('/versions.example?v=2&size=64', second), 'blue')
    assert.equal(await colorAt('/versions.example?v=1&size=64', second), 'blue')
    assert.equal(looks('versions.example'), 2)
  })

  it('a cached image is served without asking the site', async () => {
    web.site('cached.example', withIcon('red'))
    const first = await app.image('/cached.example')
    const seen = web.requests.length
    for (let at = 0; at < 20; at++)
      assert.deepEqual((await app.image('/cached.example')).bytes, first.bytes)
    assert.equal(web.requests.length, seen)
  })

  it('a rendition is made anew after a day, from what is stored', async () => {
    web.site('daily.example', withIcon('red'))
    const first = await app.image('/daily.example')
    nowMs += day + minute
    const again = await app.image('/daily.example')
    assert.equal(again.headers.get('etag'), first.headers.get('etag'))
    assert.equal(looks('daily.example'), 1)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until } from '../../support/until.ts'
import { day, hour, minute, setUpImageCaches, without } from './caching-setup.ts'

describe('what is kept, and for how long', () => {
  const { world, withIcon, looks, colorAt } = setUpImageCaches()

  it('a hundred requests at once are one look', async () => {
    world.web.site('crowd.example', withIcon('red'), { latencyMs: 30 })
    const themes = ['light', 'dark']
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        world.app.image(`/crowd.example?size=${16 + (at % 5)}&theme=${themes[at % 2]}`),
      ),
    )
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(looks('crowd.example'), 1)
    assert.equal(
      world.web.requestsTo('crowd.example').filter(({ path }) => path === '/i.png').length,
      1,
    )
  })

  it('two processes that are asked at once look once', async () => {
    world.web.site('both.example', withIcon('red'), { latencyMs: 60 })
    const colors = await Promise.all([
      colorAt('/both.example'),
      colorAt('/both.example', world.second),
      colorAt('/both.example?size=64', world.second),
    ])
    assert.deepEqual(colors, ['red', 'red', 'red'])
    assert.equal(looks('both.example'), 1)
  })

  it('what one process found the other serves without a look', async () => {
    world.web.site('shared.example', withIcon('red'))
    await world.app.image('/shared.example')
    const before = world.web.requests.length
    assert.equal(await colorAt('/shared.example', world.second), 'red')
    assert.equal(world.web.requests.length, before)
  })

  it('an image past its week is served and looked for again behind the answer', async () => {
    world.web.site('weekly.example', withIcon('red'))
    assert.equal(await colorAt('/weekly.example'), 'red')
    world.web.site('weekly.example', withIcon('blue'))
    world.nowMs += 6 * day
    assert.equal(await colorAt('/weekly.example'), 'red')
    assert.equal(looks('weekly.example'), 1)
    world.nowMs += 2 * day
    assert.equal(await colorAt('/weekly.example'), 'red')
    await until('the new image is there', async () => {
      world.nowMs += minute
      return (await colorAt('/weekly.example')) === 'blue'
    })
    assert.equal(looks('weekly.example'), 2)
  })

  it('a look that fails keeps the old image', async () => {
    world.web.site('flaky.example', withIcon('red'))
    assert.equal(await colorAt('/flaky.example'), 'red')
    world.web.site('flaky.example', { '*': { status: 503, body: 'Busy' } })
    world.nowMs += 9 * day
    assert.equal(await colorAt('/flaky.example?size=40'), 'red')
    await until('the failed look ended', async () => {
      const [row] = await world.database.sql`
        select 1 from image_lookups where host = 'flaky.example' and claimed_by is null
          and checked_at = ${new Date(world.nowMs)}`
      return row !== undefined
    })
    assert.equal(await colorAt('/flaky.example?size=41'), 'red')
    assert.equal(await colorAt('/flaky.example?size=42&v=new'), 'red')
  })

  it('a site that took its icon away loses it', async () => {
    world.web.site('gone.example', withIcon('red'))
    await world.app.image('/gone.example')
    world.web.site('gone.example', without)
    world.nowMs += 9 * day
    await world.app.image('/gone.example?size=40')
    await until('the look ended', async () => {
      world.nowMs += minute
      const { headers } = await world.app.image('/gone.example?size=40')
      return headers.get('x-image-source') === 'monogram'
    })
  })

  it('a site that cannot be reached is a monogram, and is asked again after an hour', async () => {
    assert.equal((await world.app.image('/dead.example')).headers.get('x-image-source'), 'monogram')
    world.web.site('dead.example', withIcon('green'))
    world.nowMs += hour + minute
    assert.equal(await colorAt('/dead.example'), 'green')
  })

  it('a new v fetches again; the same v does not', async () => {
    world.web.site('versions.example', withIcon('red'))
    assert.equal(await colorAt('/versions.example?v=1'), 'red')
    world.web.site('versions.example', withIcon('blue'))
    world.nowMs += 2 * minute
    assert.equal(await colorAt('/versions.example?v=1'), 'red')
    assert.equal(await colorAt('/versions.example'), 'red')
    assert.equal(looks('versions.example'), 1)
    assert.equal(await colorAt('/versions.example?v=2'), 'blue')
    assert.equal(looks('versions.example'), 2)
    world.nowMs += 2 * minute
    assert.equal(await colorAt('/versions.example?v=2&size=64', world.second), 'blue')
    assert.equal(await colorAt('/versions.example?v=1&size=64', world.second), 'blue')
    assert.equal(looks('versions.example'), 2)
  })

  it('a cached image is served without asking the site', async () => {
    world.web.site('cached.example', withIcon('red'))
    const first = await world.app.image('/cached.example')
    const seen = world.web.requests.length
    for (let at = 0; at < 20; at++)
      assert.deepEqual((await world.app.image('/cached.example')).bytes, first.bytes)
    assert.equal(world.web.requests.length, seen)
  })

  it('a rendition is made anew after a day, from what is stored', async () => {
    world.web.site('daily.example', withIcon('red'))
    const first = await world.app.image('/daily.example')
    world.nowMs += day + minute
    const again = await world.app.image('/daily.example')
    assert.equal(again.headers.get('etag'), first.headers.get('etag'))
    assert.equal(looks('daily.example'), 1)
  })
})

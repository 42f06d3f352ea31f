import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { png } from '../../support/pictures.ts'
import { until } from '../../support/until.ts'
import { day, hour, minute, setUpImageCaches, without } from './caching-setup.ts'

describe('what is kept, and for how long', () => {
  const { world, withIcon, looks, colorAt } = setUpImageCaches()

  it('a better file that was busy is asked for again after an hour, one that is gone after a week', async () => {
    const html = '<link rel="icon" href="/i.png"><link rel="apple-touch-icon" href="/t.png">'
    const pages = { '/': html, '/i.png': await png('red', 32) }
    const busy = { status: 503, body: 'busy' }
    const touch = await png('blue', 180)
    world.web.site('busy.example', { ...pages, '/t.png': busy })
    world.web.site('absent.example', { ...pages, '/t.png': { status: 404, body: '' } })
    assert.equal(await colorAt('/busy.example'), 'red')
    assert.equal(await colorAt('/absent.example'), 'red')
    world.web.site('busy.example', { ...pages, '/t.png': touch })
    world.web.site('absent.example', { ...pages, '/t.png': touch })
    world.nowMs += hour + minute
    await until('the better file is there', async () => {
      world.nowMs += minute
      return (await colorAt('/busy.example')) === 'blue'
    })
    assert.equal(await colorAt('/absent.example'), 'red')
    assert.equal(looks('absent.example'), 1)
    // What was there before stays until it is there again.
    world.web.site('busy.example', { ...pages, '/t.png': busy })
    world.nowMs += 8 * day
    await colorAt('/busy.example?size=40')
    await until('the look ended', async () => {
      const [row] = await world.database.sql`
        select 1 from image_lookups where host = 'busy.example' and claimed_by is null
          and checked_at = ${new Date(world.nowMs)}`
      return row !== undefined
    })
    assert.equal(await colorAt('/busy.example?size=41'), 'blue')
  })

  it('a site without an icon is looked at again after an hour, not before', async () => {
    world.web.site('late.example', without)
    assert.equal((await world.app.image('/late.example?fallback=404')).status, 404)
    world.web.site('late.example', withIcon('blue'))
    world.nowMs += hour - minute
    assert.equal((await world.app.image('/late.example?fallback=404')).status, 404)
    assert.equal(
      (await world.app.image('/late.example?size=33')).headers.get('x-image-source'),
      'monogram',
    )
    assert.equal(looks('late.example'), 1)
    world.nowMs += 2 * minute
    assert.equal(await colorAt('/late.example?size=33'), 'blue')
    assert.equal((await world.app.image('/late.example?fallback=404')).status, 200)
    assert.equal(looks('late.example'), 2)
  })

  it('however many values of v arrive in however many processes, a look a minute', async () => {
    world.web.site('flood.example', withIcon('red'))
    await world.app.image('/flood.example')
    world.nowMs += 2 * minute
    const flood = async () => {
      const targets = Array.from({ length: 20 }, (_, at) => `/flood.example?v=${world.nowMs}-${at}`)
      await Promise.all(
        targets.flatMap(target => [world.app.image(target), world.second.image(target)]),
      )
    }
    await flood()
    assert.equal(looks('flood.example'), 2)
    await flood()
    assert.equal(looks('flood.example'), 2)
    world.nowMs += minute + 1
    await flood()
    assert.equal(looks('flood.example'), 3)
  })

  it('a v that came within the minute gets its look when the minute is over', async () => {
    world.web.site('impatient.example', withIcon('red'))
    assert.equal(await colorAt('/impatient.example?v=1'), 'red')
    world.web.site('impatient.example', withIcon('blue'))
    world.nowMs += 10_000
    assert.equal(await colorAt('/impatient.example?v=2'), 'red')
    world.nowMs += minute
    assert.equal(await colorAt('/impatient.example?v=2'), 'blue')
  })

  it('a claim of a process that died runs out', async () => {
    world.web.site('orphan.example', withIcon('red'))
    await world.database.sql`
      insert into image_lookups (host, kind, claimed_by, claimed_until)
      values ('orphan.example', 'icon', 'look_dead', ${new Date(world.nowMs + 30_000)})`
    world.nowMs += 31_000
    assert.equal(await colorAt('/orphan.example'), 'red')
  })
})

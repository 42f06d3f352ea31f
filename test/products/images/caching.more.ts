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

  it('a better file that was busy is asked for again after an hour, one that is gone after a week', async () => {
    const html = '<link rel="icon" href="/i.png"><link rel="apple-touch-icon" href="/t.png">'
    const pages = { '/': html, '/i.png': await png('red', 32) }
    const busy = { status: 503, body: 'busy' }
    const touch = await png('blue', 180)
    web.site('busy.example', { ...pages, '/t.png': busy })
    web.site('absent.example', { ...pages, '/t.png': { status: 404, body: '' } })
    assert.equal(await colorAt('/busy.example'), 'red')
    assert.equal(await colorAt('/absent.example'), 'red')
    web.site('busy.example', { ...pages, '/t.png': touch })
    web.site('absent.example', { ...pages, '/t.png': touch })
    nowMs += hour + minute
    await until('the better file is there', async () => {
      nowMs += minute
      return (await colorAt('/busy.example')) === 'blue'
    })
    assert.equal(await colorAt('/absent.example'), 'red')
    assert.equal(looks('absent.example'), 1)
    // What was there before stays until it is there again.
    web.site('busy.example', { ...pages, '/t.png': busy })
    nowMs += 8 * day
    await colorAt('/busy.example?size=40')
    await until('the look ended', async () => {
      const [row] = await database.sql`
        select 1 from image_lookups where host = 'busy.example' and claimed_by is null
          and checked_at = ${new Date(nowMs)}`
      return row !== undefined
    })
    assert.equal(await colorAt('/busy.example?size=41'), 'blue')
  })

  it('a site without an icon is looked at again after an hour, not before', async () => {
    web.site('late.example', without)
    assert.equal((await app.image('/late.example?fallback=404')).status, 404)
    web.site('late.example', withIcon('blue'))
    nowMs += hour - minute
    assert.equal((await app.image('/late.example?fallback=404')).status, 404)
    assert.equal(
      (await app.image('/late.example?size=33')).headers.get('x-image-source'),
      'monogram',
    )
    assert.equal(looks('late.example'), 1)
    nowMs += 2 * minute
    assert.equal(await colorAt('/late.example?size=33'), 'blue')
    assert.equal((await app.image('/late.example?fallback=404')).status, 200)
    assert.equal(looks('late.example'), 2)
  })

  it('however many values of v arrive in however many processes, a look a minute', async () => {
    web.site('flood.example', withIcon('red'))
    await app.image('/flood.example')
    nowMs += 2 * minute
    const flood = async () => {
      const targets = Array.from({ length: 20 }, (_, at) => `/flood.example?v=${nowMs}-${at}`)
      await Promise.all(targets.flatMap(target => [app.image(target), second.image(target)]))
    }
    await flood()
    assert.equal(looks('flood.example'), 2)
    await flood()
    assert.equal(looks('flood.example'), 2)
    nowMs += minute + 1
    await flood()
    assert.equal(looks('flood.example'), 3)
  })

  it('a v that came within the minute gets its look when the minute is over', async () => {
    web.site('impatient.example', withIcon('red'))
    assert.equal(await colorAt('/impatient.example?v=1'), 'red')
    web.site('impatient.example', withIcon('blue'))
    nowMs += 10_000
    assert.equal(await colorAt('/impatient.example?v=2'), 'red')
    nowMs += minute
    assert.equal(await colorAt('/impatient.example?v=2'), 'blue')
  })

  it('a claim of a process that died runs out', async () => {
    web.site('orphan.example', withIcon('red'))
    await database.sql`
      insert into image_lookups (host, kind, claimed_by, claimed_until)
      values ('orphan.example', 'icon', 'look_dead', ${new Date(nowMs + 30_000)})`
    nowMs += 31_000
    assert.equal(await colorAt('/orphan.example'), 'red')
  })
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { Siteray } from '../../client/src/index.ts'
import { atEnd } from '../support/at-end.ts'
import { start } from '../support/command.ts'
import { connect } from '../support/mcp.ts'
import { openMemberSite } from '../support/member-site.ts'
import { openSigning, password, type Signing } from '../support/signing.ts'
import { until } from '../support/until.ts'
import { createWayProxy, type WayProxy } from '../support/way-proxy.ts'

/* By every door: the way, the language and the session that a caller chooses reach the site. */

const from = '127.0.0.81'
const host = 'far.test'
let { web, app, create, post }: Signing = {} as Signing
let proxy: WayProxy
let siteray: Siteray
let session: string
let visits: { path: string; from: string; language: string; isMember: boolean }[] = []

before(async () => {
  proxy = await createWayProxy({ kind: 'http', from })
  atEnd(proxy.close)
  const folder = mkdtempSync(join(tmpdir(), 'siteray-doors-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'ways.json')
  writeFileSync(file, JSON.stringify([{ name: 'vienna', url: proxy.url, countries: ['AT'] }]))
  ;({ web, app, create, post } = await openSigning({ WAYS_FILE: file }))
  siteray = new Siteray({ url: app.apiUrl, key: app.secretKey })
  web.site(host, ({ path, headers }, response) => {
    const language = headers['accept-language'] ?? ''
    const isMember = headers.cookie === 'sid=member'
    visits.push({ path, from: response.socket?.remoteAddress ?? '', language, isMember })
    if (path === '/robots.txt' || path.endsWith('.xml')) return { status: 404 }
    return `<title>Far</title><main><h1>Far</h1><p>${'Words of the page. '.repeat(20)}</p></main>`
  })
  const cookies = [{ name: 'sid', value: 'member', domain: host }]
  session = (await create({ hosts: [host], state: { cookies } })).id
})

const url = `https://${host}/`
const travel = { way: 'vienna', location: { country: 'AT', languages: ['gsw', 'de'] } }

/** What came to the site while `work` was done: all of it by the way, and the pages as they should. */
const assertTravels = async (work: () => Promise<unknown>, isMember = true) => {
  visits = []
  await work()
  const pages = visits.filter(({ path }) => path === '/')
  assert.ok(pages.length > 0)
  for (const visit of visits) assert.equal(visit.from, from, visit.path)
  for (const { language, isMember: was } of pages)
    assert.deepEqual([language, was], ['gsw,de;q=0.9', isMember])
}

describe('a way, a language and a session', () => {
  it('are taken by the client', async () => {
    const { ways } = await siteray.ways()
    assert.deepEqual(
      ways.map(({ name, countries }) => [name, countries]),
      [['vienna', ['AT']]],
    )
    await assertTravels(async () => {
      const { metadata } = await siteray.scrape(url, { ...travel, session })
      assert.deepEqual([metadata?.way, metadata?.country], ['vienna', 'AT'])
    })
    await assertTravels(() => siteray.map(url, { ...travel, session, sitemap: 'skip' }))
    await assertTravels(() => siteray.batch([url], { ...travel, session }).ended())
    await assert.rejects(siteray.scrape(url, { way: 'graz' }), {
      ...{ code: 'way_unknown', status: 400 },
      message: 'There is no way out "graz". There are: vienna.',
    })
  })

  it('are taken by the command', async () => {
    const env = { SITERAY_URL: app.apiUrl, SITERAY_KEY: app.secretKey }
    const chosen = ['--way', 'vienna', '--country', 'AT', '--language', 'gsw,de']
    for (const words of [
      ['scrape', url],
      ['map', url],
      ['brand', url],
    ])
      await assertTravels(async () => {
        const ran = await start([...words, ...chosen, '--session', session], { env }).ended
        assert.equal(ran.code, 0, ran.stderr)
      })
    const unknown = await start(['scrape', url, '--country', 'DE'], { env }).ended
    assert.notEqual(unknown.code, 0)
    assert.match(unknown.stderr, /No way out leads to DE\. There are: AT\./)
  })

  it('are taken by tools of language models', async () => {
    const mcp = await connect('2026', { url: `${app.apiUrl}/mcp`, key: app.secretKey })
    atEnd(() => mcp.close())
    const schema = { type: 'object', properties: { title: { type: 'string' } } }
    const calls: [string, object][] = [
      ['scrape', {}],
      ['map', {}],
      ['extract', { schema }],
      ['branding', { include: ['colors'] }],
      ['crawl', { limit: 1 }],
    ]
    for (const [tool, more] of calls)
      await assertTravels(async () => {
        const answer = await mcp.call(tool, { url, ...more, ...travel, session })
        assert.notEqual(answer.isError, true, JSON.stringify(answer.content))
      })
    const refused = await mcp.call('scrape', { url, way: 'graz' })
    assert.match(JSON.stringify(refused.content), /way_unknown.*There are: vienna/)
  })

  it('are taken by Firecrawl’s door, with a country as clients of it say it', async () => {
    const location = { country: 'at', languages: ['gsw', 'de'] }
    for (const version of ['v1', 'v2'])
      await assertTravels(async () => {
        const answer = await post(`/firecrawl/${version}/scrape`, { url, location })
        assert.equal(answer.status, 200, answer.text)
      }, false)
  })

  it('are kept by schedules', async () => {
    const request = { url, ...travel, session, sitemap: 'skip' }
    const made = await post('/v1/schedules', { cron: '0 4 1 * *', kind: 'map', request })
    assert.equal(made.status, 200, made.text)
    const path = `/v1/schedules/${(made.json as { id: string }).id}`
    await assertTravels(async () => {
      const { id } = (await post(`${path}/run`)).json as { id: string }
      const look = async () =>
        ((await app.api(`${path}/runs/${id}`)).json as { run: { endedAt: string | null } }).run
      await until('the run has ended', async () => (await look()).endedAt !== null, 60_000)
    })
  })

  it('are signed in by that way too', async () => {
    const site = openMemberSite(web, 'members.test', { password })
    const actions = [
      { type: 'write', selector: '#email', text: 'me@example.com' },
      { type: 'write', selector: '#password', secret: 'password' },
      { type: 'click', selector: 'button' },
    ] as const
    const { id } = await siteray.createSession({
      hosts: ['members.test'],
      login: { url: 'https://members.test/login', actions: [...actions] },
    })
    const { markdown } = await siteray.scrape('https://members.test/p/1', {
      ...{ session: id, way: 'vienna' },
    })
    assert.match(markdown ?? '', /For members only: \/p\/1/)
    assert.deepEqual([[...site.visitors], site.counts.signIns], [[from], 1])
  })
})

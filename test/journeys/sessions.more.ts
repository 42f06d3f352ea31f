import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { assertRefused } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'
import { createCaller } from '../support/callers.ts'
import { openMemberSite } from '../support/member-site.ts'
import {
  assertFailed,
  assertRead,
  loginOf,
  openSigning,
  password,
  type Signing,
} from '../support/signing.ts'
import { until } from '../support/until.ts'
import { createWayProxy } from '../support/way-proxy.ts'

let web: Signing['web']
/** Of another account. */
let theirs: Signing['app']['api']
let { app, post, putSecret, create, runJob, show, scrape } = {} as Signing
before(async () => {
  ;({ web, app, post, putSecret, create, runJob, show, scrape } = await openSigning())
  ;({ api: theirs } = await createCaller(app, 'unlimited'))
})

describe('a session', () => {
  it('keeps the cookies that a site changes', async () => {
    const site = openMemberSite(web, 'rotates.test', { password, rotates: true })
    const { id } = await create({ hosts: ['rotates.test'], login: loginOf('rotates.test') })
    for (const n of [1, 2, 3]) {
      const render = n === 2 ? 'always' : 'auto'
      assertRead(await scrape(`https://rotates.test/p/${n}`, id, { render }), `/p/${n}`)
    }
    const cookies = web
      .requestsTo('rotates.test')
      .filter(({ path }) => path.startsWith('/p/'))
      .map(({ headers }) => /sid=(\w+)/.exec(headers.cookie ?? '')?.[1])
    const used = cookies.filter(cookie => cookie !== undefined)
    assert.equal(new Set(used).size, 3, used.join())
    assert.equal(site.counts.signIns, 1)
  })

  it('brings local storage along, where a site keeps who is signed in there', async () => {
    const site = openMemberSite(web, 'local.test', { password, inLocalStorage: true })
    const login = { ...loginOf('local.test'), check: { textIncludes: 'Welcome back' } }
    const { id } = await create({ hosts: ['local.test'], login })
    assertRead(await scrape('https://local.test/p/1', id), '/p/1')
    assertRead(await scrape('https://local.test/p/2', id), '/p/2')
    assert.equal(site.counts.signIns, 1)
    site.endAll()
    assertRead(await scrape('https://local.test/p/3', id), '/p/3')
    assert.equal(site.counts.signIns, 2)
  })

  it('signs in at another host, with a one-time code', async () => {
    const uri = 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXPJBSWY3DP'
    await putSecret('code', uri, true)
    const options = { password, totpUri: uri, oauthHost: 'idp.test' }
    const site = openMemberSite(web, 'oauth.test', options)
    const code = { type: 'write', selector: '#code', secret: 'code' }
    const { id } = await create({ hosts: ['oauth.test'], login: loginOf('oauth.test', [code]) })
    assertRead(await scrape('https://oauth.test/p/1', id), '/p/1')
    assert.equal(site.counts.signIns, 1)
  })

  it('writes no one-time code twice, whichever session needs it', async () => {
    const uri = 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXPJBSWY3DQ&period=10'
    await putSecret('once', uri, true)
    const site = openMemberSite(web, 'once.test', { password, totpUri: uri })
    const code = { type: 'write', selector: '#code', secret: 'once' }
    const login = loginOf('once.test', [code])
    const one = await create({ hosts: ['once.test'], login })
    const other = await create({ hosts: ['once.test'], login })
    const read = (n: number, { id }: { id: string }) =>
      scrape(`https://once.test/p/${n}`, id, { timeout: 60_000 })
    const both = await Promise.all([read(1, one), read(2, other)])
    for (const [at, answer] of both.entries()) assertRead(answer, `/p/${at + 1}`)
    site.endAll()
    assertRead(await read(3, one), '/p/3')
    assert.equal(site.counts.signIns, 3)
    assert.equal(site.counts.refused, 0)
  })

  it('is signed in for all who wait, although the caller who began it hangs up', async () => {
    const { promise: opens, resolve: open } = Promise.withResolvers<void>()
    const site = openMemberSite(web, 'hangs.test', { password, opens })
    const { id } = await create({ hosts: ['hangs.test'], login: loginOf('hangs.test') })
    const gone = new AbortController()
    const body = { url: 'https://hangs.test/p/1', session: id }
    const headers = { authorization: `Bearer ${app.secretKey}`, 'content-type': 'application/json' }
    const first = fetch(`${app.apiUrl}/v1/scrape`, {
      ...{ method: 'POST', headers, body: JSON.stringify(body), signal: gone.signal },
    }).catch(() => undefined)
    await until('the form is asked for', () => site.counts.forms > 0, 30_000)
    const waiting = scrape('https://hangs.test/p/2', id)
    gone.abort()
    await first
    open()
    assertRead(await waiting, '/p/2')
    assert.deepEqual([site.counts.signIns, site.given], [1, ['/p/2']])
    assert.equal((await show(id)).failure, undefined)
  })

  it('names the step of a sign-in that fails, and is not tried for ever', async () => {
    const site = openMemberSite(web, 'stuck.test', { password: 'another' })
    const { id } = await create({ hosts: ['stuck.test'], login: loginOf('stuck.test') })
    for (let n = 0; n < 5; n++)
      assertRefused(await scrape('https://stuck.test/p/1', id), 502, 'login_failed', /password/)
    assertRefused(await scrape('https://stuck.test/p/1', id), 409, 'session_expired', /5 times/)
    assert.equal(site.counts.refused, 5)
    assert.match((await show(id)).failure ?? '', /still asks for a password/)
  })

  it('takes no steps on the form that a site shows in place of the page', async () => {
    const site = openMemberSite(web, 'acts.test', { password })
    const { id } = await create({ hosts: ['acts.test'], login: loginOf('acts.test') })
    assertRead(await scrape('https://acts.test/p/1', id), '/p/1')
    site.endAll()
    const actions = [{ type: 'click', selector: 'article h1' }]
    assertRead(await scrape('https://acts.test/p/2', id, { actions }), '/p/2')
    assert.equal(site.counts.signIns, 2)
    assert.equal(site.counts.refused, 0)
  })

  it('goes on when the process that was signing in has died', async () => {
    const site = openMemberSite(web, 'died.test', { password })
    const { id } = await create({ hosts: ['died.test'], login: loginOf('died.test') })
    await app.database.sql`
      update site_sessions set lease = 'dead', leased_until = now() + interval '2 seconds'
      where id = ${id}`
    assertFailed(await post(`/v1/sessions/${id}/sign-in`), 409, 'session_busy', /signing in/)
    assertRead(await scrape('https://died.test/p/1', id), '/p/1')
    assert.equal(site.counts.signIns, 1)
  })

  it('signs in by the way that was chosen for its pages, and by no other', async () => {
    const from = '127.0.0.41'
    const proxy = await createWayProxy({ kind: 'http', from })
    atEnd(proxy.close)
    const folder = mkdtempSync(join(tmpdir(), 'siteray-session-ways-'))
    atEnd(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'ways.json')
    writeFileSync(file, JSON.stringify([{ name: 'there', url: proxy.url, countries: ['DE'] }]))
    const by = await openSigning({ WAYS_FILE: file })
    const site = openMemberSite(by.web, 'way.test', { password })
    const { id } = await by.create({ hosts: ['way.test'], login: loginOf('way.test') })
    assertRead(await by.scrape('https://way.test/p/1', id, { way: 'there' }), '/p/1')
    assert.equal(site.counts.signIns, 1)
    assert.deepEqual([...site.visitors], [from])
  })
})

describe('a server without a browser', () => {
  it('says so, and does not take it for a sign-in that failed', async () => {
    const bare = await openSigning({ CHROMIUM_PATH: 'none' })
    openMemberSite(bare.web, 'bare.test', { password })
    const { id } = await bare.create({ hosts: ['bare.test'], login: loginOf('bare.test') })
    for (let n = 0; n < 6; n++)
      assertRefused(
        await bare.scrape('https://bare.test/p/1', id),
        503,
        'browser_unavailable',
        /browser/,
      )
    const { status, failure } = await bare.show(id)
    assert.deepEqual([status, failure], ['new', undefined])
  })
})

describe('what a session holds', () => {
  it('is profiled with its files, with and without a browser', async () => {
    const site = openMemberSite(web, 'look.test', { password })
    const { id } = await create({ hosts: ['look.test'], login: loginOf('look.test') })
    const profile = (include: string[]) =>
      post('/v1/branding', { url: 'https://look.test/p/1', session: id, include })
    const sketched = await profile(['colors'])
    assert.equal(sketched.status, 200, sketched.text)
    site.endAll()
    const measured = await profile(['colors', 'typography'])
    assert.equal(measured.status, 200, measured.text)
    assert.deepEqual(site.given, ['/p/1', '/p/1'])
    assert.equal(site.counts.signIns, 2)
    for (const path of ['/v1/map', '/v1/branding']) {
      const asked = { url: 'https://look.test/p/1', session: id }
      assertRefused(await post(path, asked, theirs), 404, 'session_not_found', /no session/)
      const elsewhere = await post(path, { url: 'https://far.test/', session: id })
      assertRefused(elsewhere, 400, 'invalid_request', /not for far\.test/)
    }
  })

  it('is used by batches of branding profiles', async () => {
    const site = openMemberSite(web, 'looks.test', { password, endsAfter: 2 })
    const { id } = await create({ hosts: ['looks.test'], login: loginOf('looks.test') })
    const urls = [1, 2, 3].map(n => `https://looks.test/p/${n}`)
    const body = { urls, session: id, include: ['colors'], respectRobots: false }
    const results = await runJob('/v1/batch/branding', body)
    assert.deepEqual(results.map(({ url, error }) => [url, error]).sort(), [
      ...urls.map(url => [url, undefined]),
    ])
    assert.deepEqual(site.given.toSorted(), ['/p/1', '/p/2', '/p/3'])
    assert.equal(site.counts.signIns, 2)
    const path = '/v1/batch/branding'
    assertRefused(await post(path, body, theirs), 404, 'session_not_found', /no session/)
    const elsewhere = { ...body, urls: ['https://far.test/'] }
    const [failed] = await runJob(path, elsewhere)
    assert.match(failed?.error ?? '', /not for far\.test/)
  })
})

describe('what a session holds', () => {
  it('maps a site page by page, and signs in again where a form comes in place of one', async () => {
    const links = ['/p/2', '/p/3', '/p/4', '/p/5']
    const site = openMemberSite(web, 'mapped.test', {
      ...{ password, endsAfter: 3, formInPlace: true, links },
    })
    const { id } = await create({ hosts: ['mapped.test'], login: loginOf('mapped.test') })
    const body = { url: 'https://mapped.test/p/1', session: id, sitemap: 'skip', maxAge: 60_000 }
    const mapped = await post('/v1/map', body)
    assert.equal(mapped.status, 200, mapped.text)
    const { links: found } = mapped.json as { links: { url: string }[] }
    assert.deepEqual(found.map(({ url }) => new URL(url).pathname).sort(), ['/p/1', ...links])
    assert.deepEqual(site.given.toSorted(), ['/p/1', ...links])
    assert.deepEqual([site.counts.signIns, site.counts.ends], [2, 1])
    // No map is kept that somebody saw who was signed in.
    assert.equal((await post('/v1/map', body)).status, 200)
    assert.equal(site.given.length, 10)
  })

  it('is read by schedules, of jobs and of maps', async () => {
    const site = openMemberSite(web, 'daily.test', { password })
    const { id } = await create({ hosts: ['daily.test'], login: loginOf('daily.test') })
    const url = 'https://daily.test/p/1'
    const kinds = { batch: { urls: [url], respectRobots: false }, map: { url, sitemap: 'skip' } }
    for (const [kind, request] of Object.entries(kinds)) {
      const body = { cron: '0 4 1 * *', kind, request: { ...request, session: id } }
      const made = await post('/v1/schedules', body)
      assert.equal(made.status, 200, made.text)
      const path = `/v1/schedules/${(made.json as { id: string }).id}`
      const { id: runId } = (await post(`${path}/run`)).json as { id: string }
      const look = async () =>
        (
          (await app.api(`${path}/runs/${runId}`)).json as {
            run: { state: string; endedAt: string }
          }
        ).run
      await until('the run has ended', async () => (await look()).endedAt !== null, 60_000)
      assert.equal((await look()).state, 'completed')
      assertFailed(await post('/v1/schedules', body, theirs), 404, 'session_not_found', /no/)
    }
    assert.deepEqual(site.given, ['/p/1', '/p/1'])
    assert.equal(site.counts.signIns, 1)
  })
})

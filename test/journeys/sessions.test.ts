import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertRefused } from '../support/app.ts'
import { createCaller } from '../support/callers.ts'
import { openMemberSite } from '../support/member-site.ts'
import {
  allRows,
  assertFailed,
  assertRead,
  holds,
  loginOf,
  openSigning,
  password,
  type Signing,
} from '../support/signing.ts'

let web: Signing['web']
let app: Signing['app']
/** Of another account. */
let theirs: Signing['app']['api']
let { post, putSecret, create, runJob, show, scrape } = {} as Signing
before(async () => {
  ;({ web, app, post, putSecret, create, runJob, show, scrape } = await openSigning())
  ;({ api: theirs } = await createCaller(app, 'unlimited'))
})

describe('a session', () => {
  it('signs in by its steps when it is first used, and then reads page after page', async () => {
    const site = openMemberSite(web, 'steps.test', { password })
    const made = await create({ hosts: ['steps.test'], login: loginOf('steps.test') })
    assert.equal(made.status, 'new')
    for (const path of ['/p/1', '/p/2', '/p/3'])
      assertRead(await scrape(`https://steps.test${path}`, made.id), path)
    assertRead(await scrape('https://steps.test/p/4', made.id, { render: 'always' }), '/p/4')
    assert.equal(site.counts.signIns, 1)
    const now = await show(made.id)
    assert.equal(now.status, 'ready')
    assert.equal(now.signIns, 1)
    assert.ok(now.usedAt && now.signedInAt)
  })

  it('begins with a state, or with a cookie file', async () => {
    const site = openMemberSite(web, 'state.test', { password })
    const cookie = { name: 'sid', value: site.begin(), domain: 'state.test', path: '/' }
    const byState = await create({
      hosts: ['state.test'],
      state: { cookies: [{ ...cookie, expires: -1, secure: true }], origins: [] },
    })
    assertRead(await scrape('https://state.test/p/1', byState.id), '/p/1')
    const line = ['state.test', 'FALSE', '/', 'TRUE', '0', 'sid', site.begin()].join('\t')
    const cookieFile = `# Netscape HTTP Cookie File\n#HttpOnly_${line}\n`
    const byFile = await create({ hosts: ['state.test'], cookieFile })
    assertRead(await scrape('https://state.test/p/2', byFile.id), '/p/2')
    assert.equal(site.counts.forms, 0)
  })

  it('that is over and has no steps says how to go on, and costs nothing', async () => {
    const site = openMemberSite(web, 'over.test', { password })
    const cookies = [{ name: 'sid', value: site.begin(), domain: 'over.test' }]
    const { id } = await create({ hosts: ['over.test'], state: { cookies }, saveChanges: false })
    site.endAll()
    const first = await scrape('https://over.test/p/1', id)
    assertRefused(first, 409, 'session_expired', /PATCH \/v1\/sessions/)
    assert.equal((await show(id)).status, 'expired')
    assertRefused(await scrape('https://over.test/p/1', id), 409, 'session_expired', /over/)
    const renewed = { cookies: [{ name: 'sid', value: site.begin(), domain: 'over.test' }] }
    await app.api(`/v1/sessions/${id}`, { method: 'PATCH', body: { state: renewed } })
    assertRead(await scrape('https://over.test/p/2', id), '/p/2')
    assert.equal((await show(id)).saveChanges, false)
  })

  it('is signed in once for each end, however many pages notice it', async () => {
    const site = openMemberSite(web, 'ends.test', { password, endsAfter: 5 })
    const { id } = await create({ hosts: ['ends.test'], login: loginOf('ends.test') })
    const urls = Array.from({ length: 12 }, (_, n) => `https://ends.test/p/${n}`)
    const body = { urls, session: id, formats: ['markdown'], respectRobots: false }
    const results = await runJob('/v1/batch/scrape', body)
    assert.equal(results.length, 12)
    for (const { url, markdown, error } of results) {
      assert.equal(error, undefined, error)
      assert.match(markdown ?? '', new RegExp(new URL(url).pathname))
    }
    assert.equal(site.given.length, 12)
    // 12 pages, an end after every fifth: two ends, and the first sign-in.
    assert.equal(site.counts.ends, 2)
    assert.equal(site.counts.signIns, 3)
  })
})

describe('what a session holds', () => {
  it('is sent to its own hosts and nowhere else', async () => {
    const site = openMemberSite(web, 'own.test', { password })
    const cookies = [{ name: 'sid', value: site.begin(), domain: '.own.test' }]
    const { id } = await create({ hosts: ['own.test', 'go.own.test'], state: { cookies } })
    web.site('go.own.test', { '/': { status: 302, headers: { location: 'https://far.test/' } } })
    web.site('far.test', { '/': `<article><h1>Far</h1><p>${'Words. '.repeat(50)}</p></article>` })
    for (const render of ['never', 'always'])
      assert.equal((await scrape('https://go.own.test/', id, { render })).status, 200)
    assert.match(String(web.requestsTo('go.own.test')[0]?.headers.cookie), /sid=/)
    assert.ok(web.requestsTo('far.test').every(({ headers }) => headers.cookie === undefined))
    const other = await scrape('https://far.test/', id)
    assertRefused(
      other,
      400,
      'invalid_request',
      /is for own\.test, go\.own\.test, not for far\.test/,
    )
  })

  it('may be headers, such as the signature that a shop gave, sent by browsers too', async () => {
    const signature = { signature: 'sig1=:given:', 'signature-agent': '"https://shop.test"' }
    web.site('signed.test', ({ headers, path }) =>
      headers.signature === signature.signature
        ? path === '/away'
          ? { status: 302, headers: { location: 'https://stranger.test/' } }
          : `<article><h1>Signed</h1><p>${'Words. '.repeat(50)}</p></article>`
        : { status: 401, body: 'Who are you?' },
    )
    const words = `<article><h1>Stranger</h1><p>${'Words. '.repeat(50)}</p></article>`
    web.site('stranger.test', { '/': words })
    const { id, status } = await create({ hosts: ['signed.test'], headers: signature })
    assert.equal(status, 'ready')
    for (const render of ['never', 'always'])
      for (const path of ['/', '/away']) {
        const answer = await scrape(`https://signed.test${path}`, id, { render })
        assert.equal(answer.status, 200, answer.text)
      }
    for (const { headers } of web.requestsTo('stranger.test'))
      assert.equal(headers.signature, undefined)
    const answer = await app.api(`/v1/sessions/${id}`)
    assert.ok(!answer.text.includes('given'))
    assert.ok(!holds(await allRows(app), 'sig1=:given:'))
    const body = { hosts: ['signed.test'], headers: { host: 'x' } }
    assertFailed(await post('/v1/sessions', body), 400, 'invalid_request', /"host" cannot be set/)
  })

  it('is nobody else’s', async () => {
    const site = openMemberSite(web, 'mine.test', { password })
    const cookies = [{ name: 'sid', value: site.begin(), domain: 'mine.test' }]
    const { id } = await create({ hosts: ['mine.test'], state: { cookies } })
    const body = { url: 'https://mine.test/p/1', session: id }
    assertRefused(await post('/v1/scrape', body, theirs), 404, 'session_not_found', /no session/)
    const batch = { urls: [body.url], session: id }
    assertRefused(await post('/v1/batch/scrape', batch, theirs), 404, 'session_not_found', /no/)
    const extract = { ...body, schema: { type: 'object', properties: { a: { type: 'string' } } } }
    assertRefused(await post('/v1/extract', extract, theirs), 404, 'session_not_found', /no/)
    assert.equal((await theirs(`/v1/sessions/${id}`)).status, 404)
    assert.equal((await theirs(`/v1/sessions/${id}`, { method: 'DELETE' })).status, 404)
    assert.deepEqual(((await theirs('/v1/sessions')).json as { data: [] }).data, [])
    assert.deepEqual(((await theirs('/v1/secrets')).json as { data: [] }).data, [])
    assert.equal(site.given.length, 0)
  })

  it('is read by extractions and crawls too, and no copy is kept', async () => {
    const site = openMemberSite(web, 'all.test', { password })
    const cookies = [{ name: 'sid', value: site.begin(), domain: 'all.test' }]
    const { id } = await create({ hosts: ['all.test'], state: { cookies } })
    const schema = { type: 'object', properties: { title: { type: 'string' } } }
    const url = 'https://all.test/p/1'
    const extracted = await post('/v1/extract', { url, session: id, schema })
    assert.equal(extracted.status, 200, extracted.text)
    const crawl = {
      url: 'https://all.test/p/2',
      session: id,
      sitemap: 'skip',
      respectRobots: false,
    }
    assert.equal((await runJob('/v1/crawl', crawl)).length, 1)
    for (const _ of [1, 2]) {
      const answer = await scrape('https://all.test/p/3', id, { maxAge: 600_000 })
      assertRead(answer, '/p/3')
      assert.equal(answer.headers.get('x-page-id'), null)
    }
    assert.equal(site.given.filter(path => path === '/p/3').length, 2)
  })

  it('is in no table and no log as it is', async () => {
    const site = openMemberSite(web, 'quiet.test', { password })
    const { id } = await create({ hosts: ['quiet.test'], login: loginOf('quiet.test') })
    assertRead(await scrape('https://quiet.test/p/1', id), '/p/1')
    await putSecret('wrong', 'wrong-4471-word')
    const wrong = loginOf('quiet.test')
    wrong.actions[1] = { type: 'write', selector: '#password', secret: 'wrong' }
    const failing = await create({ hosts: ['quiet.test'], login: wrong })
    const refused = await post(`/v1/sessions/${failing.id}/sign-in`)
    assertFailed(refused, 502, 'login_failed', /still asks for a password/)
    const sid = /sid=(\w+)/.exec(
      String(web.requestsTo('quiet.test').find(({ headers }) => headers.cookie)?.headers.cookie),
    )?.[1]
    assert.ok(sid && site.counts.signIns === 1)
    const planted = [password, 'wrong-4471-word', sid, 'JBSWY3DPEHPK3PXP']
    const texts = [await allRows(app), ...app.logLines]
    for (const secret of planted)
      for (const text of texts) assert.ok(!holds(text, secret), text.slice(0, 200))
  })
})

describe('what cannot work', () => {
  it('is said before anything is asked for', async () => {
    const cases: [body: object, text: RegExp][] = [
      [{ hosts: ['a.test'] }, /Send "login", "state", "cookieFile" or "headers"/],
      [{ hosts: ['*.com'], cookieFile: 'x' }, /"\*\.com" is not a host name/],
      [{ hosts: ['http://a.test'], cookieFile: 'x' }, /is not a host name/],
      [{ hosts: ['a.test'], cookieFile: 'nothing' }, /is not a cookies\.txt/],
      [
        { hosts: ['a.test'], state: { cookies: [{ name: 'a', value: 'b', domain: 'b.test' }] } },
        /nothing for a\.test/,
      ],
      [
        {
          hosts: ['a.test'],
          login: { url: 'https://a.test', actions: [{ type: 'write', secret: 'none' }] },
        },
        /There is no secret "none".*PUT \/v1\/secrets\/none/,
      ],
      [
        { hosts: ['a.test'], login: { url: 'https://a.test', actions: [{ type: 'write' }] } },
        /Step 1 needs "text" or "secret"/,
      ],
    ]
    for (const [body, text] of cases)
      assertFailed(await post('/v1/sessions', body), 400, 'invalid_request', text)
    const key = { value: 'not base32!', totp: true }
    const answer = await app.api('/v1/secrets/k', { method: 'PUT', body: key })
    assertFailed(answer, 400, 'invalid_request', /base32/)
  })
})

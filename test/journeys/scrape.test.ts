import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  article,
  assertObeysRobots,
  patiently,
  prose,
  type Scraping,
  shell,
  show,
  startScraping,
} from '../support/scraping.ts'

let scraping: Scraping
let web: Scraping['web']
let app: Scraping['app']
let scrape: Scraping['scrape']
let scraped: Scraping['scraped']
let refused: Scraping['refused']
before(async () => {
  scraping = await startScraping()
  ;({ web, app, scrape, scraped, refused } = scraping)
})

describe('a page', () => {
  before(() => web.site('example.test', { '/rivers': article, '/lakes?a=1': article }))

  it('is read as Markdown with absolute links, and its metadata', async () => {
    const answer = await scraped({ url: 'https://example.test/rivers' })
    assert.deepEqual(Object.keys(answer).sort(), ['markdown', 'metadata', 'url'])
    assert.match(answer.markdown ?? '', /sentence about rivers/)
    assert.match(answer.markdown ?? '', /## Their banks/)
    assert.match(answer.markdown ?? '', /\[the lakes\]\(https:\/\/example\.test\/lakes\?a=1\)/)
    assert.doesNotMatch(answer.markdown ?? '', /About us|Imprint/)
    assert.equal(answer.metadata?.title, 'On rivers | Example')
    assert.equal(answer.metadata?.description, 'All about rivers.')
    assert.equal(answer.metadata?.language, 'en')
    assert.equal(answer.metadata?.canonical, 'https://example.test/rivers')
    assert.equal(answer.metadata?.ogImage, 'https://example.test/og.png')
    assert.equal(answer.metadata?.statusCode, 200)
    assert.equal(answer.metadata?.rendered, false)
  })

  it('says so where its site breaks off a packed body', async () => {
    const page = gzipSync(
      `<h1>Tea</h1><p>${'It is a drink of the world. '.repeat(40)}</p><p>The end.</p>`,
    )
    const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip' }
    web.site('cut.test', {
      '/whole': { headers, body: page },
      '/cut': { headers, body: page.subarray(0, -20) },
    })
    assert.equal((await scraped({ url: 'https://cut.test/whole' })).warning, undefined)
    const { markdown, warning } = await scraped({ url: 'https://cut.test/cut' })
    assert.match(markdown ?? '', /drink of the world/)
    assert.match(warning ?? '', /came packed, without the end of it/)
  })

  it('costs one credit, and says what was used and is left', async () => {
    const answer = await scrape({ url: 'https://example.test/rivers' })
    assert.equal(answer.headers.get('x-credits-used'), '1')
    assert.equal(answer.headers.get('x-credits-remaining'), 'unlimited')
  })

  it('is the same packed and plain, when it is read and when it is asked for again', async () => {
    const body = { url: 'https://example.test/rivers', formats: ['markdown', 'html'] }
    const read = (encoding: string) =>
      app.api('/v1/scrape', { method: 'POST', body, headers: { 'accept-encoding': encoding } })
    const [plain, packed] = [await read('identity'), await read('br')]
    assert.deepEqual(
      [plain, packed].map(({ headers }) => headers.get('content-encoding')),
      [null, 'br'],
    )
    assert.equal(packed.text, plain.text)
    const again = (encoding: string) =>
      app.api(`/v1/scrape/${plain.headers.get('x-page-id')}`, {
        headers: { 'accept-encoding': encoding },
      })
    for (const encoding of ['identity', 'br', 'gzip'])
      assert.equal((await again(encoding)).text, plain.text, encoding)
    assert.equal((await again('br')).headers.get('content-encoding'), 'br')
  })

  it('comes in every format asked for and no other', async () => {
    const answer = await scraped({
      url: 'https://example.test/rivers',
      formats: ['html', 'rawHtml', 'links', 'images'],
    })
    assert.deepEqual(Object.keys(answer).sort(), ['html', 'images', 'links', 'rawHtml', 'url'])
    assert.match(answer.html ?? '', /<h2>Their banks<\/h2>/)
    assert.equal(answer.rawHtml, article)
    assert.ok(answer.links?.includes('https://example.test/about'))
    assert.ok(answer.images?.includes('https://example.test/river.jpg'))
  })

  it('is whole with onlyMainContent: false, and narrowed by selectors', async () => {
    const whole = await scraped({ url: 'https://example.test/rivers', onlyMainContent: false })
    assert.match(whole.markdown ?? '', /About us[\s\S]*Imprint/)
    const banks = await scraped({ url: 'https://example.test/rivers', includeTags: ['h2'] })
    assert.equal(banks.markdown?.trim(), '## Their banks')
    const without = await scraped({
      url: 'https://example.test/rivers',
      excludeTags: ['h2', 'img'],
    })
    assert.doesNotMatch(without.markdown ?? '', /Their banks|river\.jpg/)
    await refused(
      { url: 'https://example.test/rivers', includeTags: ['div['] },
      400,
      'invalid_request',
      /includeTags/,
    )
    await refused(
      { url: 'https://example.test/rivers', includeTags: ['.none'] },
      502,
      'page_empty',
      /includeTags/,
    )
  })

  it('leaves comments out of an article and says how many, or keeps them when asked to', async () => {
    const said = [1, 2].map(
      n =>
        `<li class="comment" id="comment-${n}"><b>Ida</b><p>My boat number ${n} lies there.</p></li>`,
    )
    const thread = `<section id="comments"><ol>${said.join('')}</ol></section></main>`
    web.site('said.test', { '/said': article.replace('</main>', thread) })
    const url = 'https://said.test/said'
    const usual = await scraped({ url })
    assert.doesNotMatch(usual.markdown ?? '', /My boat/)
    assert.equal(usual.metadata?.commentsLeftOut, 2)
    const all = await scraped({ url, comments: 'include' })
    assert.match(all.markdown ?? '', /My boat number 1[\s\S]*My boat number 2/)
    assert.equal(all.metadata?.commentsLeftOut, undefined)
    await refused({ url, comments: 'some' }, 400, 'invalid_request', /comments/)
  })

  it('tells with trace what was left out and why', async () => {
    const { trace } = await scraped({ url: 'https://example.test/rivers', trace: true })
    assert.ok(
      trace?.some(entry => Object(entry).kept === false && /Imprint/.test(Object(entry).text)),
    )
  })

  it('is served from our own copy while it is young enough', async () => {
    const url = 'https://example.test/lakes?a=1'
    const count = () =>
      web.requestsTo('example.test').filter(({ path }) => path === '/lakes?a=1').length
    const first = await scraped({ url, maxAge: 60_000 })
    const second = await scraped({ url, maxAge: 60_000 })
    const { cachedAt, ...kept } = second
    assert.deepEqual(kept, first)
    assert.ok(Math.abs(Date.parse(cachedAt ?? '') - Date.now()) < 60_000, cachedAt)
    assert.equal(count(), 1)
    await scraped({ url })
    assert.equal(count(), 2)
    await scraped({ url, maxAge: 60_000, onlyMainContent: false })
    assert.equal(count(), 3)
  })

  it('is asked for with the caller’s headers, but not those that are ours', async () => {
    web.site('headers.test', { '/': article })
    await scraped({ url: 'https://headers.test/', headers: { 'X-Test': 'yes', Cookie: 'a=b' } })
    const request = web.requestsTo('headers.test').at(-1)
    assert.equal(request?.headers['x-test'], 'yes')
    assert.equal(request?.headers.cookie, 'a=b')
    assert.match(request?.headers['user-agent'] ?? '', /Siteray/)
    for (const name of [
      'Host',
      'Content-Length',
      'Proxy-Authorization',
      'X-Forwarded-For',
      'bad name',
    ])
      await refused(
        { url: 'https://headers.test/', headers: { [name]: 'x' } },
        400,
        'invalid_request',
        /header/,
      )
  })
})

describe('what is not a page to read', () => {
  it('an error status is an error that names it, never content', async () => {
    web.site('errors.test', {
      '/404': { status: 404, body: article },
      '/500': { status: 500, body: article },
      '/429': { status: 429, headers: { 'retry-after': '7' }, body: 'slow down' },
      '/403': { status: 403, body: '<title>403 Forbidden</title><h1>403 Forbidden</h1>nginx' },
      '/204': { status: 204 },
    })
    await refused({ url: 'https://errors.test/404' }, 502, 'page_unreachable', /404/)
    await refused({ url: 'https://errors.test/500' }, 502, 'page_unreachable', /500/)
    const forbidden = { url: 'https://errors.test/403', render: 'never' }
    await refused(forbidden, 502, 'page_unreachable', /403/)
    await refused(
      { url: 'https://errors.test/204' },
      502,
      'page_empty',
      /without any content \(204/,
    )
    assert.equal((await scrape({ url: 'https://errors.test/429' })).headers.get('retry-after'), '7')
  })

  it('a wall, an empty page, a parked domain and a hidden 404 are named', async () => {
    web.site('walls.test', {
      '/bot': {
        status: 403,
        body: '<title>Just a moment...</title><h1>walls.test</h1><script src="/cdn-cgi/challenge-platform/x.js"></script>',
      },
      '/empty': '<title>Nothing</title><body></body>',
      '/parked': '<p>This domain is for sale. Make an offer.</p>',
      '/gone': '<title>Page not found</title><h1>Oops</h1>',
    })
    await refused(
      { url: 'https://walls.test/bot', render: 'never' },
      502,
      'page_blocked',
      /Cloudflare/,
    )
    await refused(
      { url: 'https://walls.test/empty', render: 'never' },
      502,
      'page_empty',
      /without text/,
    )
    await refused({ url: 'https://walls.test/parked' }, 502, 'page_empty', /parked/)
    await refused({ url: 'https://walls.test/gone' }, 502, 'page_empty', /does not exist/)
  })

  it('hosts that do not answer, hang up, redirect in circles or lie about TLS are 502s with a sentence', async () => {
    web.site('loop.test', {
      '*': request => ({ status: 302, headers: { location: `${request.path}x` } }),
    })
    web.site('refresh.test', {
      '*': '<meta http-equiv="refresh" content="0;url=/again?x"><p>Moving</p>',
    })
    web.site('expired.test', { '/': article }, { certificate: 'expired' })
    web.site('slow.test', () => undefined)
    await refused({ url: 'https://nobody.test/' }, 502, 'page_unreachable', /nobody\.test/)
    await refused({ url: 'https://loop.test/' }, 502, 'page_unreachable', /redirect/)
    await refused({ url: 'https://expired.test/' }, 502, 'page_unreachable', /expired/)
    await refused({ url: 'https://slow.test/', timeout: 1_000 }, 502, 'page_timeout', /1 s/)
  })

  it('addresses that may not be reached are a 400 and no request is made', async () => {
    for (const url of [
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://169.254.169.254/',
      'http://localhost/',
      'http://2130706433/',
      'http://printer.local/',
    ])
      await refused({ url }, 400, 'blocked_target', /./)
    for (const url of ['ftp://example.com/', 'example', 'http://', 'https://example.com:8080/'])
      await refused({ url }, 400, 'invalid_url', /./)
    web.site('bounce.test', { '/': { status: 302, headers: { location: 'http://127.0.0.1:1/' } } })
    await refused({ url: 'https://bounce.test/' }, 400, 'blocked_target', /./)
  })

  it('a body that cannot be used is a 400 that names the field', async () => {
    await refused({}, 400, 'invalid_request', /"url" is missing/)
    await refused({ url: 5 }, 400, 'invalid_request', /url/)
    await refused({ url: 'https://example.test/', formats: [] }, 400, 'invalid_request', /formats/)
    await refused(
      { url: 'https://example.test/', formats: ['pdf'] },
      400,
      'invalid_request',
      /formats/,
    )
    await refused({ url: 'https://example.test/', timeout: 10 }, 400, 'invalid_request', /timeout/)
    await refused(
      { url: 'https://example.test/', waitFor: 2_000, timeout: 1_000 },
      400,
      'invalid_request',
      /waitFor/,
    )
    await refused(
      { url: 'https://example.test/', onlyMainContnt: true },
      400,
      'invalid_request',
      /onlyMainContnt/,
    )
    await refused(
      { url: 'https://example.test/', render: 'never', formats: ['screenshot'] },
      400,
      'invalid_request',
      /browser/,
    )
    const bad = await app.api('/v1/scrape', { method: 'POST', body: '{"url":' })
    assert.equal(bad.status, 400)
    const text = await app.api('/v1/scrape', {
      method: 'POST',
      body: 'hi',
      headers: { 'content-type': 'text/plain' },
    })
    assert.equal(text.status, 400)
  })
})

describe('robots.txt', () => {
  it('is obeyed when asked, on every hop', async () => {
    web.site('robots.test', {
      '/robots.txt': 'User-agent: *\nDisallow: /private',
      '/private/page': article,
      '/moved': { status: 302, headers: { location: '/private/page' } },
    })
    await scraped({ url: 'https://robots.test/private/page' })
    await refused(
      { url: 'https://robots.test/private/page', respectRobots: true },
      502,
      'page_blocked',
      /robots\.txt/,
    )
    await refused(
      { url: 'https://robots.test/moved', respectRobots: true },
      502,
      'page_blocked',
      /robots\.txt/,
    )
  })

  it('is obeyed in the browser, where a page leads away by its script after it has loaded', () =>
    assertObeysRobots(
      scraping,
      'leads-0.test',
      `${article}<script>
      onload = () => setTimeout(() => document.links[0].click(), 50)</script>
      <a href="/private/link">x</a><script>document.links[0].href = '/private/link'</script>`,
    ))
})

describe('encodings', () => {
  it('are honoured: byte order mark, header, then meta', async () => {
    const page = (charset: string) => `<meta charset="${charset}"><title>é</title>${prose('cafés')}`
    web.site('encodings.test', {
      '/latin1': {
        headers: { 'content-type': 'text/html; charset=iso-8859-1' },
        body: Buffer.from(page('utf-8'), 'latin1'),
      },
      '/meta': {
        headers: { 'content-type': 'text/html' },
        body: Buffer.from(page('windows-1252'), 'latin1'),
      },
      '/bom': {
        headers: { 'content-type': 'text/html; charset=iso-8859-1' },
        body: Buffer.from(`\uFEFF${page('x')}`),
      },
      '/gzip': {
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' },
        body: gzipSync(page('utf-8')),
      },
    })
    for (const path of ['latin1', 'meta', 'bom', 'gzip']) {
      const answer = await scraped({ url: `https://encodings.test/${path}` })
      assert.match(answer.markdown ?? '', /cafés/, path)
    }
  })
})

describe('what is not HTML', () => {
  before(() =>
    web.site('files.test', {
      '/notes.txt': {
        headers: { 'content-type': 'text/plain' },
        body: 'Just some notes.\n\nIn two parts.',
      },
      '/data.json': { headers: { 'content-type': 'application/json' }, body: '{"a":[1,2]}' },
      '/feed.xml': {
        headers: { 'content-type': 'application/rss+xml' },
        body: '<rss version="2.0"><channel><title>News</title><item><title>First</title><link>https://files.test/1</link></item></channel></rss>',
      },
      '/table.csv': { headers: { 'content-type': 'text/csv' }, body: 'name,age\nAda,36\n' },
      '/readme.md': { headers: { 'content-type': 'text/markdown' }, body: '# Title\n\n[x](y.md)' },
      '/picture.png': {
        headers: { 'content-type': 'image/png' },
        body: Buffer.from('89504e470d0a1a0a', 'hex'),
      },
      '/broken.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4\nnonsense' },
    }),
  )
  const cases: [path: string, text: RegExp][] = [
    ['notes.txt', /^Just some notes\.\n\nIn two parts\.$/],
    ['data.json', /```json\n\{\n {2}"a": \[/],
    ['feed.xml', /\[First\]\(https:\/\/files\.test\/1\)/],
    ['table.csv', /\| Ada +\| 36 +\|/],
    ['readme.md', /# Title[\s\S]*https:\/\/files\.test\/y\.md/],
  ]
  for (const [path, text] of cases)
    it(`${path} gives text`, async () => {
      const { markdown } = await scraped({ url: `https://files.test/${path}` })
      assert.match(markdown ?? '', text)
    })

  it('a picture or a broken PDF is a clear error', async () => {
    await refused({ url: 'https://files.test/picture.png' }, 502, 'page_unsupported', /picture/)
    await refused({ url: 'https://files.test/broken.pdf' }, 502, 'page_unsupported', /PDF/)
  })

  it('is read as a file also when a browser was asked for', async () => {
    const { markdown } = await scraped({ url: 'https://files.test/data.json', render: 'always' })
    assert.match(markdown ?? '', /```json/)
  })
})

describe('a page that needs a browser', { concurrency: 3 }, () => {
  before(() =>
    web.site('app.test', {
      '/': shell(show(`<h1>Client</h1>${prose('client rendering')}`)),
      '/late': shell(`setTimeout(() => { ${show(prose('late content'))} }, 700)`),
      '/fetch': shell(
        `fetch('/data').then(a => a.text()).then(t => { document.getElementById('root').innerHTML = t })`,
      ),
      '/data': prose('fetched data'),
      '/mobile': shell(
        `document.getElementById('root').innerHTML = '<p>' + innerWidth + ' px ' + navigator.userAgent + '</p>' + ${JSON.stringify(prose('width'))}`,
      ),
      '/evil': shell(
        `fetch('http://127.0.0.1:1/').catch(() => {}); location.href = 'http://127.0.0.1:1/'`,
      ),
    }),
  )

  it('is rendered and says so', async () => {
    const answer = await scraped({ ...patiently, url: 'https://app.test/' })
    assert.match(answer.markdown ?? '', /client rendering/)
    assert.equal(answer.metadata?.rendered, true)
  })

  it('is waited for until it is quiet, or as long as asked', async () => {
    assert.match(
      (await scraped({ ...patiently, url: 'https://app.test/fetch' })).markdown ?? '',
      /fetched data/,
    )
    const late = await scraped({ ...patiently, url: 'https://app.test/late', waitFor: 1_500 })
    assert.match(late.markdown ?? '', /late content/)
  })

  it('is read without a browser when told so, with a warning or an honest error', async () => {
    await refused(
      { ...patiently, url: 'https://app.test/', render: 'never' },
      502,
      'page_empty',
      /./,
    )
  })

  it('gives a screenshot of the full page, and a phone’s view', async () => {
    const answer = await scraped({
      ...patiently,
      url: 'https://app.test/',
      formats: ['screenshot'],
    })
    const png = Buffer.from((answer.screenshot ?? '').split(',')[1] ?? '', 'base64')
    assert.equal(png.subarray(1, 4).toString(), 'PNG')
    assert.equal(png.readUInt32BE(16), 1280)
    const phone = await scraped({
      url: 'https://app.test/mobile',
      mobile: true,
      render: 'always',
      onlyMainContent: false,
    })
    assert.match(phone.markdown ?? '', /390 px/)
  })

  it('cannot lead the browser to a private address', async () => {
    const answer = await scrape({
      ...patiently,
      url: 'https://app.test/evil',
      render: 'always',
    })
    assert.equal(answer.status, 502, answer.text)
    assert.match(answer.headers.get('x-error-code') ?? '', /^page_(empty|unreachable)$/)
  })
})

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
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
import { stretched } from '../support/slowness.ts'

let scraping: Scraping
let web: Scraping['web']
let app: Scraping['app']
let scraped: Scraping['scraped']
let refused: Scraping['refused']
before(async () => {
  scraping = await startScraping()
  ;({ web, app, scraped, refused } = scraping)
})

// Rendering is mostly waiting: three pages at a time.
describe('robots.txt', { concurrency: 3 }, () => {
  const ways = Object.entries({
    'a redirect': { status: 302, headers: { location: '/private/redirect' } },
    'a redirect to another host': {
      status: 302,
      headers: { location: 'https://walled.test/anything' },
    },
    'its script': `${article}<script>location.href = '/private/script'</script>`,
    'a refresh': `<meta http-equiv="refresh" content="0;url=/private/refresh">${article}`,
    'a form': `${article}<form method="post" action="/private/form"></form><script>
      document.forms[0].submit()</script>`,
    'what it fetched ahead': `${article}<script type="speculationrules">
      {"prefetch": [{"urls": ["/private/ahead"], "eagerness": "immediate"}],
       "prerender": [{"urls": ["/private/ahead"], "eagerness": "immediate"}]}</script>
      <script>setTimeout(() => { location.href = '/private/ahead' }, 300)</script>`,
  })
  for (const [at, [way, page]] of ways.entries())
    it(`is obeyed in the browser, where a page leads away by ${way}`, () =>
      assertObeysRobots(scraping, `leads-${at}.test`, page))

  it('is not asked for in the browser where nobody wants it', async () => {
    web.site('unasked.test', {
      '/': { status: 302, headers: { location: '/end' } },
      '/end': article,
    })
    await scraped({ url: 'https://unasked.test/', render: 'always' })
    assert.deepEqual(
      web.requestsTo('unasked.test').filter(({ path }) => path === '/robots.txt'),
      [],
    )
  })
})

describe('a page that gets longer as it is scrolled', { concurrency: 2 }, () => {
  const rows = (from: number) =>
    Array.from({ length: 40 }, (_, n) => `<p>Row ${from + n} of a list that is long.</p>`).join('')
  const page = (script: string) =>
    `<!doctype html><title>List</title><main><h1>A list</h1><div id="list">${rows(1)}</div><div id="end"></div></main><script>${script}</script>`
  const watching = `new IntersectionObserver(async ([entry]) => {
    if (!entry.isIntersecting) return
    const more = await (await fetch('/more')).text()
    document.getElementById('list').insertAdjacentHTML('beforeend', more)
  }).observe(document.getElementById('end'))`
  before(() =>
    web.site('scrolled.test', {
      '/': page(watching),
      '/whole': page(`addEventListener('scroll', () => { document.title = 'Scrolled' })`),
      '/more': rows(41),
    }),
  )

  it('says so in its warning, and shows its beginning', async () => {
    const { markdown, warning } = await scraped({ url: 'https://scrolled.test/', render: 'always' })
    assert.match(warning ?? '', /gets longer as it is scrolled/)
    assert.ok(markdown?.includes('Row 40 ') && !markdown.includes('Row 41 '))
  })

  it('is told from one that is only long', async () => {
    const { warning } = await scraped({ url: 'https://scrolled.test/whole', render: 'always' })
    assert.equal(warning, undefined)
  })
})

describe('a page that needs a browser', { concurrency: 3 }, () => {
  const menus = (name: string) =>
    `<nav><ul>${Array.from({ length: 20 }, (_, n) => `<li><a href="/${n}">${name} number ${n} of all</a></li>`).join('')}</ul></nav>`
  before(() =>
    web.site('app.test', {
      '/': shell(show(`<h1>Client</h1>${prose('client rendering')}`)),
      '/late': shell(`setTimeout(() => { ${show(prose('late content'))} }, 700)`),
      '/shadow': shell(
        `customElements.define('x-a', class extends HTMLElement { connectedCallback() { this.attachShadow({mode:'open'}).innerHTML = ${JSON.stringify(`${prose('shadow roots')}<slot></slot>`)} } }); ${show(`<x-a>${prose('slotted text')}</x-a>`)}`,
      ),
      '/frame': shell(
        show(`${prose('the outer page')}<iframe src="/inner" width="600" height="400"></iframe>`),
      ),
      '/inner': prose('the inner frame'),
      '/empty': shell(''),
      '/note': `<noscript>You need to enable JavaScript to run this app.</noscript>${shell('')}`,
      '/told': `<div>You need to enable JavaScript to run this app.</div>${shell('')}`,
      '/hang': shell('for (;;) {}'),
      '/check': ({ headers }) =>
        headers.cookie?.includes('passed')
          ? `<title>Real</title>${prose('what is behind the check')}`
          : {
              status: 403,
              body: `<title>Just a moment...</title><p>Checking your browser before accessing</p><script>setTimeout(() => { document.cookie = 'passed=1'; location.reload() }, 700)</script>`,
            },
      '/polls': shell(
        `${show(prose('polling').repeat(2))}; setInterval(() => fetch('/image.png'), 100)`,
      ),
      '/loading': shell(show('Loading…')),
      '/frames': '<frameset cols="20%,80%"><frame src="/image.png"><frame src="/inner"></frameset>',
      '/image.png': 'x',
      '/framed': `${menus('Category')}${shell(show(prose('what was behind the menus')))}${menus('Help')}`,
      '/framing': `${menus('Category')}<div id="root"><i></i></div><script></script>${menus('Help')}`,
    }),
  )

  it('is rendered also when menus stand around its empty place, and never answered with those', async () => {
    const answer = await scraped({ ...patiently, url: 'https://app.test/framed' })
    assert.match(answer.markdown ?? '', /behind the menus/)
    assert.equal(answer.metadata?.rendered, true)
    await refused(
      { ...patiently, url: 'https://app.test/framing' },
      502,
      'page_empty',
      /menus and footers around no content/,
    )
    const all = await scraped({
      ...patiently,
      url: 'https://app.test/framing',
      onlyMainContent: false,
    })
    assert.match(all.markdown ?? '', /Category number 19/)
  })

  it('is given time for what a timer brings, and for a check that it passes by itself', async () => {
    const [timer, check] = await Promise.all([
      scraped({ ...patiently, url: 'https://app.test/late' }),
      scraped({ ...patiently, url: 'https://app.test/check' }),
    ])
    assert.match(timer.markdown ?? '', /late content/)
    assert.match(check.markdown ?? '', /behind the check/)
    assert.equal(check.metadata?.statusCode, 200)
  })

  it('is not waited for without end where it polls', async () => {
    const startedMs = performance.now()
    const { markdown } = await scraped({ ...patiently, url: 'https://app.test/polls' })
    assert.match(markdown ?? '', /polling/)
    assert.ok(performance.now() - startedMs < stretched(20_000))
  })

  it('is read with its shadow roots and frames', async () => {
    const shadow = await scraped({ ...patiently, url: 'https://app.test/shadow' })
    assert.match(shadow.markdown ?? '', /shadow roots[\s\S]*slotted text/)
    const frame = await scraped({ ...patiently, url: 'https://app.test/frame' })
    assert.match(frame.markdown ?? '', /outer page[\s\S]*inner frame/)
    const frames = await scraped({ ...patiently, url: 'https://app.test/frames' })
    assert.match(frames.markdown ?? '', /inner frame/)
  })

  it('is a page_empty when the browser sees nothing either, or only that it is loading', async () => {
    const nothing = /without text|without content/
    await Promise.all([
      refused({ ...patiently, url: 'https://app.test/empty' }, 502, 'page_empty', nothing),
      refused({ ...patiently, url: 'https://app.test/loading' }, 502, 'page_empty', /loading/),
    ])
  })

  it('is not answered with its note that JavaScript is needed', async () => {
    for (const path of ['note', 'told'])
      for (const render of ['never', 'auto'])
        await refused(
          { url: `https://app.test/${path}`, render },
          502,
          'page_empty',
          /JavaScript|text/,
        )
  })

  it('gives screenshots as URLs that need no key and expire', async () => {
    const answer = await scraped({
      url: 'https://app.test/',
      formats: ['screenshot'],
      screenshotAs: 'url',
      actions: [{ type: 'screenshot' }],
    })
    const [taken] = answer.actions?.screenshots ?? []
    for (const url of [answer.screenshot ?? '', taken ?? '']) {
      assert.ok(url.startsWith(`${app.apiUrl}/objects/obj_`), url)
      const shown = await fetch(url)
      assert.equal(shown.headers.get('content-type'), 'image/png')
      const png = Buffer.from(await shown.arrayBuffer())
      assert.equal(png.subarray(1, 4).toString(), 'PNG')
    }
    const forged = (answer.screenshot ?? '').replace(/expires=\d+/, 'expires=9999999999')
    assert.equal((await fetch(forged)).status, 404)
    await app.database.sql`update objects set expires_at = now()`
    assert.equal((await fetch(answer.screenshot ?? '')).status, 404)
  })

  it('that hangs costs its timeout and nothing else', async () => {
    // The browser runs: to start one may take most of the time on a busy machine, which is our fault.
    await scraped({ ...patiently, url: 'https://app.test/', render: 'always' })
    await refused(
      { url: 'https://app.test/hang', render: 'always', timeout: 6_000 },
      502,
      'page_timeout',
      // Less what a busy machine took before the page was asked for.
      /within (?:6|[2-5]\.\d) s/,
    )
    assert.match(
      (await scraped({ ...patiently, url: 'https://app.test/' })).markdown ?? '',
      /client rendering/,
    )
  })
})

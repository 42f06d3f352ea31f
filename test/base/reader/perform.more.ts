import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Action } from '../../../src/base/reader/actions/request.ts'
import { createRun, type Performed } from '../../../src/base/reader/actions/run.ts'
import { readPageRequest } from '../../../src/base/reader/page-request.ts'
import { createRender } from '../../../src/base/reader/render.ts'
import { createTurns } from '../../../src/base/reader/turns.ts'
import { type Browsers, openBrowsers } from '../../../src/base/web/browser.ts'
import { createEgress, type Egress } from '../../../src/base/web/egress.ts'
import { findBrowser } from '../../../src/base/web/find-browser.ts'
import { createRobots } from '../../../src/base/web/robots.ts'
import type { Visit } from '../../../src/base/web/visit.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let egress: Egress
let browsers: Browsers
const find = () => findBrowser({ chromiumPath: undefined })
before(async () => {
  web = await createSimulatedWeb()
  egress = createEgress({ outbound: web.outbound })
  browsers = openBrowsers({ egress, find })
})
after(async () => {
  await browsers.close()
  await egress.close()
  await web.close()
})

/** One page of the browser for many runs of steps: opening one takes longer than most steps. */
const visiting = (use: (visit: Visit) => Promise<void>) =>
  browsers.withPage({ timeoutMs: 90_000 }, undefined, use)

const usual = { stepMs: 20_000 }
const soon = { stepMs: 2_500 }

const take = async (visit: Visit, actions: readonly Action[], { stepMs } = usual) => {
  const run = createRun(actions, stepMs)
  const tools = { rest: async () => {}, signal: AbortSignal.any([]), leftMs: () => 60_000 }
  return run.perform(visit, tools).catch(error => Promise.reject(run.explain(error)))
}

/** A page after the steps. */
const takeAt = async (
  visit: Visit,
  url: string,
  actions: readonly Action[],
  limit = usual,
): Promise<{ html: string; performed: Performed | undefined }> => {
  await visit.open(url)
  const performed = await take(visit, actions, limit)
  return { html: await visit.read(page => page.content()), performed }
}

/** The whole reading of a page, as a scrape has it. */
const read = (url: string, actions: Action[], more: object = {}, own = browsers) => {
  const defaults = { formats: ['markdown'], respectRobots: false } as const
  const asked = { url, actions, timeout: 60_000, ...more }
  const request = readPageRequest(egress.parseTarget, asked, defaults)
  const { signal = AbortSignal.any([]) } = more as { signal?: AbortSignal }
  const render = createRender({ browsers: own })
  const out = { egress, robots: createRobots(egress) }
  return render.page(request, out, createTurns(request), signal)
}

/** A page with a button whose script shows in `#out` what came of it. */
const button = (script: string, more = '') =>
  `<h1>A page</h1><button id="go" onclick="${script}">Go</button><p id="out">Nothing yet</p>${more}`
const show = (expression: string) => `out.textContent = ${expression}`
const go = { type: 'click', selector: '#go' } as const
const clickOn = (selector: string): Action => ({ type: 'click', selector })

describe('a step', { concurrency: 3 }, () => {
  it('that cannot be taken says why', async () => {
    web.site('failing.test', {
      '/': `<style>@keyframes m { to { transform: translateX(400px) } }</style>
        <button id="moving" style="animation: m .2s infinite">Moving</button>
        <button id="disabled" disabled>Disabled</button>
        <button id="removed" onmouseover="this.remove()">Removed</button>
        <select><option>One</option></select><p id="text">A text</p>
        <div style="position: relative"><button id="covered">Covered</button>
        <div style="position: absolute; inset: 0">A sheet over it</div></div>`,
      '/404': { status: 404, body: '<h1>Nothing here</h1>' },
    })
    await visiting(async visit => {
      const fails = (action: Action, why: RegExp, limit = usual) =>
        assert.rejects(take(visit, [action], limit), { code: 'action_failed', message: why })
      await visit.open('https://failing.test/')
      await Promise.all([
        fails(
          { type: 'wait', selector: '#never', milliseconds: 200 },
          /^Step 1 \(wait "#never"\) failed: no visible element matched it within 0\.2 s\.$/,
        ),
        fails({ type: 'write', text: 'secret' }, /no field has the focus/),
        fails(
          { type: 'write', selector: '#text', text: 'secret' },
          /"#text"\) failed: text cannot/,
        ),
        fails({ type: 'select', selector: '#text', value: 'secret' }, /is not a <select>\.$/),
        fails({ type: 'select', selector: 'select', value: 'Two' }, /no such option/, soon),
        fails(clickOn('#covered'), /"#covered"\) failed: another element covers it\.$/, soon),
        fails(clickOn('#moving'), /does not stand still/, soon),
        fails(clickOn('#disabled'), /is disabled/, soon),
        fails(clickOn('#removed'), /went away|no visible element|covers it/, soon),
      ])
      await visit.open('https://failing.test/404')
      const gone = /no visible .* The page had answered with status 404\.$/
      await fails({ type: 'wait', selector: '.x', milliseconds: 100 }, gone)
    })
  })

  it('reaches no address that a page may not reach', async () => {
    web.site('inward.test', {
      '/': `<a id="go" href="http://127.0.0.1:${web.httpPort}/">one</a>
        <form action="http://localhost/" method="post"><input></form>
        <a id="bounce" href="/bounce">three</a>`,
      '/bounce': { status: 302, headers: { location: 'http://169.254.169.254/latest' } },
    })
    const next = { type: 'wait', selector: 'a' } as const
    const enter = { type: 'press', key: 'Enter' } as const
    const away = { type: 'script', script: 'location = "http://10.0.0.1/"' } as const
    const runs: [RegExp, Action[]][] = [
      [/^Step 1 \(click "#go"\) failed: 127\.0\.0\.1 is not a public address/, [go, next]],
      [/^Step 1 \(click "#bounce"\) failed: 169\./, [clickOn('#bounce'), next]],
      [/^Step 2 \(press\) failed: /, [clickOn('input'), enter, next]],
      [/^Step 1 \(script\) failed: 10\.0\.0\.1/, [away, next]],
    ]
    for (const [message, actions] of runs)
      await assert.rejects(
        visiting(async visit => void (await takeAt(visit, 'https://inward.test/', actions))),
        { code: 'blocked_target', message },
      )
    assert.deepEqual(web.requestsTo('127.0.0.1').concat(web.requestsTo('localhost')), [])
  })

  it('keeps to robots.txt at every hop, where it is obeyed', async () => {
    web.site('robots.test', {
      '/robots.txt': 'User-agent: *\nDisallow: /private',
      '/': '<a id="go" href="/moved">To the private part</a>',
      '/moved': { status: 302, headers: { location: '/private/page' } },
      '/private/page': '<p>The private part</p>',
    })
    await assert.rejects(read('https://robots.test/', [go], { respectRobots: true }), {
      code: 'page_blocked',
      message: /^Step 1 \(click "#go"\) failed: The robots\.txt of robots\.test does not allow/,
    })
    assert.ok(web.requestsTo('robots.test').some(({ path }) => path === '/moved'))
    assert.ok(!web.requestsTo('robots.test').some(({ path }) => path === '/private/page'))
  })

  it('is not held up by dialogs, popups, downloads and pages that want to stay', async () => {
    const zip = { 'content-disposition': 'attachment; filename=a.zip' }
    web.site('busy.test', {
      '/dialogs': button(show("[alert('a'), confirm('b'), prompt('c')].join() + ' all three'")),
      '/popup': button(`window.open('/other'); ${show("'a popup came'")}`),
      '/download': '<a id="go" href="/file">A file</a><p>Still here</p>',
      '/leave': button("location = '/other'", "<script>onbeforeunload = () => 'stay'</script>"),
      '/other': '<p>Another page</p>',
      '/file': { status: 203, headers: zip, body: 'zip' },
    })
    await visiting(async visit => {
      const htmlOf = async (path: string) =>
        (await takeAt(visit, `https://busy.test${path}`, [go])).html
      assert.match(await htmlOf('/dialogs'), />,false, all three</)
      assert.match(await htmlOf('/popup'), /a popup came/)
      assert.match(await htmlOf('/download'), /Still here/)
      assert.equal(visit.shown()?.status, 200)
      assert.match(await htmlOf('/leave'), /Another page/)
    })
  })

  it('needs a page: a file is none, at the start or at the end', async () => {
    web.site('files.test', {
      '/': '<a id="go" href="/data">Data</a>',
      '/data': { headers: { 'content-type': 'application/json' }, body: '{"a": 1}' },
    })
    const message = /^files\.test sent a file, and "actions" need a web page\.$/
    for (const path of ['/data', '/'])
      await assert.rejects(read(`https://files.test${path}`, [go]), {
        ...{ code: 'page_unsupported', message },
      })
  })

  it('ends with the time of the call', async () => {
    web.site('timed.test', { '/': button("fetch('/begun')"), '/begun': 'ok' })
    const life = new AbortController()
    const wait = { type: 'wait', milliseconds: 20_000 } as const
    const reading = read('https://timed.test/', [go, wait], { signal: life.signal })
    const ended = assert.rejects(reading, {
      code: 'action_failed',
      message: /^Step \d \(.*\) failed: the time for the whole call was over\.$/,
    })
    await web.waitForRequest('timed.test', 2)
    life.abort(new Error('The time is up.'))
    await ended
  })

  it('is never taken twice, not even when the browser dies of it', async () => {
    web.site('paid.test', { '/': button("fetch('/paid', { method: 'POST' })"), '/paid': 'ok' })
    const own = openBrowsers({ egress, find })
    try {
      const wait = { type: 'wait', milliseconds: 20_000 } as const
      const reading = read('https://paid.test/', [go, wait], {}, own)
      const ended = assert.rejects(reading, {
        code: 'page_unreachable',
        message: /^Step \d \(.*\) failed: the browser stopped, and steps are not repeated\.$/,
      })
      await web.waitForRequest('paid.test', 2)
      await endBrowser(own)
      await ended
    } finally {
      await own.close()
    }
    const asked = web.requestsTo('paid.test').map(({ path }) => path)
    assert.deepEqual(asked, ['/', '/paid'])
  })
})

/** From inside, as a crash would; once, although a page whose browser is gone gets another. */
const endBrowser = async (own: Browsers) => {
  let times = 0
  await own.withPage({}, undefined, async ({ page }) => {
    if (times++ > 0) return
    const session = await page.context().browser()?.newBrowserCDPSession()
    await session?.send('Browser.crash')
  })
}

describe('a hostile page', () => {
  it('costs no more than its time, and the next page is well', async () => {
    const hop = "<script>setTimeout(() => location.replace('/hops?' + Math.random()), 40)</script>"
    web.site('hostile.test', {
      '/dialogs': button('while (true) alert(1)'),
      '/loop': button('for (;;) {}'),
      '/hops': `<h1>Here and there</h1><a id="go" href="/hops">Go</a>${hop}`,
      '/clobber': button('JSON.stringify = Array.prototype.map = scrollTo = () => { throw 1 }'),
      '/well': button(show("'all is well'")),
    })
    const hops = read('https://hostile.test/hops', [go], { timeout: 3_000 }).catch(error => error)
    const stuck = ['/dialogs', '/loop'].map(path =>
      assert.rejects(
        visiting(
          async visit =>
            void (await takeAt(visit, `https://hostile.test${path}`, [go], { stepMs: 1_500 })),
        ),
        {
          code: 'action_failed',
          message: /^Step 1 \(click "#go"\) failed: /,
        },
      ),
    )
    await Promise.all(stuck)
    // Whatever comes of it, it is the page's fault.
    const outcome = await hops
    assert.ok(!(outcome instanceof Error) || 'code' in outcome, String(outcome))
    await visiting(async visit => {
      await takeAt(visit, 'https://hostile.test/clobber', [
        go,
        { type: 'scroll', direction: 'down' },
      ])
      assert.match((await takeAt(visit, 'https://hostile.test/well', [go])).html, /all is well/)
    })
  })
})

describe('a page that is replaced while it is read', () => {
  it('is read again as what took its place', async () => {
    web.site('replaced.test', { '/': '<p>The first</p>', '/next': '<p>The next</p>' })
    let looks = 0
    await visiting(async visit => {
      await visit.open('https://replaced.test/')
      const html = await visit.read(async page => {
        if (looks++ === 0) await page.evaluate('location.href = "/next"; new Promise(() => {})')
        return page.content()
      })
      assert.match(html, /The next/)
    })
    assert.ok(looks > 1)
  })
})

describe('a script', () => {
  const scripts = (...texts: string[]) => texts.map(script => ({ type: 'script', script }) as const)
  before(() =>
    web.site('script.test', {
      '/': {
        headers: { 'content-security-policy': "script-src 'unsafe-inline'" },
        body: button('', `<script>var own = 1; JSON.stringify = () => 'forged'</script>`),
      },
      '/next': '<title>Next</title><p>It came by a script.</p>',
    }),
  )

  it('gives back what it returns, out of the page’s reach, and may lead to another page', async () => {
    await visiting(async visit => {
      const { html, performed } = await takeAt(
        visit,
        'https://script.test/',
        scripts(
          'typeof own;',
          'const a = await Promise.resolve(2)\nreturn { a, list: [null, "é"] }',
          'out.textContent = "changed"',
          'document.cookie = "a=b"; return undefined',
          'null',
          'location.href = "/next"; return 1',
          'document.title',
        ),
      )
      const values = performed?.results.map(({ value }) => value)
      const object = { a: 2, list: [null, 'é'] }
      assert.deepEqual(values, ['undefined', object, 'changed', undefined, null, 1, 'Next'])
      assert.match(html, /It came by a script/)
    })
  })

  it('that throws, returns too much or does not end is a failed step', async () => {
    await visiting(async visit => {
      await visit.open('https://script.test/')
      const fails = (script: string, message: RegExp, limit = usual) =>
        assert.rejects(take(visit, scripts('1', script), limit), { code: 'action_failed', message })
      await fails('nothing.here', /^Step 2 \(script\) failed: it threw "ReferenceError: nothing is/)
      await fails('"x".repeat(10_000_000)', /^Step 2 .* is more than 64 kB as JSON\.$/)
      await fails('"é".repeat(40_000)', /more than 64 kB/)
      await fails('throw "x".repeat(10_000_000)', /it threw "x{200}"\.$/)
      await fails('const a = {}; a.a = a; return a', /circular/)
      await fails('await new Promise(() => {})', /was not done within/, { stepMs: 300 })
      await fails('for (;;) {}', /did not end in time|was not done within/, { stepMs: 300 })
      // And the page lives on.
      assert.deepEqual((await take(visit, scripts('6 * 7')))?.results[0]?.value, 42)
    })
  })
})

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Pages } from '../support/simulated-web.ts'
import { app, post, scraped, web } from './actions-setup.ts'

const refused = async (body: object, code: string, text: RegExp) => {
  const answer = await post('/v1/scrape', body)
  assert.equal(answer.headers.get('x-error-code'), code, answer.text)
  assert.equal(answer.headers.get('x-credits-used'), '0')
  assert.match((answer.json as { error: string }).error, text)
}

const shop: Pages = {
  '/': `<title>Shop</title><main><h1>Find a lamp</h1><form action="/found">
    <input name="secret" type="password"><input name="words" value="old words">
    <select name="color"><option value="w">White</option><option value="b">Brass</option></select><button>Find</button>
    </form></main>`,
  '/found': ({ url }) => ({
    status: 203,
    headers: { 'x-robots-tag': 'noarchive' },
    body: `<title>Found</title><main style="min-height: 3000px"><h1>Found</h1><p id="asked">Asked for
      ${url.searchParams.get('words')} in ${url.searchParams.get('color')}.</p>
      <ul id="list" style="height: 100px; overflow: auto"><li style="height: 500px">A lamp</li></ul>
      <p class="more" onclick="this.textContent = 'One more lamp'">?</p>
      <p class="more" onclick="this.textContent = 'Another lamp'">?</p>
      <p class="more" style="display: none">?</p>
      <script>
        const say = text => { const p = document.createElement('p'); p.textContent = text; asked.after(p) }
        addEventListener('scroll', () => say('scrolled to ' + scrollY), { once: true })
        list.addEventListener('scroll', () => say('list at ' + list.scrollTop), { once: true })
        addEventListener('keydown', ({ key, ctrlKey }) => say('pressed ' + key + ctrlKey))
      </script></main>`,
  }),
}

const clicked = `<main><h1>Lamps</h1><button id="go" onclick="out.textContent = '42 lamps'">Go</button>
  <p id="out">Not counted yet.</p></main>`
const go = { type: 'click', selector: '#go' }
const secret = { type: 'write', selector: '#none', text: 'hunter2' }

describe('actions', { concurrency: 3 }, () => {
  it('are taken in their order, and the page they lead to is read', async () => {
    web.site('shop.test', shop)
    const answer = await scraped({
      url: 'https://shop.test/',
      formats: ['markdown', 'metadata'],
      onlyMainContent: false,
      actions: [
        { type: 'wait', milliseconds: 10 },
        { type: 'write', selector: '[name=secret]', text: 'hunter2' },
        { type: 'write', selector: '[name=words]', text: 'desk ' },
        { type: 'write', text: 'lämp' },
        { type: 'select', selector: 'select', value: 'Brass' },
        { type: 'screenshot' },
        { type: 'click', selector: '[name=words]' },
        { type: 'press', key: 'Enter' },
        { type: 'wait', selector: '#asked' },
        { type: 'click', selector: '.more', all: true },
        { type: 'press', key: 'Control+a' },
        { type: 'scroll', direction: 'down' },
        { type: 'scroll', direction: 'bottom', selector: '#list' },
        { type: 'script', script: 'document.querySelectorAll(".more").length' },
        { type: 'screenshot', fullPage: true },
      ],
    })
    assert.match(answer.url, /^https:\/\/shop\.test\/found\?/)
    assert.match(answer.markdown ?? '', /Asked for desk lämp in b\./)
    for (const text of ['One more lamp', 'Another lamp', 'pressed atrue', 'scrolled to 800'])
      assert.ok(answer.markdown?.includes(text), `${text} in ${answer.markdown}`)
    assert.match(answer.markdown ?? '', /list at 4\d\d/)
    const { title, statusCode, robots, rendered } = answer.metadata ?? {}
    assert.deepEqual([title, statusCode, robots, rendered], ['Found', 203, 'noarchive', true])
    const { screenshots = [], results = [] } = answer.actions ?? {}
    const heights = screenshots.map(image => Buffer.from(image, 'base64').readUInt32BE(20))
    assert.equal(heights[0], 800)
    assert.ok((heights[1] ?? 0) > 3_000)
    const types =
      'wait write write write select screenshot click press wait click press scroll scroll script screenshot'
    assert.deepEqual(
      results.map(({ step, type }) => `${step} ${type}`),
      types.split(' ').map((type, index) => `${index + 1} ${type}`),
    )
    const values = results.flatMap(({ value }) => (value === undefined ? [] : [value]))
    assert.deepEqual(values, [2, 3])
  })

  it('that fail cost nothing, and what they were to write is told to nobody', async () => {
    web.site('failing.test', { '/': clicked })
    const missing = { type: 'wait', selector: '#none', milliseconds: 100 }
    await refused(
      { url: 'https://failing.test/', actions: [go, missing, secret] },
      'action_failed',
      /^Step 2 \(wait "#none"\) failed: no visible element matched it within 0\.1 s\.$/,
    )
    await refused(
      { url: 'https://failing.test/', actions: [{ ...secret, selector: 'h1' }] },
      'action_failed',
      /^Step 1 \(write "h1"\) failed: text cannot be written into it\.$/,
    )
    assert.ok(!app.logLines.some(line => line.includes('hunter2')))
  })

  it('that cannot be used are a 400 that names the field', async () => {
    const url = 'https://nowhere.test/'
    const bad = (actions: unknown, text: RegExp) =>
      refused({ url, actions }, 'invalid_request', text)
    await bad([], /actions/)
    await bad([{ type: 'hover' }], /"actions\[0\]\.type" must be one of: wait, click, write, press/)
    await bad([{ type: 'click' }], /"actions\[0\]\.selector" is missing/)
    await bad([go, { type: 'write', text: 'a', into: 'b' }], /"actions\[1\]\.into" is not a known/)
    await bad([{ type: 'wait', milliseconds: 60_001 }], /"actions\[0\]\.milliseconds"/)
    await bad(Array(51).fill(go), /50/)
    await bad([go, { type: 'click', selector: 'a[' }], /^Step 2 \(click "a\["\): its CSS selector/)
    assert.equal(web.requestsTo('nowhere.test').length, 0)
  })

  before(() => web.site('more.test', { '/': clicked }))

  it('are not for crawls', async () => {
    const answer = await post('/v1/crawl', { url: 'https://more.test/', actions: [go] })
    assert.equal(answer.status, 400)
    assert.equal(answer.text, '{"error":"\\"actions\\" is not a known field."}')
  })
})

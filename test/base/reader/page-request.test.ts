import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  checkedHeaders,
  leftMs,
  readPageRequest,
  wantsBrowser,
  wantsModel,
} from '../../../src/base/reader/page-request.ts'

type Asked = Partial<Parameters<typeof readPageRequest>[1]>
const read = (asked: Asked) =>
  readPageRequest(
    text => new URL(text),
    { url: 'https://a.example/', ...asked },
    { formats: ['markdown'], respectRobots: true },
  )

describe('a request for a page', () => {
  it('has every default, and nothing of what was not said', () => {
    const { url, ...rest } = read({})
    assert.equal(url.href, 'https://a.example/')
    assert.deepEqual(rest, {
      formats: ['markdown'],
      ...{ onlyMainContent: true, includeTags: [], excludeTags: [], render: 'auto', waitForMs: 0 },
      ...{ timeoutMs: 30_000, headers: {}, mobile: false, maxAgeMs: 0, actions: [] },
      ...{ respectRobots: true, trace: false, follow: false },
    })
  })

  const said: [asked: Asked, member: string, value: unknown][] = [
    [{ comments: 'auto' }, 'comments', undefined],
    [{ comments: 'include' }, 'comments', 'include'],
    [{ hidden: 'include' }, 'hidden', 'include'],
    [{ hidden: 'exclude' } as Asked, 'hidden', undefined],
    [{ respectPreferences: true }, 'respectPreferences', true],
    [{ respectPreferences: false }, 'respectPreferences', undefined],
    [{ timeout: 5_000 }, 'isTimed', true],
    [{ timeout: 5_000 }, 'timeoutMs', 5_000],
    [{ screenshotAs: 'url' }, 'picturesByUrl', true],
    [{ screenshotAs: 'base64' } as Asked, 'picturesByUrl', undefined],
    [{ jobId: 'batch_1' }, 'jobId', 'batch_1'],
    [{ onlyMainContent: false }, 'onlyMainContent', false],
    [{ respectRobots: false }, 'respectRobots', false],
    [{ follow: true }, 'follow', true],
  ]
  for (const [asked, member, value] of said)
    it(`${JSON.stringify(asked)}: ${member} is ${value}`, () => {
      assert.equal((read(asked) as Record<string, unknown>)[member], value)
    })

  const refused: [asked: Asked, message: string][] = [
    [{ render: 'never', waitFor: 1 }, '"waitFor" needs a browser: leave "render" out.'],
    [
      { render: 'never', formats: ['screenshot'] },
      'A screenshot needs a browser: leave "render" out.',
    ],
    [
      { render: 'never', actions: [{ type: 'wait', milliseconds: 1 }] },
      '"actions" need a browser: leave "render" out.',
    ],
    [{ waitFor: 1_000, timeout: 1_000 }, '"waitFor" must be shorter than "timeout".'],
  ]
  for (const [asked, message] of refused)
    it(`${JSON.stringify(asked)} cannot work`, () => {
      assert.throws(() => read(asked), { code: 'invalid_request', message })
    })

  it('may wait until just before its time is over', () => {
    assert.equal(read({ waitFor: 999, timeout: 1_000 }).waitForMs, 999)
    assert.equal(read({ render: 'never' }).render, 'never')
  })

  it('needs a browser, or a model, for what only those can do', () => {
    assert.deepEqual(
      [
        ...[{}, { render: 'always' }, { waitFor: 1 }, { formats: ['screenshot'] }],
        { actions: [{ type: 'wait', milliseconds: 1 }] },
      ].map(asked => wantsBrowser(read(asked as Asked))),
      [false, true, true, true, true],
    )
    assert.deepEqual(
      [['markdown'], ['summary'], ['links', 'summary']].map(formats =>
        wantsModel(read({ formats } as Asked)),
      ),
      [false, true, true],
    )
  })

  it('has what is left of its time, never nothing', () => {
    assert.equal(leftMs({ timeoutMs: 500 }), 500)
    assert.equal(leftMs({ timeoutMs: 500, arrivedMs: performance.now() - 600 }), 1)
    const left = leftMs({ timeoutMs: 60_000, arrivedMs: performance.now() - 30_000 })
    assert.ok(left > 0 && left <= 30_000)
  })
})

describe('headers of a caller', () => {
  it('are sent by their lower-case names', () => {
    assert.deepEqual(checkedHeaders({ 'X-Lamp': 'brass\tåland', Cookie: '' }), {
      'x-lamp': 'brass\tåland',
      cookie: '',
    })
  })
  const refused: [name: string, value: string, message: RegExp][] = [
    ['Host', 'b.example', /cannot be set/],
    ['Sec-Fetch-Mode', 'cors', /cannot be set/],
    ['Proxy-Authorization', 'x', /cannot be set/],
    [':path', '/', /is not the name of a header/],
    ['X Lamp', '1', /is not the name of a header/],
    ['X-Lamp', 'a\r\nb: c', /cannot be sent/],
    ['X-Lamp', '灯', /cannot be sent/],
  ]
  for (const [name, value, message] of refused)
    it(`${JSON.stringify([name, value])} is refused`, () => {
      assert.throws(() => checkedHeaders({ [name]: value }), { code: 'invalid_request', message })
    })
})

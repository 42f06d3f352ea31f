import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isKey } from '../../../src/base/reader/actions/keys.ts'
import type { Action } from '../../../src/base/reader/actions/request.ts'
import { functionBodyOf } from '../../../src/base/reader/actions/script.ts'
import { readPageRequest } from '../../../src/base/reader/page-request.ts'

const defaults = { formats: ['markdown'], respectRobots: false } as const
const check = (actions: Action[], more: object = {}, allowed?: { pageScripts: boolean }) =>
  readPageRequest(
    text => new URL(text),
    { url: 'https://a.example/', actions, ...more },
    defaults,
    allowed,
  )
const refused = (message: RegExp, actions: Action[], more: object = {}) =>
  assert.throws(() => check(actions, more), { code: 'invalid_request', message })

describe('actions that cannot work', () => {
  it('are refused before they cost anything, by the number of the step', () => {
    const fine: Action = { type: 'click', selector: '.more:not(.old) > a[href^="/"]' }
    assert.equal(check([fine]).actions.length, 1)
    for (const selector of [
      'div[',
      'a,',
      '',
      'a >> b',
      'text=More',
      '//a',
      'a:has-text("x")',
      ':visible',
      'p::before',
      `${':not('.repeat(240)}`,
    ])
      refused(/^Step 2 \(click .*\): its CSS selector/, [fine, { type: 'click', selector }])
    refused(/^Step 1 \(wait\): it needs/, [{ type: 'wait' }])
    refused(/^Step 1 \(press\): "key" must be/, [{ type: 'press', key: 'Return' }])
    refused(/need a browser/, [fine], { render: 'never' })
    refused(/10 screenshots/, Array<Action>(11).fill({ type: 'screenshot' }))
    const wait: Action = { type: 'wait', milliseconds: 3_000 }
    refused(/shorter than "timeout"/, [wait, wait], { timeout: 6_000 })
    assert.ok(check([wait, wait], { timeout: 6_001 }))
    // Until an element is there may be no time at all.
    const until: Action = { ...wait, selector: '.more' }
    assert.ok(check([wait, until, until, fine], { timeout: 6_000 }))
    refused(/shorter than "timeout"/, [wait, until, wait], { timeout: 6_000 })
  })

  it('include scripts, unless the operator allows them', () => {
    const script: Action = { type: 'script', script: 'document.title' }
    refused(/^Step 1 \(script\): scripts are turned off .* ALLOW_PAGE_SCRIPTS=true\.$/, [script])
    assert.ok(check([script], {}, { pageScripts: true }))
    const broken: Action = { type: 'script', script: 'return (' }
    assert.throws(() => check([broken], {}, { pageScripts: true }), {
      message: /not valid JavaScript/,
    })
  })
})

describe('a key', () => {
  it('is a character or a name, with or without others held down', () => {
    for (const key of ['a', 'É', '+', 'Enter', 'F12', 'Control+a', 'Shift+Alt+Tab', 'Control++'])
      assert.ok(isKey(key), key)
    for (const key of ['', ' ', 'ab', 'enter', 'Control', 'Control+', 'a+b', 'Hyper+a'])
      assert.ok(!isKey(key), key)
  })
})

describe('a script', () => {
  it('is an expression or the body of an async function, and cannot step out of it', () => {
    assert.match(functionBodyOf('document.title;\n') ?? '', /^return \(document\.title\n\)$/)
    assert.match(functionBodyOf('({ a: 1 })') ?? '', /^return /)
    assert.equal(functionBodyOf('const a = await 1; return a'), 'const a = await 1; return a')
    for (const text of ['})(); (() => {', 'return 1 })', 'let let = 1', '1)']) {
      assert.equal(functionBodyOf(text), undefined, text)
    }
  })
})

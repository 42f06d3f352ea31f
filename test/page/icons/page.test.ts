import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readIconPage } from '../../../src/page/icons/page.ts'
import wallTitles from '../../../src/page/icons/wall-titles.json' with { type: 'json' }

const url = 'https://a.example/home'
const read = (html: string, headers: Record<string, string> = { 'content-type': 'text/html' }) =>
  readIconPage({ bytes: Buffer.from(html), url, headers })
const [title = ''] = wallTitles

describe('a home page, for its icons', () => {
  const states: [what: string, html: string, headers: Record<string, string>, state: string][] = [
    ['of HTML', '<p>Words', { 'content-type': 'text/html' }, 'read'],
    ['of XHTML', '<p>Words', { 'content-type': 'application/xhtml+XML' }, 'read'],
    ['that says nothing of its type', '<!DOCTYPE html><p>', {}, 'read'],
    ['with a wrong type', ' <!-- x --> <head>', { 'content-type': 'text/plain' }, 'read'],
    ['that is text', 'Words', { 'content-type': 'text/plain' }, 'no-html'],
    ['that is another tag', '<header>', {}, 'no-html'],
    ['that begins far behind', `${' '.repeat(512)}<html>`, {}, 'no-html'],
    [
      'behind a challenge',
      '<p>',
      { 'content-type': 'text/html', 'cf-mitigated': 'challenge' },
      'wall',
    ],
    [
      'behind a captcha',
      '<p>',
      { 'content-type': 'text/html', 'x-amzn-waf-action': 'captcha' },
      'wall',
    ],
    [
      'that a firewall let pass',
      '<p>',
      { 'content-type': 'text/html', 'x-amzn-waf-action': 'allow' },
      'read',
    ],
  ]
  for (const [what, html, headers, state] of states)
    it(`${what}: ${state}`, () => assert.equal(read(html, headers).state, state))

  it('is a wall by its title, unless it says a lot', () => {
    const page = (title: string, body = '') =>
      read(`<title> ${title.toUpperCase()} </title>${body}`).state
    assert.equal(page(`${title} …`), 'wall')
    assert.equal(page(`News: ${title}`), 'read')
    assert.equal(page(title, `<p>${'x'.repeat(1_999)}</p>`), 'wall')
    assert.equal(page(title, `<p>${'x'.repeat(1_999)}</p><li>y`), 'read')
    assert.equal(page(title, `<h1>${'x'.repeat(2_000)}</h1>`), 'read')
    assert.equal(page(title, `<div>${'x'.repeat(2_000)}</div>`), 'wall')
    assert.equal(read(`<svg><title>${title}</title></svg><title>Lamps</title>`).state, 'read')
    assert.equal(read(`<title>Lamps</title><title>${title}</title>`).state, 'read')
  })

  it('sends its visitors on where it does so at once, to somewhere else', () => {
    const refresh = (content: string) => {
      const page = read(`<meta http-equiv="Refresh" content="${content}">`)
      return page.state === 'read' ? page.refreshUrl : page.state
    }
    assert.equal(refresh('0; url=/en/'), 'https://a.example/en/')
    assert.equal(refresh('5; url=/en/'), 'https://a.example/en/')
    assert.equal(refresh('6; url=/en/'), undefined)
    assert.equal(refresh('0; url=/home'), undefined)
    assert.equal(refresh('0; url=javascript:x'), undefined)
    assert.equal(refresh('30'), undefined)
    const other = read('<meta name="refresh" content="0; url=/en/">')
    assert.equal(other.state === 'read' ? other.refreshUrl : other.state, undefined)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { findFaint } from '../../../../src/products/extract/source/faint.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

const url = 'https://a.example/'
/**
 * The lines of a page that are made to be overlooked. Where no sheet is a file of its own they are
 * known to be hidden, and are no lines at all.
 */
const faint = (html: string) => {
  const linked = `<link rel="stylesheet" href="/a.css">${html}`
  const page = openPage(parsePage(linked), { url, onlyMainContent: false })
  const found = findFaint(page)
  return page.nodes.filter(({ id }) => found.has(id)).map(({ text }) => text)
}
const styled = (css: string, body: string) => faint(`<style>${css}</style>${body}`)
const is = (expected: boolean, ...cases: [css: string, style?: string][]) => {
  for (const [css, style = ''] of cases) {
    const lines = styled(
      css,
      `<p>seen</p><div class="x" style="${style}"><p>a</p></div><p>seen</p>`,
    )
    assert.deepEqual(lines, expected ? ['a'] : [], `${css} ${style}`)
  }
}

describe('a line that is made to be overlooked', () => {
  it('has the color of what is behind it, or nearly', () => {
    is(
      true,
      ['.x { background: #fff } .x p { color: #fefefe }'],
      ['.x p { color: #123456 }', 'background-color: #123456'],
      ['body { background: #000 } .x { color: #010101 }'],
    )
    is(
      false,
      ['.x { background: #000 } .x p { color: #fff }'],
      ['.x { background: #fff } .x p { color: #eee }'],
      // Nobody says what is behind it.
      ['.x p { color: #fff }'],
      // The ground was chosen for another text.
      ['body { color: #fff } .x { background: #fff }'],
      ['.x { background: rgb(255 255 255 / 40%) } .x p { color: #fff }'],
      ['.x { background: #fff url(a.png) } .x p { color: #fff }'],
      ['.x { background: #fff linear-gradient(#000, #111) } .x p { color: #fff }'],
    )
  })

  it('is of a color that pages gave to text before they had styles', () => {
    const old = (body: string) => faint(`<body bgcolor="#ffcc00">${body}<p>seen</p>`)
    assert.deepEqual(old('<p><font color="#ffcc00">a</font></p>'), ['a'])
    assert.deepEqual(old('<p><font color="#000000">a</font></p>'), [])
    assert.deepEqual(old('<p><font>a</font></p>'), [])
    assert.deepEqual(old('<p><font color="#ffcc00" style="color: #000">a</font></p>'), [])
    assert.deepEqual(
      faint('<table><tr bgcolor="#000000"><td><font color="#000000">a</font></td></tr></table>'),
      ['a'],
    )
  })

  it('lies below everything else, or is taken away by a variable', () => {
    is(true, ['.x { z-index: -1 }'], ['', 'z-index: -99'])
    is(false, ['.x { z-index: 1 }'], ['.x { z-index: 0 }'], ['.x { opacity: 0.5 }'])
    const varies = (css: string) =>
      styled(
        `:root { --d: none; --o: 0 } .dark { --d: block; --o: 1 } ${css}`,
        '<p class="x">a</p><p>b</p>',
      )
    assert.deepEqual(varies('.x { display: var(--d) }'), ['a'])
    assert.deepEqual(varies('.x { opacity: var(--o) }'), ['a'])
    assert.deepEqual(varies('.x { color: var(--d) }'), [])
  })

  it('takes all that is in it along', () => {
    const body = '<div class="x"><ul><li>a</li><li style="color: #000">b</li></ul></div><p>c</p>'
    assert.deepEqual(styled('.x { z-index: -1 }', body), ['a', 'b'])
    const ground = 'body { background: #fff } .x { color: #fefefe }'
    assert.deepEqual(styled(ground, body), ['a', 'b'])
  })

  it('has signs without room between its letters, twice', () => {
    assert.deepEqual(faint('<p>pass\u200bwo\u200brd</p><p>pass\u200bword</p>'), ['password'])
    assert.deepEqual(faint('<p>字\u200b字\u200b字</p>'), [])
    assert.deepEqual(faint('<p>a \u200b b \u200b c</p>'), [])
  })

  it('is looked for where a page has styles at all', () => {
    assert.deepEqual(faint('<p>a</p>'), [])
    const long = `/*${'x'.repeat(400_000)}*/`
    assert.deepEqual(styled(`${long}.x { z-index: -1 }`, '<p class="x">a</p>'), [])
    assert.deepEqual(styled('.x { z-index: -1 }', '<p class="x">a</p>'), ['a'])
    const print = '<style media="print">.x { z-index: -1 }</style><p class="x">a</p>'
    assert.deepEqual(faint(print), [])
  })
})

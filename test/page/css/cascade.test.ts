import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCascade } from '../../../src/page/css/cascade.ts'
import { hexOf } from '../../../src/page/css/color.ts'
import { createPainter } from '../../../src/page/css/paint.ts'
import { readStylesheets } from '../../../src/page/css/stylesheet.ts'
import { vocabularyOf } from '../../../src/page/css/tree.ts'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'
import { cpuMs } from '../../support/cpu-time.ts'

type Scheme = 'light' | 'dark'

/** What an element with the id `it` is painted with. */
const paint = (css: string, html: string, scheme: Scheme = 'light') => {
  const { root } = parseHtml(`<html><body>${html}</body></html>`)
  const sheets = readStylesheets([{ css, media: undefined }], vocabularyOf(root))
  const element = [...descendants(root)].find(({ attributes }) => attributes.id === 'it')
  assert.ok(element, 'the page has no #it')
  const style = createCascade(sheets, scheme).styleOf(element)
  const painter = createPainter(scheme)
  const fill = painter.fill(style)
  return { fill: fill && hexOf(fill), text: hexOf(painter.text(style)), style, sheets }
}

const fillOf = (css: string, html: string, scheme?: Scheme) => paint(css, html, scheme).fill

describe('which declaration wins', () => {
  it('a class that needs escapes is a class like any other', () => {
    const css = '.bg-\\[\\#5b21b6\\] { background: #5b21b6 } .\\32 xl { color: red }'
    assert.equal(fillOf(css, '<i id=it class="bg-[#5b21b6]">'), '#5b21b6')
    assert.equal(paint(css, '<i id=it class="2xl">').text, '#ff0000')
  })

  it('the more specific selector wins, then the later one', () => {
    const css =
      '.a.b { background: red } .a { background: blue } .c { background: lime } .d { background: teal }'
    assert.equal(fillOf(css, '<i id=it class="a b">'), '#ff0000')
    assert.equal(fillOf(css, '<i id=it class="d c">'), '#008080')
  })

  it('the style attribute wins over selectors, and !important over both', () => {
    const css = '#it { background: red } .loud { background: blue !important }'
    assert.equal(fillOf(css, '<i id=it style="background: lime">'), '#00ff00')
    assert.equal(fillOf(css, '<i id=it class=loud style="background: lime">'), '#0000ff')
  })

  it('a shorthand and its longhand are one property', () => {
    const css = '.a { background: url(x.png) no-repeat red } .b { background-color: blue }'
    assert.equal(fillOf(css, '<i id=it class="a b">'), '#0000ff')
    assert.equal(fillOf(css, '<i id=it class=a>'), '#ff0000')
    assert.equal(
      fillOf('.b { background-color: red } .a { background: none }', '<i id=it class="a b">'),
      undefined,
    )
  })

  it('what is in no layer wins over layers, and layers by their first mention', () => {
    const css = `@layer base, parts;
      @layer parts { .a { background: blue } }
      @layer base { #it.a { background: red } }`
    assert.equal(fillOf(css, '<i id=it class=a>'), '#0000ff')
    assert.equal(fillOf(`${css} i { background: lime }`, '<i id=it class=a>'), '#00ff00')
  })

  it('what stands directly in a layer wins over the layers inside it', () => {
    const css =
      '@layer a { @layer b { i { background: red } } i { background: blue } @layer c { i { background: lime } } }'
    assert.equal(fillOf(css, '<i id=it>'), '#0000ff')
  })

  it('nested rules are read, with and without &', () => {
    const css =
      '.card { & .in { background: red } .out { background: blue } &.wide { background: lime } }'
    assert.equal(fillOf(css, '<div class=card><i id=it class=in></i></div>'), '#ff0000')
    assert.equal(fillOf(css, '<div class=card><i id=it class=out></i></div>'), '#0000ff')
    assert.equal(fillOf(css, '<div id=it class="card wide">'), '#00ff00')
    assert.equal(fillOf(css, '<i id=it class=in>'), undefined)
  })

  it('states and pseudo-elements do not paint a page at rest', () => {
    const css =
      'i { background: red } i:hover { background: blue } i::before { background: lime } i:not(:hover) { color: blue }'
    assert.equal(fillOf(css, '<i id=it>'), '#ff0000')
    assert.equal(paint(css, '<i id=it>').text, '#0000ff')
  })

  it('media queries are those of a desktop window and of the scheme asked for', () => {
    const css = `i { background: red }
      @media (max-width: 600px) { i { background: lime } }
      @media print { i { background: teal } }
      @media (prefers-color-scheme: dark) { i { background: blue } }`
    assert.equal(fillOf(css, '<i id=it>'), '#ff0000')
    assert.equal(fillOf(css, '<i id=it>', 'dark'), '#0000ff')
  })

  it('text color is inherited, a background is not, and links have the browser’s blue', () => {
    const css = 'body { color: red; background: blue }'
    assert.deepEqual(
      [paint(css, '<i id=it>').text, paint(css, '<i id=it>').fill],
      ['#ff0000', undefined],
    )
    assert.equal(paint(css, '<a id=it href=/>').text, '#0000ee')
    assert.equal(paint(`${css} a { color: inherit }`, '<a id=it href=/>').text, '#ff0000')
  })
})

describe('custom properties', () => {
  it('are inherited with the value they have where they are declared', () => {
    const css =
      ':root { --c: red; --fill: var(--c) } .in { --c: blue } i { background: var(--fill); color: var(--c) }'
    const { fill, text } = paint(css, '<div class=in><i id=it></i></div>')
    assert.deepEqual([fill, text], ['#ff0000', '#0000ff'])
  })

  it('take their fallback when missing, also inside one another', () => {
    assert.equal(fillOf('i { background: var(--a, var(--b, red)) }', '<i id=it>'), '#ff0000')
    assert.equal(
      fillOf(':root { --b: blue } i { background: var(--a, var(--b, red)) }', '<i id=it>'),
      '#0000ff',
    )
  })

  it('that run in a circle are void, and so is what uses them', () => {
    const css = ':root { --a: var(--b); --b: var(--a) } i { background: red; background: var(--a) }'
    assert.equal(fillOf(css, '<i id=it>'), undefined)
    assert.equal(fillOf(`${css} i { background: var(--a, lime) }`, '<i id=it>'), '#00ff00')
  })

  it('keep channels apart that calc() puts together', () => {
    const css = `:root { --h: 171deg; --s: 100%; --l: 41% }
      i { background: hsla(var(--h), var(--s), calc(var(--l) + 2 * -5%), 1) }`
    assert.equal(fillOf(css, '<i id=it>'), '#009e86')
  })

  it('may be the origin of a relative color', () => {
    const root = ':root { --c: #3366cc }'
    const cases: [string, string][] = [
      ['rgb(from var(--c) r g b)', '#3366cc'],
      ['rgb(from var(--c) calc(r + 51) 0 b)', '#6600cc'],
      ['hsl(from var(--c) h s calc(l - 10))', '#2952a3'],
      ['oklch(from var(--c) l 0 h)', '#6c6c6c'],
      ['oklch(from var(--c) calc(l + 0.1) c h)', '#5085ee'],
      ['rgb(from rgb(from red r 255 b) r g b)', '#ffff00'],
    ]
    for (const [value, wanted] of cases)
      assert.equal(fillOf(`${root} i { background: ${value} }`, '<i id=it>'), wanted, value)
  })

  it('have the initial value of @property', () => {
    const css =
      '@property --c { syntax: "<color>"; inherits: true; initial-value: red } i { background: var(--c) }'
    assert.equal(fillOf(css, '<i id=it>'), '#ff0000')
  })
})

describe('hostile CSS', () => {
  it('custom properties that double each other end quickly', () => {
    const chain = Array.from({ length: 60 }, (_, n) => `--v${n + 1}: var(--v${n}) var(--v${n})`)
    const css = `:root { --v0: red; ${chain.join(';')} } i { background: var(--v60) }`
    const tookMs = cpuMs(() => assert.equal(fillOf(css, '<i id=it>'), undefined))
    assert.ok(tookMs < 1_000, `${tookMs} ms`)
  })

  it('custom properties that lead on for ever do not end the stack', () => {
    const chain = Array.from({ length: 20_000 }, (_, n) => `--v${n + 1}: var(--v${n})`)
    const css = `:root { --v0: red; ${chain.join(';')} } i { background: var(--v20000, lime) }`
    assert.equal(fillOf(css, '<i id=it>'), '#00ff00')
  })

  it('deep nesting, open braces and broken selectors leave the rest readable', () => {
    assert.equal(fillOf(`${'a{'.repeat(5_000)}`, '<i id=it>'), undefined)
    assert.equal(
      fillOf('i { background: red } .x:::( { color: } @media { ', '<i id=it>'),
      '#ff0000',
    )
  })

  it('selectors that would backtrack for ever match nothing, and soon', () => {
    const selector = `[x] ${'.a '.repeat(12)}.z`
    const css = `${`${selector} { background: red }`.repeat(50)} .z { color: lime }`
    const tookMs = cpuMs(() => {
      const { fill, text } = paint(css, `${'<div class=a>'.repeat(300)}<i id=it class=z></i>`)
      assert.deepEqual([fill, text], [undefined, '#00ff00'])
    })
    assert.ok(tookMs < 2_000, `${tookMs} ms`)
  })
})

describe('what a stylesheet tells besides its rules', () => {
  it('how a page is switched to its dark side', () => {
    const css =
      '[data-theme="dark"] { --x: 1 } .dark body { color: red } :root[data-bs-theme=dark] a { color: red } .darken { color: red }'
    const { sheets } = paint(css, '<i id=it>')
    assert.deepEqual([...sheets.darkSwitches].sort(), [
      'class=dark',
      'data-bs-theme=dark',
      'data-theme=dark',
    ])
  })

  it('rules for classes that the page does not have are not kept', () => {
    const css = Array.from({ length: 500 }, (_, n) => `.c${n} { color: red }`).join('')
    assert.equal(paint(css, '<i id=it class=c7>').sheets.rules.length, 1)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import * as simpleIcons from 'simple-icons'
import type { Theme } from '../../../src/page/css/media.ts'
import { type CleanSvg, sanitizeSvg } from '../../../src/page/pixels/svg/sanitize.ts'

const ns = 'xmlns="http://www.w3.org/2000/svg"'
const clean = (svg: string | Uint8Array, theme: Theme = 'light', widthPx = 128): CleanSvg => {
  const result = sanitizeSvg(svg, { theme, widthPx })
  assert.ok(result.ok, result.ok ? '' : `${result.reason}: ${result.detail}`)
  return result
}
const icon = (css: string, body = '<path d="M0 0h8v8z" class="a"/>') =>
  `<svg ${ns} viewBox="0 0 8 8"><style><![CDATA[${css}]]></style>${body}</svg>`
const colorsOf = (css: string, theme: Theme, widthPx?: number, body?: string) =>
  clean(icon(css, body), theme, widthPx).colors.join()

const draw = (svg: string) =>
  sharp(Buffer.from(svg), { density: 72 }).ensureAlpha().raw().toBuffer()

test('a sample of simple-icons comes out pixel-equal, stable and counted', async () => {
  const icons = Object.values(simpleIcons).filter(entry => 'slug' in entry)
  const step = Math.floor(icons.length / 150)
  for (let i = 0; i < icons.length; i += step) {
    const { svg, slug } = icons[i] ?? assert.fail()
    const sized = svg.replace('<svg ', '<svg width="48" height="48" ')
    const result = clean(sized)
    const [before, after] = await Promise.all([draw(sized), draw(result.svg)])
    assert.ok(before.equals(after), slug)
    assert.equal(clean(result.svg).svg, result.svg)
    assert.deepEqual(result.colors, ['#000000'])
  }
})

test('colorful files with gradients, clips, masks, text and CSS come out pixel-equal', async () => {
  const body = `<defs><linearGradient id="a b"><stop stop-color="red"/><stop offset="1" style="stop-color:#00f8"/></linearGradient>
    <linearGradient xlink:href="#a b" id="Ünï" x2="0" y2="1"/><clipPath id="c"><circle cx="20" cy="20" r="18"/></clipPath>
    <mask id="m"><rect width="40" height="40" fill="#fff" opacity=".7"/></mask>
    <pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="2" height="2" fill="green"/></pattern>
    <filter id="f"><feGaussianBlur stdDeviation="1"/></filter><symbol id="s" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1"/></symbol></defs>
    <g clip-path="url(#c)"><rect class="x" width="40" height="40" fill="url('#Ünï')"/></g>
    <rect id="r" x="4" y="4" width="10" height="10" mask="url(#m)" style="fill:url(#p)"/>
    <use xlink:href="#s" x="20" y="20" width="9" height="9" fill="gold"/><path d="M2 30h30" stroke="navy" stroke-dasharray="2 1" filter="url(#f)"/>
    <text x="3" y="38" font-size="6" font-family="sans-serif">Aé&amp;</text>`
  const css =
    '.x{stroke:#123;stroke-width:2}#r,g>rect{opacity:.8}svg g rect{stroke-width:3!important}'
  const file = `<?xml version="1.0"?><!-- x --><svg ${ns} xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40"><style>${css}</style>${body}</svg>`
  const result = clean(file)
  assert.ok((await draw(file)).equals(await draw(result.svg)), result.svg)
  assert.equal(clean(result.svg).svg, result.svg)
})

test('prefers-color-scheme is decided by the theme asked for', () => {
  const dark = '.a{fill:#111}@media (prefers-color-scheme: dark){.a{fill:#eee}}'
  assert.equal(colorsOf(dark, 'light'), '#111111')
  assert.equal(colorsOf(dark, 'dark'), '#eeeeee')
  assert.ok(clean(icon(dark)).hasDarkRules)
  assert.ok(!clean(icon('.a{fill:#111}@media (min-width:1px){.a{fill:#222}}')).hasDarkRules)
  const cases: [css: string, light: string, dark: string][] = [
    ['@media (prefers-color-scheme:light){.a{fill:red}}', '#ff0000', '#000000'],
    ['@media not all and (prefers-color-scheme:dark){.a{fill:red}}', '#ff0000', '#000000'],
    ['@media not (prefers-color-scheme:dark){.a{fill:red}}', '#ff0000', '#000000'],
    [
      '@media screen and (prefers-color-scheme:dark) and (min-width:9px){.a{fill:red}}',
      '#000000',
      '#ff0000',
    ],
    ['@media print,(prefers-color-scheme:dark){.a{fill:red}}', '#000000', '#ff0000'],
    ['@media print and (prefers-color-scheme:dark){.a{fill:red}}', '#000000', '#000000'],
    [
      '@media (prefers-color-scheme:dark){@media (width>999px){.a{fill:red}}}',
      '#000000',
      '#000000',
    ],
    ['@media (prefers-color-scheme:dark) or (monochrome){.a{fill:red}}', '#000000', '#ff0000'],
    ['@media (prefers-color-scheme){.a{fill:red}}', '#ff0000', '#ff0000'],
    [
      '@media (unheard-of:1){.a{fill:red}}@media not (unheard-of:1){.a{fill:blue}}',
      '#000000',
      '#000000',
    ],
    ['.a{fill:lime;@media (prefers-color-scheme:dark){fill:red}}', '#00ff00', '#ff0000'],
    ['svg{@media (prefers-color-scheme:dark){path{fill:red}}}', '#000000', '#ff0000'],
    [
      'svg{& .a{fill:lime}@media (prefers-color-scheme:dark){& > .a{fill:red}}}',
      '#00ff00',
      '#ff0000',
    ],
    ['.a{fill:light-dark(#123456,red)}', '#123456', '#ff0000'],
    [
      ':root{--c:lime}.a{fill:var(--c)}@media (prefers-color-scheme:dark){:root{--c:red}}',
      '#00ff00',
      '#ff0000',
    ],
    [
      'svg{color:lime}.a{fill:currentColor}@media (prefers-color-scheme:dark){svg{color:red}}',
      '#00ff00',
      '#ff0000',
    ],
    ['.a{fill:var(--none, var(--no, #abc))}', '#aabbcc', '#aabbcc'],
  ]
  for (const [css, light, dark] of cases) {
    assert.equal(colorsOf(css, 'light'), light, css)
    assert.equal(colorsOf(css, 'dark'), dark, css)
  }
})

test('a style element may carry the media query itself', () => {
  const svg = `<svg ${ns}><style media="(prefers-color-scheme: dark)">path{fill:#fff}</style><path d="M0 0h8v8z"/></svg>`
  assert.deepEqual(clean(svg, 'dark').colors, ['#ffffff'])
  assert.deepEqual(clean(svg, 'light').colors, ['#000000'])
})

test('media queries about size see the size asked for', () => {
  const css = '@media (max-width:32px){.a{fill:red}}'
  assert.equal(colorsOf(css, 'light', 16), '#ff0000')
  assert.equal(colorsOf(css, 'light', 64), '#000000')
})

test('the cascade follows specificity, importance and order', () => {
  const body =
    '<g class="b c" data-x="1"><path id="p" d="M0 0h8v8z" class="a" fill="#010101" style="stroke:none"/></g>'
  const cases: [css: string, color: string][] = [
    ['path{fill:red}', '#ff0000'],
    ['#p{fill:red}.a{fill:blue}', '#ff0000'],
    ['.a{fill:red}path{fill:blue!important}#p{fill:lime}', '#0000ff'],
    ['.b .a{fill:red}.a{fill:blue}', '#ff0000'],
    ['.a{fill:red}.a{fill:blue}', '#0000ff'],
    ['g.b.c>path:first-child{fill:red}', '#ff0000'],
    ['.a:not(.b):nth-child(2n+1){fill:red}', '#ff0000'],
    ['[data-x="1"] path{fill:red}', '#ff0000'],
    ['.a:hover,.a::before{fill:red}', '#010101'],
    [':is(.b,.z) .a{fill:red}', '#ff0000'],
    ['.a{fill:red}.a{fill:nonsense(1)}', '#ff0000'],
  ]
  for (const [css, color] of cases) assert.equal(colorsOf(css, 'light', 128, body), color, css)
})

test('every encoding and packing an SVG may come in is read', () => {
  const svg = `<svg ${ns}><title>é</title><path d="M0 0h8v8z"/></svg>`
  const plain = clean(svg).svg
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(svg, 'utf16le')])
  assert.equal(clean(utf16).svg, plain)
  assert.equal(clean(Buffer.from(utf16).swap16()).svg, plain)
  const unmarked = utf16.subarray(2)
  assert.equal(clean(unmarked).svg, plain)
  assert.equal(clean(Buffer.from(unmarked).swap16()).svg, plain)
  assert.equal(clean(Buffer.from(`\ufeff${svg}`)).svg, plain)
  assert.equal(clean(gzipSync(svg)).svg, plain)
  const latin = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${svg}`, 'latin1')
  assert.equal(clean(latin).svg, plain)
})

test('the entities of an Illustrator file are expanded', () => {
  const svg = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
    <!ENTITY ns_svg "http://www.w3.org/2000/svg"> <!ENTITY ns_ai 'http://ns.adobe.com/AdobeIllustrator/10.0/'>
  ]><svg xmlns="&ns_svg;" xmlns:i="&ns_ai;" viewBox="0 0 8 8"><switch><foreignObject requiredExtensions="&ns_ai;"><i:pgf/></foreignObject><g i:extraneous="self"><path fill="red" d="M0 0h8v8z"/></g></switch></svg>`
  assert.deepEqual(clean(svg).colors, ['#ff0000'])
})

test('slips of hand-written icons do not cost the icon', () => {
  assert.ok(clean('<svg viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>').svg.includes(ns))
  assert.match(
    clean(`<svg ${ns}><path id="a" d="M0 0h8"/><use xlink:href="#a"/></svg>`).svg,
    /href="#a"/,
  )
  assert.ok(clean(`<svg ${ns}><sodipodi:x/><path d="M0 0h8v8z"/></svg>`))
})

test('white space is kept where a text says so, and no other word of XML is', () => {
  const { svg } = clean(
    `<svg ${ns} xmlns:o="http://o.example/"><text xml:space="preserve" xml:lang="de" o:space="x" y="7"> a </text></svg>`,
  )
  assert.match(svg, /xml:space="preserve"/)
  assert.doesNotMatch(svg, /lang|"x"/)
})

test('a link to a part is the one that SVG knows, the plain one first', () => {
  const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
  const cases: [attributes: string, target: string | undefined][] = [
    ['href="#a"', '#a'],
    [`${xlink} xlink:href="#a"`, '#a'],
    [`${xlink} xlink:href="#b" href="#a"`, '#a'],
    [`${xlink} href="#a" xlink:href="#b"`, '#a'],
    [`${xlink} xlink:href="#a" xlink:title="#b"`, '#a'],
    [
      `xmlns:o="http://o.example/" xmlns:x="http://www.w3.org/1999/xlink" x:href="#a" o:href="#b"`,
      '#a',
    ],
    [`xmlns:o="http://o.example/" o:href="#a"`, undefined],
  ]
  const parts = '<path id="a" d="M0 0h8v8z"/><path id="b" d="M0 0h4v4z"/>'
  for (const [attributes, target] of cases) {
    const { svg } = clean(`<svg ${ns}>${parts}<use ${attributes}/></svg>`)
    assert.equal(/<use[^>]*href="([^"]*)"/.exec(svg)?.[1], target, attributes)
  }
})

test('size and view box are completed so that every viewer scales alike', () => {
  const frame = (attributes: string) => {
    const { width, height, viewBox } = clean(`<svg ${ns} ${attributes}><path d="M0 0h8v8z"/></svg>`)
    return [width, height, viewBox.width, viewBox.height].join()
  }
  assert.equal(frame('width="20" height="10"'), '20,10,20,10')
  assert.equal(frame('viewBox="0 0 8 4" width="16"'), '16,8,8,4')
  assert.equal(frame('viewBox="0 0 8 4" width="100%" height="100%"'), '8,4,8,4')
  assert.equal(frame('viewBox="0 0 8 4" width="1em" height="1em"'), '16,16,8,4')
  assert.equal(frame('viewBox="0 0 0 4" width="2cm"').split(',')[1], '150')
})

test('a background of the root becomes a shape', () => {
  const { svg, colors } = clean(
    `<svg ${ns} viewBox="1 2 8 8" style="background:#0af"><path fill="#fff" d="M0 0h8v8z"/></svg>`,
  )
  assert.match(svg, /<rect x="1" y="2" width="8" height="8" fill="#0af"\/>/)
  assert.deepEqual(colors, ['#00aaff', '#ffffff'])
})

test('an embedded raster image stays if its bytes are one', async () => {
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const svg = `<svg ${ns}><image width="9" height="9" href="data:image/jpg;base64,${png.toString('base64')}"/></svg>`
  const result = clean(svg)
  assert.match(result.svg, /href="data:image\/png;base64,/)
  assert.ok(result.hasImages)
})

test('a text from which something was taken out is one text', () => {
  const { svg } = clean(`<svg ${ns} viewBox="0 0 8 8"><text>Al<script>x</script>pha</text></svg>`)
  assert.match(svg, />Alpha</)
})

test('CSS is refused where it is long, or has many parts', () => {
  const refused = (css: string) => {
    const result = sanitizeSvg(icon(css))
    return result.ok ? undefined : `${result.reason}: ${result.detail}`
  }
  assert.equal(refused(`.a{fill:red}${' '.repeat(60_000)}`), undefined)
  assert.equal(refused(`.a{fill:red}${' '.repeat(66_000)}`), 'too_complex: Too much CSS.')
  assert.equal(refused(`.a{fill:red}${',{:'.repeat(2_000)}`), 'too_complex: Too much CSS.')
})

test('each reason for refusing is told', () => {
  const reason = (svg: string | Uint8Array) => {
    const result = sanitizeSvg(svg)
    return result.ok ? 'accepted' : result.reason
  }
  assert.equal(reason('<html/>'), 'not_svg')
  assert.equal(reason(`<svg ${ns}>`), 'malformed')
  assert.equal(reason(`<svg ${ns}><script/></svg>`), 'empty')
  assert.equal(reason(`<svg ${ns}>${'<g>'.repeat(80)}${'</g>'.repeat(80)}</svg>`), 'too_deep')
  assert.equal(reason(`<svg ${ns}>${'<g/>'.repeat(5001)}</svg>`), 'too_many_elements')
  assert.equal(reason(`<svg ${ns}><g id="a"><use href="#a"/></g></svg>`), 'cycle')
  assert.equal(reason(`<!DOCTYPE svg [<!ENTITY a SYSTEM "x">]><svg ${ns}/>`), 'doctype')
  assert.equal(reason(Buffer.alloc(600_000)), 'too_large')
  assert.equal(reason(Buffer.from([0x3c, 0xff, 0xfe])), 'encoding')
})

test('what would show another file is gone, and an embedded picture stays', () => {
  const { svg } = clean(
    `<svg ${ns} viewBox="0 0 8 8"><rect id="a" width="4" height="4"/><use href="#a" x="4"/><use href="https://evil.example/x.svg#a"/><use/><image href="/other.png" width="1" height="1"/></svg>`,
  )
  assert.equal(svg.match(/<use/g)?.length, 1)
  assert.doesNotMatch(svg, /evil|<image/)
})

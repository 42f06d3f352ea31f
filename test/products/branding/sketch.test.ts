import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { handmadePages } from '../../../bench/branding/handmade.ts'
import { readCssReferences } from '../../../src/page/css/references.ts'
import { readStylesheets } from '../../../src/page/css/stylesheet.ts'
import { vocabularyOf } from '../../../src/page/css/tree.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { decideProfile } from '../../../src/products/branding/decide/decide.ts'
import { readFetched } from '../../../src/products/branding/decide/facts.ts'
import { sketchPage } from '../../../src/products/branding/sketch/sketch.ts'

const url = 'https://site.test/'

/** Only the page itself: its CSS stands in it. */
const sketch = (html: string, preference: 'light' | 'dark' = 'light') => {
  const document = parseHtml(html)
  const sources = readCssReferences(document, url).flatMap(each =>
    each.is === 'inline' ? [each] : [],
  )
  const sheets = readStylesheets(sources, vocabularyOf(document.root))
  return sketchPage({ document, url, sheets, preference })
}

const profile = (html: string) => {
  const origin = { requestedUrl: url, finalUrl: url, status: 200, headers: {} }
  const { facts } = readFetched({ bytes: Buffer.from(html), origin })
  const sight = { facts, url, snapshot: sketch(html), other: undefined, painted: {} }
  return decideProfile(sight, ['colors', 'images']).profile
}

describe('a page that asks for something first', () => {
  const verdict = (html: string, status = 200) => {
    const origin = { requestedUrl: url, finalUrl: url, status, headers: {} }
    return readFetched({ bytes: Buffer.from(html), origin }).verdict
  }
  it('is a page where it asks to sign in, and a wall where it asks for anything else', () => {
    const form = '<title>Log in</title><form><input type=password></form>'
    assert.deepEqual(verdict(`${form}<p>Please log in to continue</p>`), { is: 'page' })
    const check = '<title>Just a moment...</title><div id=cf-challenge-running>Checking</div>'
    assert.notDeepEqual(verdict(check, 403), { is: 'page' })
    assert.deepEqual(verdict('<p>All the words of a page.</p>'.repeat(20)), { is: 'page' })
  })
})

describe('a page sketched from its files', () => {
  it('has no part of what its CSS or its markup hides', () => {
    const { elements } = sketch(`<style>.none { display: none } .off { visibility: hidden }</style>
      <div class=none><button>one</button></div><button class=off>two</button>
      <button hidden>three</button><button>four</button>`)
    assert.deepEqual(
      elements.map(({ text }) => text),
      ['four'],
    )
  })

  it('takes a painted link for a button, and a plain one for a link', () => {
    const { elements } =
      sketch(`<style>.x7f { background: #14c } .q2 { border: 1px solid #14c }</style>
      <a class=x7f href=/a>Start</a> <a class=q2 href=/b>More</a> <a href=/c>Terms</a>`)
    assert.deepEqual(
      elements.map(({ kind }) => kind),
      ['button', 'button', 'link'],
    )
  })

  it('stands on the browser’s dark page where it asks for that', () => {
    const page = '<meta name=color-scheme content="light dark"><body><p>Hello</p>'
    assert.equal(sketch(page).roots.canvas, '#ffffff')
    assert.equal(sketch(page, 'dark').roots.canvas, '#121212')
    assert.equal(sketch('<body><p>Hello</p>', 'dark').roots.canvas, '#ffffff')
  })

  it('knows what an application paints its whole page with', () => {
    const { colors } = profile(
      '<style>#root { background: #101820 }</style><body><div id=root><p>All the words of the page stand in here.</p></div>',
    )
    assert.equal(colors?.background?.value, '#101820')
  })

  it('looks for it in the four outermost boxes that hold all of the text', () => {
    const wrappers = (depth: number, name = 'div') =>
      sketch(
        `<style>.own { background: #101820 }</style><body>${'<div>'.repeat(depth - 1)}<${name} class=own><p>All the words of the page.`,
      ).roots.wrappers
    assert.deepEqual(
      [1, 4, 5].map(depth => wrappers(depth).length),
      [1, 1, 0],
    )
    assert.deepEqual(wrappers(1, 'main'), [])
  })

  it('draws a logo from a symbol elsewhere, in the color it inherits', () => {
    const { images } = profile(`<style>header a { color: #b3261e }</style>
      <svg hidden><symbol id=mark viewBox="0 0 8 8"><path fill=currentColor d="M1 1h6v6z"/></symbol></svg>
      <header><a href="/" class=logo><svg viewBox="0 0 8 8" width=80 height=32><use href="#mark"/></svg></a></header><p>Words</p>`)
    const drawing = Buffer.from(images?.logo?.value.split(',')[1] ?? '', 'base64').toString()
    assert.match(drawing, /M1 1h6v6z/)
    assert.match(drawing, /#b3261e/i)
  })

  it('draws what a logo refers to in the old way, by xlink:href', () => {
    const { images } =
      profile(`<svg hidden><symbol id=mark viewBox="0 0 8 8"><path d="M1 1h6v6z"/></symbol></svg>
      <header><a href="/" class=logo><svg viewBox="0 0 8 8" width=80 height=32><use xlink:href="#mark"/></svg></a></header><p>Words</p>`)
    const drawing = Buffer.from(images?.logo?.value.split(',')[1] ?? '', 'base64').toString()
    assert.match(drawing, /<use href="#mark"/)
  })

  it('draws a logo in the colors that stylesheets give its shapes', () => {
    const { images } =
      profile(`<style>.mark path { fill: #0b57d0 }</style><header><a href="/" class=logo>
      <svg class=mark viewBox="0 0 8 8" width=80 height=32><style>.b { fill: teal }</style>
      <path fill=currentColor d="M1 1h6v6z"/><path class=b d="M0 0h1v1z" style="fill: rgb(200 0 0)"/></svg></a></header><p>Words</p>`)
    const drawing = Buffer.from(images?.logo?.value.split(',')[1] ?? '', 'base64').toString()
    assert.match(drawing, /fill="#0b57d0"/)
    assert.match(drawing, /fill="rgb\(200 0 0\)"/)
  })

  it('takes no partner, menu icon or social network for the logo', () => {
    const partners = [1, 2, 3, 4].map(
      n => `<img src=/p${n}.svg alt="Partner ${n} logo" class=logo>`,
    )
    const { images } =
      profile(`<header><button aria-label=Menu><svg class=menu-icon width=24 height=24><path d="M0 0h24v4H0z"/></svg></button></header>
      <main><p>Words</p><div class=partners>${partners.join('')}</div></main>
      <footer><a href="https://x.com/a"><svg class=x-logo width=24 height=24><path d="M0 0 24 24z"/></svg></a></footer>`)
    assert.equal(images?.logo, null)
  })
})

describe('a hostile page', () => {
  it('of endless pictures and symbols is sketched in bounded time', () => {
    const pictures = '<a href=/ class=logo><img class=logo src=/a.png></a>'.repeat(15_000)
    const drawings = '<svg class=logo><use href="#s"/><use href="#t"/></svg>'.repeat(15_000)
    const html = `<header>${pictures}${drawings}</header><div role=button>`.concat(
      '<div role=button class=cookie-consent>Accept all'.repeat(400),
    )
    const before = process.cpuUsage()
    const snapshot = sketch(html)
    const { user } = process.cpuUsage(before)
    assert.ok(snapshot.isCut)
    assert.ok(user < 4_000_000, `${user} µs of processor time`)
  })

  it('of nested elements and broken styles ends no stack', () => {
    const html = `<style>${'div '.repeat(3_000)}{color:red}</style>${'<div style="background:var(--x">'.repeat(3_000)}<a class=btn href=/>Go</a>`
    assert.equal(sketch(html).elements.length, 1)
  })

  it('claims no arrow, no blank and no repeated drawing as the logo, and no link that nobody colored', () => {
    for (const page of handmadePages.filter(({ hasLogo }) => hasLogo === false))
      assert.equal(profile(page.html).images?.logo, null, page.name)
    for (const page of handmadePages.filter(({ link }) => link === null))
      assert.equal(profile(page.html).colors?.link, null, page.name)
  })

  it('a place on the page is not the home page: what leads there is no logo', () => {
    const { logos } =
      sketch(`<header><a href="/#more"><svg width="60" height="30"><path d="M0 0c9 9 9 9 30 0z"/></svg></a>
      <a href="/"><svg width="60" height="30"><path d="M0 0c9 9 9 9 30 0z"/></svg></a></header>`)
    assert.deepEqual(
      logos.map(({ leadsHome }) => leadsHome),
      [false, true],
    )
  })

  it('knows a fill on what is inside a link or a button for the button', () => {
    const { elements } = sketch(`<style>b, span { background: #14c }</style>
      <a href=/a><b>Start</b></a> <button><span>Go</span></button> <a href=/c><b>New</b> things</a>`)
    assert.deepEqual(
      elements.filter(({ style }) => style.background !== 'transparent').map(({ text }) => text),
      ['Start', 'Go'],
    )
  })
})

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'tldts'
import { isLegible } from '../../../scripts/marks/look.ts'
import { drawSheet } from '../../../scripts/marks/sheet.ts'
import { type Color, contrast, hexOf, readColor } from '../../../src/page/css/color.ts'
import type { Theme } from '../../../src/page/css/media.ts'
import { sanitizeSvg } from '../../../src/page/pixels/svg/sanitize.ts'
import { isGrey, surfaces } from '../../../src/page/pixels/tint.ts'
import { type Mark, readCatalogue } from '../../../src/products/images/marks/catalogue.ts'
import stored from '../../../src/products/images/marks/marks.generated.json' with { type: 'json' }
import { findMark, markSvg } from '../../../src/products/images/marks/marks.ts'

const folder = 'src/products/images/marks'
const themes: Theme[] = ['light', 'dark']
const domains = stored.flatMap(mark => mark.domains)
const marks = [...new Set(domains.map(findMark))].filter(mark => mark !== undefined)
const drawn = marks.flatMap(mark =>
  themes.map(theme => ({ mark, theme, svg: markSvg(mark, theme) })),
)

const colorOf = (text: string): Color => {
  const color = readColor(text)
  assert.ok(color, text)
  return color
}

describe('the curated marks', () => {
  it('are all found by their domains', () => assert.equal(marks.length, stored.length))

  it('cover at least three thousand domains, each once', () => {
    assert.ok(domains.length >= 3_000, `${domains.length}`)
    assert.equal(new Set(domains).size, domains.length)
  })

  it('stand only on registrable domains, never on a private suffix', () => {
    const wrong = domains.filter(domain => {
      const host = parse(domain, { allowPrivateDomains: true })
      return host.domain !== domain || host.isPrivate || !host.isIcann
    })
    assert.deepEqual(wrong, [])
  })

  it('are licensed to be shipped, and say where they come from', () => {
    const licences = new Set(marks.flatMap(mark => [mark.light.licence, mark.dark.licence]))
    const allowed =
      /^(CC0-1\.0|MIT|Apache-2\.0|BSD-[23]-Clause|ISC|MPL-2\.0|Unlicense|CC-BY-\d\.\d)$/
    assert.deepEqual(
      [...licences].filter(licence => !allowed.test(licence)),
      [],
    )
    const credited =
      /^(simple-icons|@iconify-json\/(logos|cib|devicon)|@ridemountainpig\/svgl-react|@lobehub\/icons-static-svg|@(bbc|economist|reuters-graphics|springernature|times-components|wikimedia|yandex)\/[\w-]+)@\d+\.\d+\.\d+:\S+$/
    assert.deepEqual(
      marks.filter(mark => !credited.test(mark.light.source)),
      [],
    )
  })

  it('name every drawing whose licence asks for it in the notice', () => {
    const notice = readFileSync(`${folder}/NOTICE.generated.txt`, 'utf8')
    const asking = marks.filter(
      mark => mark.light.source.startsWith('simple-icons') && mark.light.licence !== 'CC0-1.0',
    )
    assert.ok(asking.length > 20)
    assert.deepEqual(
      asking.filter(mark => !notice.includes(`- ${mark.title}: ${mark.light.licence}, http`)),
      [],
    )
  })

  it('fit in three megabytes, with no file over one', () => {
    const sizes = readdirSync(folder).map(name => statSync(`${folder}/${name}`).size)
    assert.ok(sizes.every(bytes => bytes < 1_000_000))
    assert.ok(sizes.reduce((sum, bytes) => sum + bytes) < 3_000_000)
  })

  it('leave out what their owners asked to have removed', () => {
    const { byDomain: index } = readCatalogue({ domains: ['youtu.be'], brands: ['Spotify'] })
    assert.equal(index.get('youtu.be'), undefined)
    assert.equal(index.get('spotify.com'), undefined)
    assert.equal(index.get('youtube.com')?.title, 'YouTube')
  })
})

describe('a drawing', () => {
  it('is canonical: namespace, a square window, and nothing but shapes, paint, clips and masks', () => {
    const root =
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="-?[\d.]+ -?[\d.]+ ([\d.]+) \1"[^>]*>/
    const tags =
      'svg|g|path|rect|circle|ellipse|line|polyline|polygon|defs|linearGradient|radialGradient|stop|clipPath|mask|use'
    const foreign = new RegExp(`<(?!/?(?:${tags})[\\s/>])`)
    const wrong = drawn.filter(
      ({ svg }) =>
        !root.test(svg) ||
        foreign.test(svg) ||
        / (?:on\w+|style|class|filter|xlink:href)=/.test(svg) ||
        /href="(?!#)|url\((?!#)|currentColor|^<svg[^>]* (?:width|height)=/.test(svg),
    )
    assert.deepEqual(
      wrong.map(({ mark }) => mark.title),
      [],
    )
  })

  it('refers only to what it contains', () => {
    const dangling = drawn.filter(({ svg }) => {
      const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(match => match[1]))
      const uses = [...svg.matchAll(/(?:url\(#|href="#)([^")]+)/g)].map(match => match[1])
      return uses.some(id => !ids.has(id))
    })
    assert.deepEqual(
      dangling.map(({ mark }) => mark.title),
      [],
    )
  })

  it('stands in the middle of its square with room around it, and can be made out there', async () => {
    const wrong: string[] = []
    for (const theme of themes) {
      const cells = await pixelsOf(drawn.filter(each => each.theme === theme))
      for (const { mark, pixels } of cells) {
        if (touchesEdge(pixels)) wrong.push(`${mark.title} (${theme}) touches the edge`)
        const offPx = offCentre(pixels)
        if (offPx > 2) wrong.push(`${mark.title} (${theme}) is ${offPx} px off the middle`)
        // One color is held to its contrast below; a tile of it may be as dark as the surface.
        if (mark[theme].mono) {
          if (seenShare(pixels, theme) < 0.005) wrong.push(`${mark.title} (${theme}) is blank`)
          continue
        }
        const look = { sizePx, pixels, ink: { left: 0, top: 0, right: 63, bottom: 63, share: 1 } }
        if (!isLegible(look, theme)) wrong.push(`${mark.title} (${theme}) is not seen`)
      }
    }
    assert.deepEqual(wrong, [])
  })

  it('keeps its name on dark: black letters below a colored symbol are not lost', async () => {
    const mark = findMark('mastercard.com')
    assert.ok(mark)
    const [cell] = await pixelsOf([{ mark, theme: 'dark', svg: markSvg(mark, 'dark') }])
    assert.ok(cell)
    const look = { sizePx, pixels: cell.pixels, ink: { ...inkBox(cell.pixels), share: 0.5 } }
    assert.ok(mark.dark.plate || mark.dark.mono || isLegible(look, 'dark'))
  })

  it('passes the sanitiser unchanged', () => {
    const changed = drawn.filter(({ svg }, index) => {
      if (index % 12 >= 2) return false
      const clean = sanitizeSvg(svg)
      return !clean.ok || clean.svg !== svg
    })
    assert.deepEqual(
      changed.map(({ mark, theme }) => `${mark.title} ${theme}`),
      [],
    )
  })

  it('in black is white on dark at its full size, unless it is a tile with letters cut out', () => {
    const black = drawn.filter(
      ({ mark, theme }) => theme === 'dark' && mark.dark.mono && mark.color === '#000000',
    )
    assert.ok(black.length > 200)
    const tiled = black.filter(({ svg }) => svg.includes('<rect') && svg.includes('scale(0.7)'))
    const lost = black.filter(({ svg }) => !svg.includes('#ffffff'))
    assert.deepEqual(
      [tiled, lost].flat().map(({ mark }) => mark.title),
      [],
    )
  })

  it('in one color is the brand’s color, or black or white on a tile of it: 3:1 either way', () => {
    const mono = drawn.filter(({ mark, theme }) => mark[theme].mono)
    assert.ok(mono.length > 4_000)
    const wrong = mono.filter(({ mark, theme, svg }) => {
      const paints = new Set([...svg.matchAll(/(?:fill|stroke)="(#[^"]+)"/g)].map(([, hex]) => hex))
      const [brand, surface] = [colorOf(mark.color), colorOf(surfaces[theme])]
      if (!paints.delete(hexOf(brand))) {
        // Black, grey and white name no brand: they are exchanged for each other, without a tile.
        const [only = '', more] = paints
        return !isGrey(brand) || more !== undefined || contrast(colorOf(only), surface) < 3
      }
      const [ink = ''] = paints
      if (ink === '') return contrast(brand, surface) < 3
      return (
        paints.size > 1 || !/^#(?:000000|ffffff)$/.test(ink) || contrast(brand, colorOf(ink)) < 3
      )
    })
    assert.deepEqual(
      wrong.map(({ mark, theme }) => `${mark.title} ${theme}`),
      [],
    )
  })
})

const sizePx = 64
const columns = 16
type Drawn = (typeof drawn)[number]

/** Each mark as it is painted at 64 px, cut from one sheet of many. */
const pixelsOf = async (all: readonly Drawn[]): Promise<{ mark: Mark; pixels: Buffer }[]> => {
  const found: { mark: Mark; pixels: Buffer }[] = []
  for (let from = 0; from < all.length; from += columns * columns) {
    const some = all.slice(from, from + columns * columns)
    const sheet = await drawSheet(
      some.map(({ svg }) => svg),
      { columns, cellPx: sizePx },
    )
      .ensureAlpha()
      .raw()
      .toBuffer()
    some.forEach(({ mark }, at) => {
      const left = (at % columns) * sizePx
      const top = Math.floor(at / columns) * sizePx
      const rows = Array.from({ length: sizePx }, (_, row) => {
        const start = ((top + row) * columns * sizePx + left) * 4
        return sheet.subarray(start, start + sizePx * 4)
      })
      found.push({ mark, pixels: Buffer.concat(rows) })
    })
  }
  return found
}

/** The share of pixels that differ from the surface the icon is shown on. */
const seenShare = (pixels: Buffer, theme: Theme): number => {
  const ground = theme === 'light' ? 255 : 0x12
  let seen = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const channels = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
    const isOpaque = (pixels[at + 3] ?? 0) > 128
    if (isOpaque && channels.some(channel => Math.abs(channel - ground) > 48)) seen++
  }
  return seen / (sizePx * sizePx)
}

const inkBox = (pixels: Buffer) => {
  const inked = Array.from({ length: sizePx * sizePx }, (_, at) => at).filter(
    at => (pixels[at * 4 + 3] ?? 0) >= 64,
  )
  const [xs, ys] = [inked.map(at => at % sizePx), inked.map(at => Math.floor(at / sizePx))]
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  return { left, right, top: Math.min(...ys), bottom: Math.max(...ys) }
}

/** How far the middle of what is painted lies from the middle of the square. */
const offCentre = (pixels: Buffer): number => {
  const [xs, ys] = [new Set<number>(), new Set<number>()]
  for (let at = 0; at < sizePx * sizePx; at++)
    if ((pixels[at * 4 + 3] ?? 0) > 24) {
      xs.add(at % sizePx)
      ys.add(Math.floor(at / sizePx))
    }
  const off = [xs, ys].map(set => Math.abs(Math.min(...set) + Math.max(...set) - (sizePx - 1)) / 2)
  return Math.max(...off)
}

const touchesEdge = (pixels: Buffer): boolean => {
  const last = sizePx - 1
  const alpha = (x: number, y: number) => pixels[(y * sizePx + x) * 4 + 3] ?? 0
  return Array.from({ length: sizePx }, (_, at) => [
    alpha(at, 0),
    alpha(at, last),
    alpha(0, at),
    alpha(last, at),
  ]).some(ring => ring.some(each => each > 24))
}

describe('findMark knows', () => {
  const known: [hostname: string, title: string][] = [
    ['github.com', 'GitHub'],
    ['www.github.com', 'GitHub'],
    ['stripe.com', 'Stripe'],
    ['google.com', 'Google'],
    ['google.co.uk', 'Google'],
    ['spotify.com', 'Spotify'],
    ['www.spotify.com', 'Spotify'],
    ['microsoft.com', 'Microsoft'],
    ['apple.com', 'Apple'],
    ['amazon.com', 'Amazon'],
    ['amazon.de', 'Amazon'],
    ['netflix.com', 'Netflix'],
    ['youtube.com', 'YouTube'],
    ['facebook.com', 'Facebook'],
    ['x.com', 'X'],
    ['twitter.com', 'X'],
    ['linkedin.com', 'LinkedIn'],
    ['reddit.com', 'Reddit'],
    ['wikipedia.org', 'Wikipedia'],
    ['openai.com', 'OpenAI'],
    ['claude.ai', 'Claude'],
    ['slack.com', 'Slack'],
    ['adobe.com', 'Adobe'],
    ['paypal.com', 'PayPal'],
    ['shopify.com', 'Shopify'],
    ['figma.com', 'Figma'],
    ['vercel.com', 'Vercel'],
    ['docker.com', 'Docker'],
    ['kubernetes.io', 'Kubernetes'],
    ['postgresql.org', 'PostgreSQL'],
    ['booking.com', 'Booking.com'],
    ['nytimes.com', 'New York Times'],
    ['medium.com', 'Medium'],
    ['godaddy.com', 'GoDaddy'],
    ['apache.org', 'Apache'],
    ['gleam.run', 'Gleam'],
    ['spring.io', 'Spring'],
    ['x.ai', 'xAI'],
    ['axios-http.com', 'Axios'],
  ]
  for (const [hostname, title] of known)
    it(`${hostname} as ${title}`, () => assert.equal(findMark(hostname)?.title, title))
})

describe('findMark leaves to discovery', () => {
  const traps: [hostname: string, why: string][] = [
    ['mail.google.com', 'a sub-domain'],
    ['docs.github.com', 'a sub-domain'],
    ['www.docs.github.com', 'a sub-domain with www'],
    ['www.www.github.com', 'www twice'],
    ['wwwgithub.com', 'no www'],
    ['github.com.evil.example', 'a known name as a prefix'],
    ['notgithub.com', 'a known name as a suffix'],
    ['github.io', 'a private suffix'],
    ['octocat.github.io', 'a page of a customer'],
    ['simpleicons.github.io', 'a page of a customer'],
    ['shop.myshopify.com', 'a shop of a customer'],
    ['vercel.app', 'a private suffix'],
    ['nextjs.vercel.app', 'a site of a customer'],
    ['blogspot.com', 'a private suffix'],
    ['medium.design', 'a style guide'],
    ['stackoverflow.design', 'a style guide'],
    ['indeed.design', 'a style guide'],
    ['klarna.design', 'a style guide'],
    ['godaddy.net', 'a press site'],
    ['dmm-corp.com', 'the owner of a brand'],
    ['bookingholdings.com', 'the owner of a brand'],
    ['stellantis.com', 'the owner of many brands'],
    ['alibabagroup.com', 'the owner of many brands'],
    ['hashicorp.design', 'nobody'],
    ['commons.wikimedia.org', 'a host of pictures'],
    ['gleam.io', 'a homonym: contests, not the language'],
    ['axios.com', 'a homonym: news, not the library'],
    ['nissan.com', 'a homonym: not the car maker'],
    ['max.com', 'a homonym: film, not music software'],
    ['vox.com', 'a homonym: news, not the channel'],
    ['yale.edu', 'a homonym: a university, not locks'],
    ['pandora.net', 'a homonym: jewels, not music'],
    ['hermes.com', 'a homonym: fashion, not parcels'],
    ['fabfile.org', 'a homonym: two projects called Fabric'],
    ['t-mobile.com', 'a sister brand'],
    ['sass-lang.com', 'a licence that forbids commercial use'],
    ['debian.org', 'a licence that asks the same of others'],
    ['brandfolder.com.evil.example', 'a host of brand portals'],
    ['example.com', 'nobody'],
    ['localhost', 'no domain'],
    ['com', 'a suffix'],
    ['', 'nothing'],
    ['GitHub.com', 'a name that is not canonical'],
    ['__proto__', 'a word of the language'],
    ['constructor', 'a word of the language'],
  ]
  for (const [hostname, why] of traps)
    it(`${hostname || '(empty)'}: ${why}`, () => assert.equal(findMark(hostname), undefined))
})

describe('a mark', () => {
  it('tells a wordmark from an icon', () => {
    const wordmark = (hostname: string) => (findMark(hostname) as Mark).isWordmark
    assert.equal(wordmark('samsung.com'), true)
    assert.equal(wordmark('github.com'), false)
  })

  it('of an umbrella domain is the one that bears its name', () => {
    assert.equal(findMark('mozilla.org')?.title, 'Mozilla')
    assert.equal(findMark('jetbrains.com')?.title, 'JetBrains')
    assert.equal(findMark('elastic.co')?.title, 'Elastic')
    assert.equal(findMark('proton.me')?.title, 'Proton')
    assert.equal(findMark('atlassian.com')?.title, 'Atlassian')
  })
})

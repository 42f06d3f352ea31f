import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'tldts'
import type { Theme } from '../../../src/page/css/media.ts'
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
})

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

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { handmadePages } from '../../../bench/branding/handmade.ts'
import { difference, readColor } from '../../../src/page/css/color.ts'
import type { BrandingProfile } from '../../../src/products/branding/profile/profile.ts'
import { withoutEvidence } from '../../../src/products/branding/profile/value.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { createModelServer, type ModelServer } from '../../support/model-server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { agreement, banner, chat, marketingPage, partnerPicture } from './pages.ts'

let web: SimulatedWeb
let model: ModelServer
let app: TestApp
/** The marketing page as it is, which many tests look at. */
let plain: Awaited<ReturnType<typeof ask>>
before(async () => {
  web = await createSimulatedWeb()
  // Agrees with what was measured; how it may disagree is another file's matter.
  model = await createModelServer(() => ({ content: agreement }))
  app = await startApp({ ...web.env, ...model.env })
  plain = await ask(marketingPage(), { evidence: true })
})
after(async () => {
  await app.close()
  await model.close()
  await web.close()
})

let count = 0
/** Puts a page on a host of its own and profiles it. */
const ask = async (html: string, body: Record<string, unknown> = {}, headers = {}) => {
  const host = `site-${++count}.test`
  web.site(host, { '/': html, '*': partnerPicture })
  const answer = await app.api('/v1/branding', {
    method: 'POST',
    headers,
    body: { url: `http://${host}/`, ...body },
  })
  return { ...answer, profile: answer.json as BrandingProfile }
}

const isColor = (said: { value: string } | null | undefined, wanted: string) => {
  const [a, b] = [readColor(said?.value ?? ''), readColor(wanted)]
  assert.ok(a && b && difference(a, b) < 2, `${said?.value} is not ${wanted}`)
}

describe('a full profile', { concurrency: 2 }, () => {
  it('tells brand, action, page, text and fonts as they are painted', () => {
    const { profile, status, headers, text } = plain
    assert.equal(status, 200, text)
    assert.equal(headers.get('x-credits-used'), '5')
    const { colors, typography, components, spacing } = profile
    isColor(colors?.action, 'oklch(0.53 0.14 150)')
    isColor(colors?.primary, 'oklch(0.53 0.14 150)')
    isColor(colors?.brand, '#1d4ed8')
    isColor(colors?.background, '#fdfcf8')
    isColor(colors?.textPrimary, '#222233')
    isColor(colors?.link, '#1d4ed8')
    isColor(colors?.error, '#b91c1c')
    assert.equal(profile.colorScheme, 'light')
    assert.equal(profile.brandName?.value, 'Lantern')
    assert.equal(typography?.families.primary?.value, 'Lato')
    assert.equal(typography?.families.heading?.value, 'Playfair Display')
    assert.equal(typography?.sizes.h1?.value, 48)
    assert.equal(typography?.fonts[0]?.rendered?.isCustom, false)
    assert.equal(components?.buttonPrimary?.radius.topLeft, 10)
    assert.deepEqual(components?.buttonPrimary?.padding, {
      top: 12,
      right: 24,
      bottom: 12,
      left: 24,
    })
    assert.equal(components?.buttonSecondary?.fill, null)
    assert.equal(components?.card?.radius.bottomLeft, 16)
    assert.equal(components?.input?.border?.widthPx, 1)
    assert.equal(spacing?.baseUnit?.value, 4)
    assert.equal(profile.personality?.tone, 'friendly')
    assert.equal(profile.warning, undefined)
    assert.equal(profile.designSystem?.framework, null)
  })

  it('finds the drawn logo in the header, not the partners, the menu or the X', () => {
    const { profile } = plain
    const logo = profile.images?.logo?.value ?? ''
    const drawing = Buffer.from(logo.split(',')[1] ?? '', 'base64').toString()
    assert.match(drawing, /<path[^>]*d="M4 28 16 4l12 24z"/)
    assert.match(drawing, /fill="rgb\(29, 78, 216\)"/)
    const partner = profile.images?.logos.find(({ url }) => url.endsWith('partner-1.svg'))
    assert.ok(partner && partner.score < 0, 'a partner’s logo speaks against itself')
    assert.match(profile.images?.ogImage?.value ?? '', /share\.png$/)
    assert.match(profile.images?.favicon?.value ?? '', /icon\.svg$/)
  })

  it('is the same under a consent banner and a chat bubble, whether they go away or not', async () => {
    const stubborn = await ask(marketingPage({ body: banner() + chat }), {
      include: ['colors', 'components'],
    })
    const polite = await ask(
      marketingPage({ body: banner('onclick="this.parentNode.remove()"') + chat }),
      { include: ['colors', 'components'] },
    )
    for (const { profile } of [stubborn, polite]) {
      assert.deepEqual(profile.components, withoutEvidence(plain.profile.components))
      for (const role of ['brand', 'action', 'background', 'textPrimary', 'link'] as const)
        assert.equal(profile.colors?.[role]?.value, plain.profile.colors?.[role]?.value, role)
    }
  })

  it('has both schemes where the visitor’s preference or an attribute switches them', async () => {
    const night =
      '{ background: #101418 } SEL body { color: #e8e8ee } SEL .cta { background: #38bdf8; color: #001 }'
    const media = `<style>@media (prefers-color-scheme: dark) { html ${night.replaceAll('SEL', '')} }</style>`
    const attribute = `<style>[data-theme="dark"] ${night.replaceAll('SEL', '[data-theme="dark"]')}</style>`
    const slowly = `<style>body.dark ${night.replaceAll('SEL', 'body.dark')} * { transition: background-color 2s }</style>`
    for (const head of [media, slowly]) {
      const { profile } = await ask(marketingPage({ head }), { include: ['colors', 'spacing'] })
      assert.equal(profile.colorScheme, 'light')
      isColor(profile.colors?.background, '#fdfcf8')
      isColor(profile.modes?.light?.colors.background, '#fdfcf8')
      isColor(profile.modes?.dark?.colors.background, '#101418')
      isColor(profile.modes?.dark?.colors.action, '#38bdf8')
    }
    const { profile } = await ask(marketingPage({ head: attribute, html: 'data-theme="dark"' }), {
      include: ['colors', 'spacing'],
    })
    assert.equal(profile.colorScheme, 'dark')
    isColor(profile.colors?.background, '#101418')
    assert.equal(plain.profile.modes, undefined)
  })

  it('gives evidence for its values', () => {
    const { colors } = plain.profile
    const action = colors?.action?.evidence?.[0]
    assert.equal(action?.source, 'computed')
    assert.match(action?.detail ?? '', /Start for free/)
    assert.equal(action?.count, 2)
    const token = colors?.brand?.evidence?.find(({ source }) => source === 'token')
    assert.equal(token?.property, '--brand')
  })

  it('cannot be misled by scripts that replace what measuring needs', async () => {
    const script = `<script>getComputedStyle = () => ({ backgroundColor: 'rgb(255, 0, 0)' })
Element.prototype.getBoundingClientRect = () => ({ width: 0, height: 0 }); Array.prototype.map = () => []
Document.prototype.querySelectorAll = () => []; JSON.stringify = () => '{}'</script>`
    const { profile, text } = await ask(marketingPage({ head: script }), {
      include: ['colors', 'spacing'],
    })
    isColor(profile.colors?.action, 'oklch(0.53 0.14 150)')
    // Nobody asked for it here.
    assert.doesNotMatch(text, /"evidence"/)
  })
})

describe('a page that gets in the way of measuring', { concurrency: 2 }, () => {
  it('is measured although a form’s fields are called like properties', async () => {
    const fields = ['children', 'id', 'className', 'name'].map(name => `<input name="${name}">`)
    const html = marketingPage()
      .replace('<main>', `<form action="/book"><main>`)
      .replace('</main>', `${fields.join('')}</main></form>`)
    const { profile } = await ask(html, { include: ['components'] })
    assert.equal(profile.components?.buttonPrimary?.radius.topLeft, 10)
  })

  it('is refused, not a fault of ours, when it hides what its elements are', async () => {
    const body = '<form><input name="tagName"><input name="getAttribute"></form>'
    const answer = await ask(marketingPage({ body }), { include: ['spacing'] })
    assert.equal(answer.headers.get('x-error-code'), 'page_unsupported', answer.text)
    assert.equal(answer.headers.get('x-credits-used'), '0')
  })

  it('never makes the server fail by moving on while it is looked at', async () => {
    const head = '<script>setTimeout(() => location.reload(), 450 + Math.random() * 300)</script>'
    const answer = await ask(marketingPage({ head }), { include: ['spacing'] })
    assert.ok(answer.status === 200 || answer.status === 502, answer.text)
  })
})

describe('exports', () => {
  it('hold what was observed as design tokens, custom properties and a Tailwind theme', async () => {
    const host = 'tokens.test'
    web.site(host, { '/': marketingPage(), '*': partnerPicture })
    const body = {
      url: `http://${host}/`,
      include: ['colors', 'typography', 'components', 'spacing'],
    }
    const call = (format: string | undefined, accept?: string) =>
      app.api('/v1/branding', {
        method: 'POST',
        headers: accept ? { accept } : {},
        body: { ...body, ...(format ? { format } : {}) },
      })
    const [dtcg, css, tailwind] = await Promise.all([
      call('dtcg'),
      call(undefined, 'text/css'),
      call('tailwind'),
    ])
    assert.match(dtcg.headers.get('content-type') ?? '', /^application\/design-tokens\+json/)
    const tokens = dtcg.json as Record<string, Record<string, { $value: { hex?: string } }>>
    assert.equal(tokens.color?.background?.$value.hex, '#fdfcf8')
    assert.deepEqual(tokens.spacing?.unit?.$value, { value: 4, unit: 'px' })
    assert.match(
      css.text,
      /:root \{[^}]*--color-background: #fdfcf8;[^}]*--radius-button-primary: 10px;/,
    )
    assert.match(css.text, /--font-heading: "Playfair Display", serif;/)
    assert.match(tailwind.text, /@theme \{[^}]*--color-brand: #1d4ed8;[^}]*--spacing: 4px;/)
    assert.match(css.headers.get('content-type') ?? '', /^text\/css/)
    assert.equal(css.headers.get('x-credits-used'), '5')
  })
})

// The others are in `npm run bench -- branding-pages`.
describe('pages in the styles that themes do not have', { concurrency: 2 }, () => {
  const names = ['a black brand', 'a whole page in a shadow root, its button slotted']
  for (const name of names)
    it(`${name}: the button is the primary, and a component`, async () => {
      const page = handmadePages.find(each => each.name === name)
      assert.ok(page)
      const { profile } = await ask(page.html, { include: ['colors', 'components'] })
      isColor(profile.colors?.primary, page.primary[0] ?? '')
      assert.equal(profile.components?.buttonPrimary?.fill, profile.colors?.primary?.value)
    })
})

describe('what is no brand', () => {
  it('is refused by its name, and costs nothing', async () => {
    const wall =
      '<title>Just a moment...</title><h1>Checking your browser</h1><div id="challenge-form"></div><script src="/cdn-cgi/challenge-platform/h/b.js"></script>'
    const cases = [
      [{ status: 403, headers: { 'cf-mitigated': 'challenge' }, body: wall }, 'page_blocked'],
      ['<div id="root"></div><script>1</script>', 'page_empty'],
      [{ status: 404, body: marketingPage() }, 'page_unreachable'],
      [{ headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' }, 'page_unsupported'],
    ] as const
    for (const [page, code] of cases) {
      const host = `none-${++count}.test`
      web.site(host, { '/': page })
      const answer = await app.api('/v1/branding', {
        method: 'POST',
        body: { url: `http://${host}/`, include: ['typography'] },
      })
      assert.equal(answer.headers.get('x-error-code'), code, answer.text)
      assert.equal(answer.status, 502)
      assert.equal(answer.headers.get('x-credits-used'), '0')
    }
  })

  it('a request that cannot be meant is a 400 before anything is reached', async () => {
    for (const body of [
      { url: 'http://x.test/', include: [] },
      { url: 'http://x.test/', include: ['sounds'] },
      { url: 'http://x.test/', format: 'pdf' },
      { url: 'ftp://x.test/' },
    ]) {
      const { status } = await app.api('/v1/branding', { method: 'POST', body })
      assert.equal(status, 400, JSON.stringify(body))
    }
    assert.equal(web.requestsTo('x.test').length, 0)
  })
})

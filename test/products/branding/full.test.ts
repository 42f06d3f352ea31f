import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Branding, isColor, startBranding } from '../../support/branding.ts'
import { marketingPage } from './pages.ts'

let web: Branding['web']
let app: Branding['app']
let ask: Branding['ask']
let plain: Branding['plain']
before(async () => {
  ;({ web, app, ask, plain } = await startBranding())
})

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

describe('what is no brand', () => {
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

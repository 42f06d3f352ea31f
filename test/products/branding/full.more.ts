import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { handmadePages } from '../../../bench/branding/handmade.ts'
import { withoutEvidence } from '../../../src/products/branding/profile/value.ts'
import { type Branding, isColor, startBranding } from '../../support/branding.ts'
import { banner, chat, marketingPage, partnerPicture } from './pages.ts'

let web: Branding['web']
let app: Branding['app']
let ask: Branding['ask']
let plain: Branding['plain']
before(async () => {
  ;({ web, app, ask, plain } = await startBranding())
})

describe('a full profile', { concurrency: 2 }, () => {
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
      const host = `none-${code.replaceAll('_', '-')}.test`
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
})

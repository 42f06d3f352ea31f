import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readCompany } from '../../../src/products/branding/decide/company.ts'
import { readFetched } from '../../../src/products/branding/decide/facts.ts'
import {
  cleanFamily,
  firstFamily,
  isIconFont,
} from '../../../src/products/branding/decide/families.ts'
import { readShadow, visibleShadow } from '../../../src/products/branding/decide/shadow.ts'
import { socialOf } from '../../../src/products/branding/decide/socials.ts'
import {
  readTokens,
  type TokenRole,
  tokensFor,
} from '../../../src/products/branding/decide/tokens.ts'
import { linesOf, tableOf } from '../../support/readings.ts'

test('what names of colors mean', t => {
  const names =
    `primary color-primary md-sys-colorPrimary primary-foo foo-primary foo-bar-primary primary-500 primary-600 primary-700
    text-primary primary-brand brand brand-primary primary-hover primary-dark link-color anchor accent secondary success positive
    warning attention error danger-bg destructive negative-soft x primary-1 on-primary PRIMARY_BUTTON`.split(
      /\s+/,
    )
  const roles: TokenRole[] = [
    'brand',
    'primary',
    'secondary',
    'accent',
    'link',
    'success',
    'warning',
    'error',
  ]
  const shown = {
    fits: tableOf(names, name => {
      const tokens = readTokens([[name, '#0a5c36']], 'light')
      return roles
        .flatMap(role => tokensFor(tokens, role).map(({ fit }) => `${role} ${fit.toFixed(2)}`))
        .join(', ')
    }),
    order: tokensFor(
      readTokens(
        names.map(name => [name, 'red']),
        'light',
      ),
      'primary',
    ).map(({ name }) => name),
    values: tableOf(
      [
        '#fff',
        'rgb(1 2 3 / .9)',
        'rgb(1 2 3 / .91)',
        '222.2 47.4% 11.2%',
        '222deg, 47%, 11%',
        '222 47 11',
        '16px',
        'light-dark(red, blue)',
        'transparent',
      ],
      value =>
        (['light', 'dark'] as const).map(scheme => readTokens([['a', value]], scheme)[0]?.color),
    ),
  }
  t.assert.fileSnapshot(shown, 'test/fixtures/branding-tokens.json')
})

test('what fonts, shadows and accounts are called', t => {
  const shown = {
    families: tableOf(
      [
        ...linesOf(`
          Inter
          "Open Sans", sans-serif
          __Inter_a1b2c3
          __Inter_a1b2
          __Inter_Fallback_a1b2c3
          Inter Fallback
          Inter fallback: Arial
          Inter-a1b2c3d4
          Inter-abcdef
          Inter_Display
          font-a1b2c3
          f1e2d3c4
          decade
          FontAwesome
          Material Symbols Outlined
          swiper-icons
          , ,
        `),
        'x'.repeat(200),
        'x'.repeat(201),
      ],
      stack => [
        firstFamily(stack)?.slice(0, 40),
        cleanFamily(stack)?.slice(0, 40),
        isIconFont(stack),
      ],
    ),
    shadows: tableOf(
      linesOf(`
        none
        rgba(0, 0, 0, 0.1) 0px 1px 2px 0px
        rgba(0, 0, 0, 0) 0px 1px 2px 0px
        rgb(0, 0, 0) 0px 0px 0px 0px
        rgb(0, 0, 0) 0px 0px 0px 1px inset
        rgba(0, 0, 0, 0) 0px 0px 0px 0px, rgba(0, 0, 0, 0.1) -1px -2.5px 3px -4px
        rgb(0, 0, 0) 0px 1px
        red 0px 1px 2px 0px
      `),
      text => [readShadow(text), visibleShadow(text)],
    ),
    accounts: tableOf(
      linesOf(`
        https://www.facebook.com/quarry/
        https://facebook.com/sharer/sharer.php?u=x
        https://x.com/quarry?ref=1
        https://mobile.twitter.com/quarry
        https://twitter.com/quarry/status/1
        https://x.com/intent/tweet
        https://de.linkedin.com/company/quarry
        https://www.linkedin.com/sharearticle?x
        https://www.youtube.com/@quarry
        https://youtube.com/watch?v=1
        https://github.com/quarry/stone
        https://github.com/quarry/stone/issues/1
        https://www.github.com/quarry
        https://pinterest.co.uk/quarry
        https://bsky.app/profile/quarry
        https://t.me/quarry
        https://en.wikipedia.org/wiki/Quarry
        https://instagram.com/
        ftp://x.com/quarry
        https://notx.com/quarry
        mailto:a@x.com
      `),
      address => socialOf(address),
    ),
  }
  t.assert.fileSnapshot(shown, 'test/fixtures/branding-names.json')
})

test('what a page’s head and its data say of a brand', t => {
  const color = (value: string, more = '') => `<meta name=theme-color content="${value}" ${more}>`
  const heads = [
    '',
    color('#111'),
    color('#111', 'media="(prefers-color-scheme: dark)"') +
      color('#222', 'media="(prefers-color-scheme: light)"'),
    [1, 2, 3, 4, 5].map(at => color(`#${at}`)).join(''),
    color('x'.repeat(99)) + color('y'.repeat(100)) + color(' '),
    '<meta name=" Theme-Color " content="#333"><meta name=color content="#444">',
    '<link rel=mask-icon href=/m.svg color="#555"><link rel=icon href=/i.png sizes=32x32><link rel=apple-touch-icon href=/t.png>',
    '<title>Quarry – Stone</title><meta property="og:site_name" content=Quarry><meta property="og:image" content=/c.png><meta name=description content="Stones.">',
    '<script type="application/ld+json">{"@type":"Corporation","name":"Quarry Ltd"}</script>',
    '<script type="application/ld+json">{"@type":"Person","name":"Ann"}</script>',
    '<title>Log in</title><form><input type=password></form>',
  ]
  const shown = heads.map(head => {
    const url = 'https://quarry.test/'
    const origin = { requestedUrl: url, finalUrl: url, status: 200, headers: {} }
    const { facts, verdict } = readFetched({ bytes: Buffer.from(head), origin })
    return { head: head.slice(0, 90), ...facts, verdict: verdict.is }
  })
  const organisation = {
    '@type': 'LocalBusiness',
    name: ' Quarry\n Ltd ',
    legalName: 'Quarry Limited',
    description: 'd'.repeat(2_001),
    naics: 212311,
    foundingDate: '1984',
    address: [
      {
        streetAddress: '1 Hill',
        postalCode: '45402',
        addressLocality: 'Dayton',
        addressCountry: { name: 'US' },
      },
      'Box 7',
      '',
    ],
    telephone: '+1 212 555 0142',
    contactPoint: [{ telephone: '+1 212 555 0143' }, { telephone: '+1 212 555 0142' }],
    sameAs: ['https://x.com/quarry', 'https://quarry.test/', 7],
  }
  const companies = [
    `<script type="application/ld+json">${JSON.stringify([{ '@type': 'Brand', name: 'Q' }, organisation])}</script>`,
    `<a href="tel:+12125550142">call</a><a href="tel:">x</a><a href="https://x.com/quarry">x</a><a href="https://x.com/quarry/">again</a><a href="https://facebook.com/share">s</a>`,
    Array.from({ length: 12 }, (_, at) => `<a href="tel:+1212555014${at}">x</a>`).join(''),
    '<p>nothing</p>',
    // One account in the footer of each article hides no other.
    `${'<a href="https://x.com/quarry">x</a>'.repeat(30)}<a href="https://github.com/quarry">g</a>`,
    Array.from({ length: 12 }, (_, at) => `<a href="https://x.com/quarry${at}">x</a>`).join(''),
  ].map(html => readCompany(parseHtml(html), 'https://quarry.test/'))
  t.assert.fileSnapshot({ shown, companies }, 'test/fixtures/branding-facts.json')
})

import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readCompany } from '../../../src/products/branding/decide/company.ts'
import { readFetched } from '../../../src/products/branding/decide/facts.ts'
import {
  cleanFamily,
  firstFamily,
  isIconFont,
} from '../../../src/products/branding/decide/families.ts'
import { judgeOverlay, safeAnswer } from '../../../src/products/branding/decide/overlays.ts'
import { readShadow, visibleShadow } from '../../../src/products/branding/decide/shadow.ts'
import { socialOf } from '../../../src/products/branding/decide/socials.ts'
import { decideSpacing } from '../../../src/products/branding/decide/spacing.ts'
import {
  readTokens,
  type TokenRole,
  tokensFor,
} from '../../../src/products/branding/decide/tokens.ts'
import type { Overlay, Snapshot } from '../../../src/products/branding/page/snapshot.ts'

const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/)
const rows = <T>(list: readonly string[], read: (text: string) => T): Record<string, T> =>
  Object.fromEntries(
    list.map(text => [
      text.length > 100 ? `${text.slice(0, 40)}… of ${text.length}` : text,
      read(text),
    ]),
  )

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
    fits: rows(names, name => {
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
    values: rows(
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
    families: rows(
      [
        ...lines(`
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
    shadows: rows(
      lines(`
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
    accounts: rows(
      lines(`
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
  ].map(html => readCompany(parseHtml(html), 'https://quarry.test/'))
  t.assert.fileSnapshot({ shown, companies }, 'test/fixtures/branding-facts.json')
})

test('which unit distances have', t => {
  const lists: [px: number, count: number][][] = [
    [],
    [
      [8, 9],
      [16, 9],
      [24, 9],
      [32, 9],
    ],
    [
      [8, 9],
      [16, 9],
      [24, 9],
    ],
    [
      [8, 1],
      [16, 1],
      [24, 1],
      [32, 1],
    ],
    [
      [4, 9],
      [8, 9],
      [12, 9],
      [20, 9],
      [28, 9],
    ],
    [
      [5, 9],
      [10, 9],
      [15, 9],
      [25, 9],
      [30, 9],
    ],
    [
      [10, 9],
      [20, 9],
      [30, 9],
      [40, 9],
    ],
    [
      [6, 9],
      [12, 9],
      [18, 9],
      [30, 9],
    ],
    [
      [8.4, 9],
      [16.4, 9],
      [24.5, 9],
      [32.6, 9],
    ],
    [
      [8, 9],
      [16, 9],
      [24, 9],
      [31, 3],
      [13, 3],
    ],
    [
      [7, 3],
      [11, 5],
      [13, 4],
      [17, 6],
      [23, 9],
    ],
    [
      [2, 99],
      [129, 99],
      [8, 9],
      [16, 9],
      [24, 9],
      [128, 1],
    ],
    [
      [3, 9],
      [9, 9],
      [15, 9],
      [21, 9],
    ],
    Array.from({ length: 20 }, (_, at) => [at * 4 + 4, at]),
  ]
  const shown = lists.map(list =>
    decideSpacing({
      distances: list.map(([px, count]) => ({ px, count })),
      radii: list.map(([px, count]) => ({ px, count })),
      shadows: list.map(([px, count]) => ({
        value: px > 10 ? `rgb(0, 0, 0) 0px ${px}px 0px 0px` : 'none',
        count,
      })),
      variables:
        list.length === 4
          ? [
              ['space-4', '16px'],
              ['gap', '1.5rem'],
              ['spacing-05', '0px'],
              ['width', '8px'],
            ]
          : [],
      roots: { rootFontPx: 16 },
    } as unknown as Snapshot),
  )
  t.assert.fileSnapshot(shown, 'test/fixtures/branding-spacing.json')
})

test('what floats above a page, and which of its buttons is safe', t => {
  const plain = {
    ...{ names: '', text: '', role: '', isModal: false, hasNavigation: false, hasHeading: false },
    ...{
      position: 'fixed',
      zIndex: 1,
      buttons: [],
      box: { x: 0, y: 600, width: 1_280, height: 100 },
    },
  }
  const button = (text: string, index = 0, more: object = {}) => ({
    text,
    index,
    tag: 'button',
    href: '',
    ...more,
  })
  const bottom = { x: 0, y: 600, width: 1_280, height: 100 }
  const cases: Record<string, object> = {
    plain: {},
    'a consent tool': { names: 'onetrust', text: 'We use cookies' },
    'a consent tool that says nothing': { names: 'onetrust' },
    'a consent tool with a button': { names: 'onetrust', buttons: [button('Accept all')] },
    'words of consent and a button': { text: 'We use cookies', buttons: [button('Reject')] },
    'many words of consent and a button': {
      text: `We use cookies ${'x'.repeat(1_484)}`,
      buttons: [button('Reject')],
    },
    'more words of consent and a button': {
      text: `We use cookies ${'x'.repeat(1_485)}`,
      buttons: [button('Reject')],
    },
    'words of consent alone': { text: 'We use cookies' },
    modal: { isModal: true },
    dialog: { role: 'dialog' },
    alert: { role: 'alertdialog' },
    'a chat by name': { names: 'intercom', box: { ...bottom, width: 479, height: 719 } },
    'a chat that is too wide': { names: 'intercom', box: { ...bottom, width: 480, height: 719 } },
    'a chat that is too high': { names: 'intercom', box: { ...bottom, width: 479, height: 720 } },
    'a chat by its words': { text: 'Chat with us', box: { ...bottom, width: 300 } },
    'a chat with navigation': {
      text: 'Chat with us',
      hasNavigation: true,
      box: { ...bottom, width: 300 },
    },
    'in the corner': { box: { x: 705, y: 601, width: 300, height: 80 } },
    'left of the corner': { box: { x: 704, y: 601, width: 300, height: 80 } },
    'above the corner': { box: { x: 900, y: 360, width: 300, height: 80 } },
    'on the second screen': { box: { x: 900, y: 720 + 400, width: 300, height: 80 } },
    'a header': {
      box: { x: 0, y: 0, width: 1_280, height: 80 },
      hasNavigation: true,
      zIndex: 9_999,
    },
    'a header of words': {
      box: { x: 0, y: 199, width: 897, height: 359 },
      hasHeading: true,
      zIndex: 9_999,
    },
    'a header that is too low': {
      box: { x: 0, y: 200, width: 1_280, height: 80 },
      hasHeading: true,
      zIndex: 9_999,
    },
    'a header that is too narrow': {
      box: { x: 0, y: 0, width: 896, height: 80 },
      hasHeading: true,
      zIndex: 9_999,
    },
    'a header that is too high': {
      box: { x: 0, y: 0, width: 1_280, height: 360 },
      hasHeading: true,
      zIndex: 9_999,
    },
    'a header far below in front': { box: { x: 0, y: 0, width: 1_280, height: 80 }, zIndex: 1_999 },
    'a header far in front': { box: { x: 0, y: 0, width: 1_280, height: 80 }, zIndex: 2_000 },
    sticky: { position: 'sticky' },
    absolute: { position: 'absolute' },
    'a shell': { box: { x: 0, y: 0, width: 1_280, height: 361 }, text: 'x'.repeat(401) },
    'a shell of few words': {
      box: { x: 0, y: 0, width: 1_280, height: 361 },
      text: 'x'.repeat(400),
      zIndex: 5_000,
    },
    'half a shell': {
      box: { x: 0, y: 0, width: 1_280, height: 360 },
      text: 'x'.repeat(401),
      zIndex: 5_000,
    },
    'a column of navigation': { box: { x: 0, y: 0, width: 200, height: 505 }, hasNavigation: true },
    'a short column of navigation': {
      box: { x: 0, y: 0, width: 200, height: 504 },
      hasNavigation: true,
    },
  }
  const viewport = { width: 1_280, height: 720 }
  const judge = (overlay: object, height: number) =>
    judgeOverlay(
      { ...plain, ...overlay } as unknown as Overlay,
      { viewport, page: { width: 1_280, height } } as unknown as Snapshot,
    )
  const kinds = Object.entries(cases).map(([name, overlay]) => [
    name,
    [judge(overlay, 756), judge(overlay, 757)].join(' '),
  ])
  const answers = [
    [button('Accept', 1), button('Close', 2), button('Reject all', 3)],
    [button('Accept', 1), button(' × ', 2)],
    [button('Accept', 1), button('More', 2)],
    [button('Reject', 1, { tag: 'a', href: '/out' }), button('Agree', 2)],
    [button('Reject', 1, { tag: 'a', href: '#' }), button('Agree', 2)],
    [button('Reject', 1, { tag: 'a', href: '' }), button('Agree', 2)],
    [button('Reject', 1, { tag: 'a', href: 'javascript:x' })],
    [button('Learn more', 1)],
  ].map(buttons => safeAnswer({ ...plain, buttons } as unknown as Overlay))
  t.assert.fileSnapshot(
    { ...Object.fromEntries(kinds), answers },
    'test/fixtures/branding-overlays.json',
  )
})

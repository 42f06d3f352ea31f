import { test } from 'node:test'
import { toBrand } from '../../../src/products/branding/brands/brand.ts'
import type { CompanyFacts } from '../../../src/products/branding/decide/company.ts'
import { decideProfile } from '../../../src/products/branding/decide/decide.ts'
import type { BrandFacts } from '../../../src/products/branding/decide/facts.ts'
import { spriteFilesOf, withSprites } from '../../../src/products/branding/decide/sprites.ts'
import { describeOptions } from '../../../src/products/branding/options.ts'
import type {
  ElementKind,
  LogoSight,
  Measured,
  Snapshot,
} from '../../../src/products/branding/page/snapshot.ts'
import { doubtProfile } from '../../../src/products/branding/profile/doubt.ts'
import { parts } from '../../../src/products/branding/profile/profile.ts'
import { changeValues, type Instead } from '../../support/changed-values.ts'
import { createRandom } from '../../support/random.ts'
import { digest } from '../../support/readings.ts'

type Look = Partial<Measured['style']> & Partial<Omit<Measured, 'style'>>

const element = (kind: ElementKind, text: string, at: number, look: Look = {}): Measured => {
  const { color, background, gradient, borderColor, borderWidthPx, radius, shadow, ...rest } = look
  const { padding, sizePx, weight, ...more } = rest
  return {
    ...{ kind, tag: kind === 'link' ? 'a' : kind, role: '', type: '', names: '', text, label: '' },
    ...{ href: '', selector: `#e${at}`, backdrop: [], overlay: null, region: 'main' },
    ...{ inText: false, isDisabled: false, size: 0 },
    box: { x: 40, y: 100 + 60 * at, width: 140, height: 44 },
    style: {
      ...{ color: color ?? 'rgb(26, 26, 34)', background: background ?? 'rgba(0, 0, 0, 0)' },
      ...{ gradient: gradient ?? '', borderColor: borderColor ?? 'rgb(229, 229, 234)' },
      ...{ borderWidthPx: borderWidthPx ?? 0, borderStyle: 'solid', shadow: shadow ?? '' },
      ...{ radius: radius ?? [6, 6, 6, 6], padding: padding ?? [12, 24, 12, 24] },
      ...{ family: '"Open Sans", sans-serif', sizePx: sizePx ?? 16, weight: weight ?? 400 },
    },
    ...more,
  }
}

const text = (context: string, sizePx: number, weight: number, characters: number) => ({
  ...{ context, sizePx, weight, characters, family: '"Open Sans", sans-serif' },
  ...{ lineHeightPx: sizePx * 1.5, letterSpacingPx: null, transform: 'none', on: '' },
  ...{ color: 'rgb(26, 26, 34)', overlay: null, region: 'main' as const, count: 3, sample: 1 },
  selector: context,
})

const logo = (at: number, more: Partial<LogoSight>): LogoSight => ({
  ...{ kind: 'img', url: `https://quarry.test/${at}.svg`, svg: '', sprites: [], paints: [] },
  ...{ alt: '', names: '', href: '', leadsHome: false, region: 'header', overlay: null },
  ...{ inButton: false, neighbours: 0, linkText: '' },
  box: { x: 24, y: 16 + 90 * at, width: 120, height: 32 },
  naturalPx: { width: 240, height: 64 },
  ...more,
})

const green = 'rgb(10, 92, 54)'
const white = 'rgb(255, 255, 255)'
/** What a browser measured on a page that has some of everything. */
const snapshot: Snapshot = {
  isCut: false,
  ...{ viewport: { width: 1280, height: 800 }, page: { width: 1280, height: 3_000 } },
  roots: {
    ...{ html: 'rgba(0, 0, 0, 0)', body: 'rgb(253, 253, 251)', wrappers: [], canvas: white },
    ...{ bodyText: 'rgb(26, 26, 34)', rootFontPx: 16, hasImage: false },
  },
  elements: [
    element('bar', '', 0, {
      ...{ background: green, region: 'header', size: 9 },
      box: { x: 0, y: 0, width: 1280, height: 72 },
    }),
    element('link', 'Quarry', 1, { href: '/', region: 'header', color: white, backdrop: [green] }),
    element('button', 'Get a quote', 2, { background: green, color: white, weight: 600 }),
    element('button', 'Order stone', 3, { background: green, color: white, names: 'btn-primary' }),
    element('button', 'See the quarry', 4, {
      ...{ borderWidthPx: 2, borderColor: green, color: green, names: 'btn ghost' },
    }),
    element('button', 'Later', 5, { background: 'rgb(194, 65, 12)', color: white }),
    element('button', 'Accept all', 6, {
      background: 'rgb(124, 58, 237)',
      overlay: 0,
      color: white,
    }),
    element('link', 'guide to stones', 7, {
      color: 'rgb(194, 65, 12)',
      inText: true,
      href: '/guide',
    }),
    element('link', 'wall', 8, { color: 'rgb(194, 65, 12)', inText: true, href: '/wall' }),
    element('input', '', 9, { background: white, borderWidthPx: 1, type: 'email' }),
    element('panel', 'A bridge', 10, {
      ...{ background: white, borderWidthPx: 1, radius: [12, 12, 12, 12], size: 4 },
      ...{ shadow: 'rgba(0, 0, 0, 0.12) 0px 2px 8px 0px' },
      box: { x: 40, y: 900, width: 380, height: 240 },
    }),
    element('panel', 'A wall', 11, {
      ...{ background: white, borderWidthPx: 1, radius: [12, 12, 12, 12], size: 3 },
      box: { x: 440, y: 900, width: 380, height: 240 },
    }),
    element('button', 'Grow', 12, {
      gradient: 'linear-gradient(90deg, rgb(10, 92, 54) 0%, rgb(20, 160, 90) 100%)',
      color: white,
    }),
  ],
  texts: [
    ...[text('h1', 48, 700, 40), text('h2', 32, 600, 60), text('h3', 20, 600, 50)],
    ...[text('body', 16, 400, 1_800), text('small', 13, 400, 120), text('button', 16, 600, 60)],
    ...[text('link', 16, 400, 80), { ...text('code', 14, 400, 30), family: 'Menlo, monospace' }],
  ],
  surfaces: [
    ...[green, white, 'rgb(253, 230, 138)'].map((value, at) => ({
      ...{ value, areaPx: 90_000 / (at + 1), largestPx: 40_000, count: 2 + at, overlay: null },
      selector: `#s${at}`,
    })),
  ],
  overlays: [
    {
      ...{ names: 'cookie-banner', role: 'dialog', position: 'fixed' },
      ...{ zIndex: 1_000, box: { x: 0, y: 600, width: 1280, height: 200 } },
      ...{ text: 'We use cookies. Accept all', hasNavigation: false, hasHeading: false },
      ...{ isModal: false, buttons: [{ index: 0, text: 'Accept all', tag: 'button', href: '' }] },
    },
  ],
  logos: [
    logo(0, { alt: 'Quarry logo', names: 'site-logo', leadsHome: true, href: '/' }),
    logo(1, {
      kind: 'svg',
      svg: '<svg viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#0a5c36"/></svg>',
      url: '',
      paints: ['#0a5c36'],
    }),
    logo(2, { alt: 'Award of 2024', region: 'footer', neighbours: 4 }),
    logo(3, { alt: 'Partner', region: 'main', neighbours: 6, names: 'partners' }),
  ],
  variables: [
    ...([
      ['--color-primary', '#0a5c36'],
      ['--brand', '#0a5c36'],
      ['--accent', '#c2410c'],
    ] as const),
    ...([
      ['--color-secondary', '#1d4ed8'],
      ['--success', '#16a34a'],
      ['--error', '#dc2626'],
    ] as const),
    ...([
      ['--warning', '#f59e0b'],
      ['--btn-primary', '#0a5c36'],
      ['--space-2', '8px'],
    ] as const),
  ].map(([name, value]): [string, string] => [name, value]),
  distances: [8, 16, 24, 32, 48, 5].map((px, at) => ({ px, count: 9 - at })),
  radii: [6, 12, 9999].map((px, at) => ({ px, count: 9 - 3 * at })),
  shadows: [{ value: 'rgba(0, 0, 0, 0.12) 0px 2px 8px 0px', count: 2 }],
  marks: {
    ...{
      classes: [
        ['btn', 4],
        ['card', 2],
      ],
      attributes: [],
      tags: [],
      files: [],
      generator: '',
    },
    rootAttributes: [],
  },
}

const facts: BrandFacts = {
  ...{ title: 'Quarry – Stone by the tonne', siteName: 'Quarry', organisation: 'Quarry Ltd' },
  ...{ description: 'Stone by the tonne.', icons: [], ogImage: 'https://quarry.test/card.png' },
  themeColors: [{ value: '#0a5c36', from: 'theme-color' }],
}

const colors =
  'rgb(10, 92, 54)|rgb(12, 96, 57)|rgb(194, 65, 12)|rgb(255, 255, 255)|rgb(20, 20, 24)|rgb(128, 128, 128)|rgba(10, 92, 54, 0.03)|rgba(10, 92, 54, 0.5)|rgb(29, 78, 216)|rgb(22, 163, 74)|rgb(250, 204, 21)|rgba(0, 0, 0, 0)|rgb(230, 240, 234)'.split(
    '|',
  )
const instead: Instead = {
  ...{ color: colors, background: colors, borderColor: colors, body: colors, html: colors },
  ...{ bodyText: colors, on: [...colors, ''] },
  kind: ['button', 'link', 'input', 'panel', 'bar'],
  region: ['header', 'main', 'footer'],
  overlay: [null, 0],
  gradient: [
    'linear-gradient(rgb(255, 0, 0), rgb(0, 0, 255))',
    'linear-gradient(90deg, rgba(255, 0, 0, 0.2) 10%, rgba(0, 0, 255, 0.29) 20px)',
    'linear-gradient(rgba(255, 0, 0, 0.3), rgba(255, 0, 0, 0.1))',
    'radial-gradient(circle, rgb(12, 96, 57), rgb(10, 92, 54))',
  ],
  shadow: ['', 'rgba(0, 0, 0, 0) 0px 0px 0px 0px', 'rgb(0, 0, 0) 0px 4px 12px -2px'],
  text: ['Get started', 'Buy now', 'Cancel', '', 'Sign in', 'Menu', 'Read more', 'Search'],
  names: ['btn-primary', 'btn secondary', 'logo', 'site-logo header', 'cookie', 'social-icon', ''],
  alt: ['Quarry', 'logo', '', 'Stone bridge'],
  href: ['/', '/quote', '#', 'https://x.com/quarry', ''],
  role: ['button', 'dialog', 'link', ''],
  position: ['fixed', 'static', 'sticky'],
  family: ['Georgia, serif', 'Inter', 'FontAwesome', 'system-ui', '"__font_a1b2c3"'],
  value: [...colors, '8px'],
  paints: colors,
  context: ['h1', 'h2', 'body', 'button', 'code', 'link', 'small'],
}

/**
 * What is decided where measurements differ a little: what people look at first, and a digest of all
 * of it, of what a model is shown and of what brands answer. After a change on purpose:
 * npx node --test --test-update-snapshots test/products/branding/measured.test.ts
 */
test('what profiles say of measurements on both sides of every bound', t => {
  const shown = Array.from({ length: 150 }, (_, seed) => {
    const random = createRandom(seed)
    const every = [30, 12, 6][seed % 3] ?? 6
    const base = { ...snapshot, ...less[seed % less.length] }
    const seen = seed === 0 ? snapshot : changeValues(base, random, every, instead)
    const other = seed % 2 ? changeValues(base, random, every, instead) : undefined
    const themeColors = facts.themeColors.filter(() => random.int(2) > 0)
    const sight = {
      facts: { ...facts, themeColors },
      url: 'https://quarry.test/',
      snapshot: seen,
      other,
    }
    const decided = decideProfile({ ...sight, painted: seed % 3 ? painted : {} }, parts)
    const { profile } = decided
    const { brand, action, secondary, background } = profile.colors ?? {}
    const doubted = doubtProfile(profile, gaps[seed % gaps.length] ?? { missing: [], count: 0 })
    const options = describeOptions(decided, seen, facts)
    const said = { host: 'quarry.test', description: undefined, imageUrl: 'https://i.test' }
    return [
      ...[brand, action, secondary, background].map(one =>
        `${one?.value ?? '–'} ${one?.confidence ?? ''}`.trim(),
      ),
      profile.components?.buttonPrimary?.evidence?.[0]?.detail ?? 'no button',
      profile.images?.logo?.value.slice(0, 30) ?? 'no logo',
      digest([decided, doubted, options, toBrand({ ...said, profile: doubted, company })]),
    ].join(', ')
  })
  t.assert.fileSnapshot(shown, 'test/fixtures/branding-measured.json')
})

/** What some pages do not have, so that the rest decides. */
const less: Partial<Snapshot>[] = [
  {},
  { variables: [] },
  { variables: [], elements: snapshot.elements.filter(({ kind }) => kind !== 'button') },
  { variables: [], elements: snapshot.elements.filter(({ kind }) => kind !== 'bar') },
  { logos: snapshot.logos.slice(1), variables: snapshot.variables.slice(2) },
]
const painted = {
  '"Open Sans", sans-serif': { family: 'Open Sans', isCustom: true },
  'Georgia, serif': { family: 'Gelasio', isCustom: false },
  'system-ui': { family: 'DejaVu Sans', isCustom: false },
  '"__font_a1b2c3"': { family: 'Playfair Display', isCustom: true },
}

const gaps = [
  { missing: [], count: 3 },
  { missing: ['404'], count: 1 },
  { missing: ['404', 'timeout'], count: 4 },
  { missing: ['a', 'b', 'a', 'c', 'd', 'e'], count: 0 },
]
const company: CompanyFacts = {
  ...{ name: null, legalName: null, description: null, industry: null, founded: null },
  ...{ addresses: [], telephones: [], socials: [] },
}

/** `<use href>` of files: with what their parts refer to, once each, and not without end. */
test('a drawing whose parts are in a file is made whole', t => {
  const file = (url: string, svg: string) => ({ url, bytes: Buffer.from(svg) })
  const files = [
    file(
      'https://quarry.test/s.svg',
      `<svg xmlns="http://www.w3.org/2000/svg"><defs><linearGradient id="g"><stop stop-color="#fff"/></linearGradient></defs>
      <symbol id="logo"><path d="M0 0h8v8z" fill="url(#g)" stroke="#0a5c36"/><use href="#part"/></symbol>
      <symbol id="part"><rect width="2" height="2" fill="RGB(1,2,3)"/><use xlink:href="#logo"/></symbol>
      <symbol id="a b"><rect fill="currentColor"/></symbol><symbol id="logo"><rect fill="#bad"/></symbol>
      <symbol id="most">${'<g/>'.repeat(599)}</symbol><symbol id="many">${'<g/>'.repeat(600)}</symbol>
      <symbol id="long"><path d="${'M0 0 '.repeat(16_000)}"/></symbol></svg><p id="p">Words</p>`,
    ),
  ]
  const ids = ['logo', 'part', 'a%20b', 'none', 'most', 'many', 'long', 'p', '%']
  const drawn = (sprites: string[], svg = '<svg viewBox="0 0 8 8"><use/></svg>') =>
    withSprites([logo(0, { kind: 'svg', svg, sprites, paints: ['#0a5c36'] })], files).map(
      ({ svg, paints }) =>
        `${svg.length > 500 ? `${svg.length} characters` : svg} ${paints.join(' ')}`,
    )[0]
  const at = (id: string) => `https://quarry.test/s.svg#${id}`
  t.assert.fileSnapshot(
    {
      ...Object.fromEntries(ids.map(id => [id, drawn([at(id)])])),
      'two of them': drawn([at('a%20b'), at('part')]),
      'of a file that is not there': drawn(['https://quarry.test/other.svg#logo']),
      'no drawing': drawn([at('part')], 'words'),
      files: spriteFilesOf([
        logo(0, { sprites: [at('a'), at('b'), '/two.svg#a'] }),
        logo(1, { sprites: ['/three.svg#a', '/four.svg#a'] }),
      ]),
    },
    'test/fixtures/branding-sprites.json',
  )
})

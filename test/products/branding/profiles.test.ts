import { test } from 'node:test'
import { handmadePages } from '../../../bench/branding/handmade.ts'
import { readCssReferences } from '../../../src/page/css/references.ts'
import { readStylesheets } from '../../../src/page/css/stylesheet.ts'
import { vocabularyOf } from '../../../src/page/css/tree.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { decideProfile } from '../../../src/products/branding/decide/decide.ts'
import { readFetched } from '../../../src/products/branding/decide/facts.ts'
import { toCss, toTailwind } from '../../../src/products/branding/exports/css.ts'
import { toDtcg } from '../../../src/products/branding/exports/dtcg.ts'
import type { Snapshot } from '../../../src/products/branding/page/snapshot.ts'
import { parts } from '../../../src/products/branding/profile/profile.ts'
import { darkClasses, sketchOther } from '../../../src/products/branding/sketch/other-scheme.ts'
import { sketchPage } from '../../../src/products/branding/sketch/sketch.ts'
import { changePage } from '../../support/changed-pages.ts'
import { digest } from '../../support/readings.ts'

/** A page that has some of everything that a profile tells of. */
const rich = `<!doctype html><html lang="en"><head><title>Quarry – Stone by the tonne | Home</title>
<meta property="og:site_name" content="Quarry"><meta name="theme-color" content="#0a5c36">
<meta property="og:image" content="/card.png"><link rel="icon" href="/i.svg"><link rel="mask-icon" color="#0a5c36" href="/m.svg">
<script type="application/ld+json">{"@type":"Organization","name":"Quarry Ltd","logo":"/logo.png"}</script>
<style>
:root{--color-primary:#0a5c36;--accent:#c2410c;--space-2:8px;--radius:6px;color-scheme:light dark}
body{margin:0;font:16px/1.5 "Open Sans",sans-serif;color:#1a1a22;background:#fdfdfb}
h1{font:700 48px/1.1 "__Playfair_a1b2c3",serif;letter-spacing:-1px}h2{font-size:32px;font-weight:600;color:#0a5c36}
header{padding:16px 24px;background:#0a5c36;color:#fff}main{padding:24px}section{margin:0 0 48px;padding:24px 32px}
p{margin:0 0 16px}.small{font-size:13px;color:#6b6b76}a{color:#c2410c}
.btn{display:inline-block;padding:12px 24px;border-radius:6px;background:var(--color-primary);color:#fff;font-weight:600}
.btn.ghost{background:transparent;border:2px solid #0a5c36;color:#0a5c36}.btn.faint{background:rgba(10,92,54,.03);color:#333}
.card{padding:20px;border-radius:12px;background:#fff;box-shadow:0 2px 8px rgba(0,0,0,.12);border:1px solid #e5e5ea}
.tag{background:#fde68a;border-radius:9999px;padding:2px 8px}
input{border:1px solid #ccc;border-radius:4px;padding:8px 12px;background:#fff}
.cookie{position:fixed;bottom:0;left:0;right:0;padding:40px;background:#7c3aed;color:#fff}
code{font-family:"JetBrains Mono",monospace}
@media (prefers-color-scheme:dark){body{background:#101418;color:#e8e8ec}.card{background:#1c2228}a{color:#fb923c}}
</style></head><body>
<header><a href="/"><img src="/logo.svg" alt="Quarry logo" width="120" height="32"></a><nav><a href="/stones" style="color:#fff">Stones</a> <a href="/prices" style="color:#fff">Prices</a></nav></header>
<main><section><h1>Stone that lasts longer than plans</h1><p>Granite, slate and marble, cut to your drawing. See the <a href="/guide">guide to stones</a> first.</p>
<a class="btn" href="/quote">Get a quote</a> <a class="btn ghost" href="/tour">See the quarry</a> <a class="btn faint" href="/later">Later</a></section>
<section><h2>What people build</h2><div class="card"><h3>A bridge</h3><p>Twelve arches over the river, and not a crack in forty years of floods.</p><p class="small">Built in 1984 and still in use by everybody in town.</p><span class="tag">New</span></div>
<div class="card"><h3>A wall</h3><p>It keeps the sheep in, and the neighbours out. <a href="/wall">Read on</a>.</p><code>npm i stone</code></div></section>
<form><input type="email" placeholder="you@example.com"><button class="btn">Subscribe</button></form></main>
<div class="cookie">We use cookies. <button>Accept all</button></div>
<footer><p class="small">© Quarry Ltd, all stones reserved.</p><a href="https://x.com/quarry"><svg viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg></a></footer></body></html>`

/** The rich page as a browser would measure it: with fonts, distances, corners and shadows. */
const measured = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  texts: snapshot.texts.map(group => ({ ...group, ...fontOf(group.context) })),
  elements: snapshot.elements.map((element, at) => ({
    ...element,
    style: {
      ...element.style,
      ...fontOf(element.kind),
      radius: element.kind === 'panel' ? [12, 12, 0, 0] : [6, 6, 6, 6],
      shadow: element.kind === 'panel' ? 'rgba(0, 0, 0, 0.12) 0px 2px 8px 0px' : 'none',
      padding: [12, 24 + at, 12, 24],
      borderColor: element.style.borderColor || 'rgb(229, 229, 234)',
    },
  })),
  distances: [8, 16, 24, 32, 48]
    .map((px, at) => ({ px, count: 9 - at }))
    .concat({ px: 5, count: 1 }),
  radii: [
    { px: 6, count: 4 },
    { px: 12, count: 9 },
    { px: 9999, count: 1 },
  ],
  shadows: [
    { value: 'rgba(0, 0, 0, 0.12) 0px 2px 8px 0px', count: 2 },
    { value: 'rgba(0, 0, 0, 0) 0px 0px 0px 0px', count: 5 },
    { value: 'rgb(1, 2, 3) 1px 1px 0px 0px inset, rgba(0, 0, 0, 0) 0px 0px 0px 0px', count: 1 },
  ],
  marks: {
    ...snapshot.marks,
    classes: ['btn', 'btn-primary', 'container', 'row', 'col-md-6', 'navbar'].map((name, at) => [
      name,
      at + 1,
    ]),
    files: ['https://quarry.test/bootstrap.min.css'],
  },
})

const fontOf = (context: string) => ({
  family: fonts[context]?.[0] ?? '"Open Sans", sans-serif',
  sizePx: fonts[context]?.[1] ?? 16,
  weight: fonts[context]?.[2] ?? 400,
  lineHeightPx: (fonts[context]?.[1] ?? 16) * 1.5,
  letterSpacingPx: context === 'h1' ? -1 : null,
})
const fonts: Record<string, [family: string, sizePx: number, weight: number]> = {
  h1: ['"__Playfair_a1b2c3", serif', 48, 700],
  h2: ['"__Playfair_a1b2c3", serif', 32, 600],
  h3: ['"Open Sans", sans-serif', 20, 600],
  code: ['"JetBrains Mono", monospace', 14, 400],
  small: ['"Open Sans", sans-serif', 13, 400],
  button: ['"Open Sans", sans-serif', 16, 600],
}

/**
 * What profiles say of known pages, with the evidence and how sure it is. To be read by eye after a
 * change on purpose:
 * npx node --test --test-update-snapshots test/products/branding/profiles.test.ts
 */
test('a page keeps its profile', t => {
  const whole = sightOf(rich, 'https://quarry.test/')
  const { profile } = decideProfile(whole, parts)
  const elsewhere = sightOf(rich, 'https://stone.example/')
  const browsed = { ...elsewhere, snapshot: measured(elsewhere.snapshot) }
  const told = {
    snapshot: whole.snapshot,
    other: whole.other,
    profile,
    browsed: decideProfile(browsed, parts),
    exports: [toCss, toTailwind, toDtcg].map(write => write(decideProfile(browsed, parts).profile)),
    handmade: Object.fromEntries(
      handmadePages.map(({ name, html }) => {
        const { colors, images } = decideProfile(sightOf(html, whole.url), [
          'colors',
          'images',
        ]).profile
        return [name, { colors, logo: images?.logo }]
      }),
    ),
  }
  t.assert.fileSnapshot(told, 'test/fixtures/branding-profiles.json')
})

/** The digest tells of the whole profile and of what it was decided from. */
test('pages that come near to it keep theirs', t => {
  const pages = [rich, ...handmadePages.map(({ html }) => html)]
  const shown = pages.flatMap((html, page) =>
    Array.from({ length: page === 0 ? 24 : 1 }, (_, nth) => {
      const sight = sightOf(changePage(html, 100 * page + nth), 'https://quarry.test/')
      const told = decideProfile({ ...sight, snapshot: measured(sight.snapshot) }, parts)
      const { brandName, colors, images } = told.profile
      return {
        name: brandName?.value,
        brand: colors?.brand?.value,
        logo: images?.logo?.value,
        whole: digest([sight.snapshot, sight.other, told]),
      }
    }),
  )
  t.assert.fileSnapshot(shown, 'test/fixtures/branding-changed.json')
})

const sightOf = (html: string, url: string) => {
  const document = parseHtml(html)
  const sources = readCssReferences(document, url).flatMap(each =>
    each.is === 'inline' ? [each] : [],
  )
  const sheets = readStylesheets(sources, vocabularyOf(document.root, darkClasses))
  const snapshot = sketchPage({ document, url, sheets, preference: 'light' })
  const origin = { requestedUrl: url, finalUrl: url, status: 200, headers: {} }
  const { facts } = readFetched({ bytes: Buffer.from(html), origin })
  return {
    facts,
    url,
    snapshot,
    other: sketchOther({ document, url, sheets }, snapshot),
    painted: {},
  }
}

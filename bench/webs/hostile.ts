import { createSimulatedWeb } from '../../test/support/simulated-web.ts'

/**
 * The web of bench/hostile.ts, as a process of its own: pages made to keep their reader busy, each
 * about as large as a page may be.
 */
const web = await createSimulatedWeb()

const prose = `<p>${'The reader wants to know what happened by the river that evening. '.repeat(20)}</p>`
const many = (count: number, part: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n)).join('')

export const pages: Record<string, () => string> = {
  nested: () => `${'<div>'.repeat(50_000)}${prose}`,
  'deeply nested': () => `${'<div>'.repeat(1_000_000)}${prose}`,
  attributes: () => `<p ${many(50_000, n => `a${n}=1 `)}>${prose}</p>`,
  'many attributes': () =>
    `${many(20_000, n => `<i ${many(20, m => `a${m}="${n}" `)}>x</i>`)}${prose}`,
  entities: () => `<p>${'&amp;&lt;&#x41;'.repeat(600_000)}</p>${prose}`,
  formatting: () => `${'<b><i><a href=x>'.repeat(20_000)}${prose}`,
  misnested: () => `${many(30_000, n => `<b><p>${n}</i></b><i>`)}${prose}`,
  tables: () => `${'<table><tr><td>'.repeat(3_000)}${prose}`,
  'wide cells': () =>
    `<table>${many(2_000, () => '<tr><td colspan=1000 rowspan=1000>x</td></tr>')}</table>${prose}`,
  links: () => `${prose}${many(100_000, n => `<a href="/${n}?a=${n}">link ${n}</a> `)}`,
  lists: () => `${'<ul><li>'.repeat(20_000)}${prose}`,
  words: () => `<p>${'word '.repeat(1_800_000)}</p>`,
  rows: () => `<table>${many(60_000, n => `<tr><td>${n}<td>row<td>${n * 2}</tr>`)}</table>`,
  blocks: () => many(120_000, n => `<p>Paragraph ${n} of many, as long as this.</p>`),
  hidden: () => `${many(60_000, n => `<p hidden>${n}</p>`)}${prose}`,
  pictures: () =>
    `<picture>${many(30_000, n => `<source srcset=${n}>`)}${many(30_000, n => `<img src=${n}>`)}</picture>${prose}`,
  'before a table': () => `<table>${many(60_000, n => `${n}<br>`)}</table>${prose}`,
  'open tags': () => `${'<a b="'.repeat(400_000)}${prose}`,
  comments: () => `${'<!--'.repeat(500_000)}-->${prose}`,
  script: () => `<script type="application/ld+json">${'['.repeat(2_000_000)}</script>${prose}`,
  styles: () => `<style>${'a{'.repeat(1_000_000)}</style>${prose}`,
  openers: () =>
    `${prose}${many(40_000, n => `<button aria-controls=p${n}>Open ${n}</button><div id=p${n} hidden>Panel ${n} of many</div>`)}`,
  'hidden items': () =>
    `${prose}${many(40_000, n => `<ul><li>Item ${n}<li hidden>More of ${n}</ul>`)}`,
  'a million attributes': () => `<p ${many(1_000_000, n => `a${n} `)}>${prose}</p>`,
  'many bodies': () => `${prose}${many(100_000, n => `<body b${n}=1>`)}x`,
  rules: () =>
    `<style>${many(2_000, n => `.c${n} .d${n % 7} > p{display:none}`)}</style>${many(40_000, n => `<div class="c${n} d${n % 7}"><p>Text ${n}</p></div>`)}`,
  'rules of attributes': () =>
    `<style>${many(2_000, n => `[data-x*="q${n}"]{display:none}`)}</style>${many(40_000, n => `<p data-x="${n}">Text ${n}</p>`)}`,
  'rules of contents': () =>
    `<style>${many(100, n => `div:has(.z${n}) p{display:none}`)}</style>${'<div>'.repeat(100)}${many(40_000, n => `<p>Text ${n}</p>`)}`,
  'rules of siblings': () =>
    `<style>${many(200, n => `.z${n} ~ .c{display:none}`)}</style>${many(40_000, n => `<p class=c>Text ${n}</p>`)}`,
  'spans in one line': () =>
    `${'<div itemscope>'.repeat(500)}${many(60_000, n => `<span itemprop=name>N ${n}</span>`)}`,
  footnotes: () =>
    `<article>${many(25_000, n => `<p>Text ${n}<sup id=r${n}><a href="#f${n}">${n}</a></sup>`)}<ol>${many(25_000, n => `<li id=f${n}>Note ${n} <a href="#r${n}">↩</a>`)}</ol></article>`,
  headings: () => many(90_000, n => `<h2 id=h${n}>Title ${n}</h2>`),
  'short rows': () =>
    `<table><tr>${many(2_000, n => `<td>${n}`)}${many(80_000, n => `<tr><td>${n}`)}</table>`,
  formulas: () => `<p>${'$x_1$ \\(a\\) '.repeat(600_000)}</p>`,
  signs: () => `<p>${'*_*`[]('.repeat(1_000_000)}</p>${prose}`,
}

web.site('hostile.test', ({ path }) => {
  const page = pages[decodeURIComponent(path.slice(1))]
  return page ? page() : { status: 404 }
})
console.log(
  JSON.stringify({
    env: web.env,
    httpPort: web.httpPort,
    httpsPort: web.httpsPort,
    pages: Object.keys(pages),
  }),
)

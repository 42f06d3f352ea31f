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

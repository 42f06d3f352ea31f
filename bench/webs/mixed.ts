import { png } from '../../test/support/pictures.ts'
import { createSimulatedWeb } from '../../test/support/simulated-web.ts'

/**
 * The web of bench/overload.ts and bench/soak.ts, as a process of its own: `mixed.ts <latency in
 * ms>`. On each host `/article/<n>`, `/app/<n>` (written by a script), `/product/<n>` and
 * `/brand/<n>`; and very many sites that have nothing but an icon.
 */
const [latencyMs = '20'] = process.argv.slice(2)
const web = await createSimulatedWeb({ latencyMs: Number(latencyMs) })

const words =
  'the page tells about a town by the river where people read many books in long evenings'.split(
    ' ',
  )
const sentence = (seed: number) =>
  `${Array.from({ length: 14 }, (_, n) => words[(seed * 7 + n * 3) % words.length]).join(' ')}.`
const paragraphs = (seed: number, count: number) =>
  Array.from(
    { length: count },
    (_, n) => `<p>${sentence(seed + n)} <a href="/article/${n}">more</a> ${sentence(n)}</p>`,
  ).join('\n')
const document = (title: string, head: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>
<header><a href="/">Home</a></header><nav><ul>${Array.from({ length: 30 }, (_, n) => `<li><a href="/article/${n}">Part ${n}</a></li>`).join('')}</ul></nav>
<main>${body}</main><footer><a href="/imprint">Imprint</a></footer></body></html>`

const article = (seed: number) =>
  document(`Article ${seed}`, '', `<article><h1>${seed}</h1>${paragraphs(seed, 60)}</article>`)
const app = (seed: number) =>
  document(
    `App ${seed}`,
    '<link rel="stylesheet" href="/style.css"><script src="/app.js" defer></script>',
    `<article><h1>App ${seed}</h1>${paragraphs(seed, 6)}</article><section id="late"></section>`,
  )
const product = (seed: number) =>
  document(
    `Kettle ${seed}`,
    `<script type="application/ld+json">${JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: `Kettle ${seed}`,
      offers: { '@type': 'Offer', price: `${seed}.50`, priceCurrency: 'EUR' },
    })}</script>`,
    `<article><h1>Kettle ${seed}</h1><p>Price: ${seed}.50 EUR</p>${paragraphs(seed, 30)}</article>`,
  )
const brand = (seed: number) =>
  document(
    `Brand ${seed}`,
    '<link rel="stylesheet" href="/style.css"><meta name="theme-color" content="#0a5">',
    `<h1 class="c1">Brand ${seed}</h1><a class="button" href="/">Begin</a>${paragraphs(seed, 10)}`,
  )

const style = `.button { background: #0a5; color: #fff; padding: 8px 16px } body { color: #222 }
${Array.from({ length: 400 }, (_, n) => `.c${n} > li:nth-child(${n + 1}) { color: rgb(${n % 255} 0 0); margin: ${n}px }`).join('\n')}`
const script = `let sum = 0; for (let n = 0; n < 1e6; n++) sum = (sum * 7 + n) % 97;
addEventListener('load', () => { document.getElementById('late').innerHTML = '<p>Written late.</p>' })`
const icon = await png('blue', 64)
const typed = (type: string, body: string | Buffer) => ({ headers: { 'content-type': type }, body })
const pages: Record<string, (seed: number) => string> = { article, app, product, brand }

for (let n = 0; n < 20; n++)
  web.site(`h${n}.test`, ({ path }) => {
    if (path === '/style.css') return typed('text/css', style)
    if (path === '/app.js') return typed('text/javascript', script)
    const [, kind = '', seed = ''] = path.split('/')
    return pages[kind]?.(Number(seed)) ?? { status: 404 }
  })
for (let n = 0; n < 100_000; n++)
  web.site(`i${n}.example`, ({ path }) => {
    if (path === '/icon.png') return typed('image/png', icon)
    if (path !== '/') return { status: 404 }
    return `<html><head><title>Site ${n}</title><link rel="icon" sizes="64x64" href="/icon.png"></head></html>`
  })
console.log(JSON.stringify({ env: web.env, httpPort: web.httpPort, httpsPort: web.httpsPort }))

import { createSimulatedWeb } from '../../test/support/simulated-web.ts'

/**
 * The web of bench/render-pages.ts and bench/scrape-memory.ts, as a process of its own:
 * `render.ts <hosts> <latency in ms>`. `/<n>` is a page as shops and magazines build them: a
 * style sheet, two scripts, pictures, and a part that a script fetches and writes.
 */
const [hosts = '20', latencyMs = '20'] = process.argv.slice(2)
const web = await createSimulatedWeb({ latencyMs: Number(latencyMs) })

const words =
  'the page tells about a town by the river where people read many books in long evenings'.split(
    ' ',
  )
const sentence = (seed: number) =>
  `${Array.from({ length: 14 }, (_, n) => words[(seed * 7 + n * 3) % words.length]).join(' ')}.`
const paragraph = (seed: number) => `<p>${sentence(seed)} ${sentence(seed + 1)}</p>`

const page = (seed: number) => `<!doctype html><html lang="en"><head><title>Page ${seed}</title>
<link rel="stylesheet" href="/style.css"><script src="/framework.js" defer></script>
<script src="/app.js" defer></script></head><body>
<nav><ul>${Array.from({ length: 30 }, (_, n) => `<li><a href="/${n}">Part ${n}</a></li>`).join('')}</ul></nav>
<main><article><h1>Page ${seed}</h1>${Array.from({ length: 12 }, (_, n) => paragraph(seed + n)).join('')}
${Array.from({ length: 8 }, (_, n) => `<img src="/picture-${n}.png" alt="Picture ${n}">`).join('')}
</article><section id="late" data-seed="${seed}"></section></main><footer>Imprint</footer></body></html>`

const style = Array.from(
  { length: 400 },
  (_, n) => `.c${n} > li:nth-child(${n + 1}) { color: rgb(${n % 255} 0 0); margin: ${n}px }`,
).join('\n')
/** As much code as a small framework, and a moment of work. */
const framework = `${Array.from({ length: 2_000 }, (_, n) => `const f${n} = (a, b) => (a * ${n} + b) % 97;`).join('\n')}
let sum = 0; for (let n = 0; n < 2e6; n++) sum = f7(sum, n);`
const app = `addEventListener('load', async () => {
  const late = document.getElementById('late')
  const rows = await (await fetch('/rows/' + late.dataset.seed)).json()
  late.innerHTML = rows.map(row => '<h2>' + row.name + '</h2><p>' + row.text + '</p>').join('')
})`
const rows = (seed: number) =>
  JSON.stringify(
    Array.from({ length: 20 }, (_, n) => ({ name: `Row ${n} of ${seed}`, text: sentence(n) })),
  )
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const typed = (type: string, body: string | Buffer) => ({ headers: { 'content-type': type }, body })

for (let n = 0; n < Number(hosts); n++)
  web.site(`h${n}.test`, ({ path }) => {
    if (path === '/style.css') return typed('text/css', style)
    if (path === '/framework.js') return typed('text/javascript', framework)
    if (path === '/app.js') return typed('text/javascript', app)
    if (path.startsWith('/picture-')) return typed('image/png', picture)
    if (path.startsWith('/rows/')) return typed('application/json', rows(Number(path.slice(6))))
    const seed = Number(path.slice(1))
    return Number.isInteger(seed) && seed > 0 ? page(seed) : { status: 404 }
  })
console.log(JSON.stringify({ env: web.env, httpPort: web.httpPort, httpsPort: web.httpsPort }))

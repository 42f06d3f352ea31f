import { createSimulatedWeb } from '../../test/support/simulated-web.ts'

/** The web of bench/batch.ts, as a process of its own: `batch.ts <hosts> <latency in ms>`. */
const [hosts = '500', latencyMs = '20'] = process.argv.slice(2)
const web = await createSimulatedWeb({ latencyMs: Number(latencyMs) })

const words =
  'the page tells about a town by the river where people read many books in long evenings'.split(
    ' ',
  )
const sentence = (seed: number) =>
  `${Array.from({ length: 14 }, (_, n) => words[(seed * 7 + n * 3) % words.length]).join(' ')}.`
const paragraphs = (seed: number) =>
  Array.from(
    { length: 6 },
    (_, n) => `<p>${sentence(seed + n)} <a href="/${seed + n}">${seed + n}</a> ${sentence(n)}</p>`,
  ).join('\n')
const page = (seed: number) => `<!doctype html><html lang="en"><head><title>Page ${seed}</title>
</head><body><header><a href="/">Home</a></header><nav><ul><li><a href="/a">A</a></li>
<li><a href="/b">B</a></li></ul></nav><main><article><h1>Page ${seed}</h1>${paragraphs(seed)}
</article></main><footer><a href="/imprint">Imprint</a></footer></body></html>`

for (let n = 0; n < Number(hosts); n++)
  web.site(`h${n}.test`, ({ path }) =>
    path === '/robots.txt' ? { status: 404 } : page(Number(path.slice(1)) || 0),
  )
console.log(JSON.stringify({ env: web.env, httpPort: web.httpPort, httpsPort: web.httpsPort }))

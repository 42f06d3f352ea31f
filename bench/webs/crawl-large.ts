import { createSimulatedWeb } from '../../test/support/simulated-web.ts'
import { htmlPage, paragraphs } from '../support/crawl-pages.ts'
import { hostOfPage, pathOfPage } from '../support/large-site.ts'

/**
 * The web of bench/crawl-large.ts, as a process of its own: `crawl-large.ts <hosts> <latency in ms>`.
 * `<hosts>` hosts of a domain are one site; the domain's first name says how many pages it has.
 */
const [hosts = '50', latencyMs = '20'] = process.argv.slice(2)
const web = await createSimulatedWeb({ latencyMs: Number(latencyMs) })
const texts = Array.from({ length: 200 }, (_, n) => paragraphs(n))

/** Each page leads to the ten below it, the page above and a neighbour: known ones for the most part. */
const linksOf = (n: number, pages: number, domain: string): string[] => {
  const below = Array.from({ length: 10 }, (_, k) => n * 10 + k + 1).filter(m => m < pages)
  const around = [Math.floor((n - 1) / 10), (n + 1) % pages, 0].filter(m => m >= 0)
  return [...below, ...around].map(
    m => `http://${hostOfPage(m, Number(hosts), domain)}${pathOfPage(m)}`,
  )
}

for (const pages of process.argv.slice(4).map(Number)) {
  const domain = `n${pages}.test`
  const home = `http://${hostOfPage(0, Number(hosts), domain)}${pathOfPage(0)}`
  for (let host = 0; host < Number(hosts); host++)
    web.site(hostOfPage(host, Number(hosts), domain), ({ url }) => {
      const n = Number(url.pathname.split('/')[2] ?? 'x')
      if (!(n >= 0 && n < pages)) return { status: 404, body: 'Not here' }
      const text = `<p>Number ${n} is ${(n * 7_919) % 999_983}.</p>${texts[n % texts.length]}`
      return htmlPage(`Number ${n}`, text, linksOf(n, pages, domain), { home })
    })
}
console.log(JSON.stringify({ env: web.env, httpPort: web.httpPort, httpsPort: web.httpsPort }))

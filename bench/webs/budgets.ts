import { png } from '../../test/support/pictures.ts'
import { createSimulatedWeb } from '../../test/support/simulated-web.ts'
import { htmlPage, paragraphs } from '../support/crawl-pages.ts'
import { lampCss, lampPage } from '../support/lamp-page.ts'
import { smallPage } from '../support/small-page.ts'

/** The web of bench/budgets.ts, as a process of its own: `budgets.ts <pages of the crawled site>`. */
const pages = Number(process.argv[2] ?? 500)
const web = await createSimulatedWeb()

for (let n = 0; n < 200; n++)
  web.site(`h${n}.test`, ({ path }) =>
    path === '/robots.txt' ? { status: 404 } : smallPage(Number(path.slice(1)) || 0),
  )

const hosts = 50
const addressOf = (n: number) => `http://c${n % hosts}.site.test/${n}`
for (let host = 0; host < hosts; host++)
  web.site(`c${host}.site.test`, ({ path }) => {
    const n = Number(path.slice(1))
    if (!(n >= 0 && n < pages)) return { status: 404 }
    const links = Array.from({ length: 10 }, (_, k) => n * 10 + k + 1).filter(m => m < pages)
    return htmlPage(`Number ${n}`, paragraphs(n), links.map(addressOf), { home: addressOf(0) })
  })

const icon = await png('blue', 256)
web.site('acme.example', { '/': '<link rel=icon href=/i.png>', '/i.png': icon })
const sheet = { headers: { 'content-type': 'text/css' }, body: lampCss }
for (let n = 0; n < 200; n++)
  web.site(`lamps${n}.test`, { '/': lampPage(n), '/a.css': sheet, '/logo.png': icon })

console.log(JSON.stringify({ env: web.env, httpPort: web.httpPort, httpsPort: web.httpsPort }))

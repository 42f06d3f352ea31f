import { createSimulatedWeb } from '../../test/support/simulated-web.ts'
import { smallPage } from '../support/small-page.ts'

/** The web of bench/batch.ts, as a process of its own: `batch.ts <hosts> <latency in ms>`. */
const [hosts = '500', latencyMs = '20'] = process.argv.slice(2)
const web = await createSimulatedWeb({ latencyMs: Number(latencyMs) })

for (let n = 0; n < Number(hosts); n++)
  web.site(`h${n}.test`, ({ path }) =>
    path === '/robots.txt' ? { status: 404 } : smallPage(Number(path.slice(1)) || 0),
  )
console.log(JSON.stringify({ env: web.env, httpPort: web.httpPort, httpsPort: web.httpsPort }))

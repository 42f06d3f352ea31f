import { article } from '../../test/support/batch.ts'
import { png } from '../../test/support/pictures.ts'
import { createSimulatedWeb } from '../../test/support/simulated-web.ts'

/** The web of bench/hosts.ts, as a process of its own: `hosts.ts <sites> <latency in ms>`. */
const [sites = '', latencyMs = ''] = process.argv.slice(2)
const web = await createSimulatedWeb({ latencyMs: Number(latencyMs), address: '0.0.0.0' })
const icon = await png('blue', 64)
for (let n = 0; n < Number(sites); n++)
  web.site(`h${n}.test`, ({ path }) => {
    if (path === '/') return `<link rel="icon" sizes="64x64" href="/i.png">${article(`home ${n}`)}`
    if (path === '/i.png') return icon
    // Some pages are not there, so that credits are given back too.
    return /^\/\d*[0-689]$/.test(path) ? article(`page ${path}`) : { status: 404, body: 'none' }
  })
console.log(JSON.stringify({ env: web.env, httpPort: web.httpPort, httpsPort: web.httpsPort }))

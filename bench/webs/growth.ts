import { article } from '../../test/support/batch.ts'
import { png } from '../../test/support/pictures.ts'
import { createSimulatedWeb } from '../../test/support/simulated-web.ts'

/** The web of bench/growth.ts, as a process of its own: `growth.ts <hosts>`. */
const [hosts = '500'] = process.argv.slice(2)
const web = await createSimulatedWeb()
const icon = await png('blue', 64)
for (let n = 0; n < Number(hosts); n++)
  web.site(`h${n}.test`, {
    '*': article(`page ${n}`),
    '/': `<link rel="icon" href="/i.png">${article(`home ${n}`)}`,
    '/i.png': icon,
    '/robots.txt': { status: 404 },
    '/favicon.ico': { status: 404 },
  })
console.log(JSON.stringify({ env: web.env, httpPort: web.httpPort, httpsPort: web.httpsPort }))

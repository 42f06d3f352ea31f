import { after, before } from 'node:test'
import type { Role } from '../../src/config/config.ts'
import { capabilities } from '../../src/config/roles.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { article } from '../support/batch.ts'
import type { TestDatabase } from '../support/database.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

/** The processes of several hosts on one database. */
export const openHosts = () => {
  let web: SimulatedWeb
  before(async () => {
    web = await createSimulatedWeb()
    for (const host of ['plain.test', ...Array.from({ length: 40 }, (_, n) => `h${n}.test`)])
      web.site(host, ({ path }) => article(path))
    web.site('app.test', {
      '/': `<!doctype html><title>app</title><div id="root"></div>
      <script>document.getElementById('root').innerHTML = '<main><h1>From a script</h1><p>Only a browser sees this sentence, which a script has put here for it.</p></main>'</script>`,
    })
  })
  after(() => web.close())
  return (database: TestDatabase, role: Role, env: Record<string, string> = {}) =>
    startApp({ ...web.env, ROLE: role, RATE_LIMIT_PER_MINUTE: '0', ...env }, database)
}

export const noBrowser = { CHROMIUM_PATH: 'none' }

export const jobsOf = (app: TestApp, job: string): number =>
  app.logLines
    .map(line => JSON.parse(line))
    .filter(line => line.msg === 'job' && line.job === job && line.outcome === 'done').length

export const stated = (role: Role): number => {
  const { requests, work, queue } = capabilities[role].connections
  return requests + work + queue + 2
}

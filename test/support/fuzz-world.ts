import { startApp } from './app.ts'
import { article } from './batch.ts'
import { ownerEnv } from './dashboard.ts'
import { withRoutes } from './routes.ts'
import { createSimulatedWeb } from './simulated-web.ts'

/** The real app with all of its doors open, and a small site; no browser, so nothing takes long. */
export const startFuzzWorld = async () => {
  const web = await createSimulatedWeb()
  web.site('site.test', {
    '/': article('home'),
    '/a': article('a'),
    '*': { status: 404, body: 'no' },
  })
  const env = { RATE_LIMIT_PER_MINUTE: '0', CHROMIUM_PATH: '/nowhere/chromium' }
  const { app, routes } = await withRoutes(() => startApp({ ...web.env, ...ownerEnv, ...env }))
  return { web, app, routes }
}

/** Lines of the log with a stack, but for those of a machine that is too busy for its database. */
export const stacksIn = (lines: readonly string[]): string[] =>
  lines.filter(line => line.includes('"stack"') && JSON.parse(line).code !== 'overloaded')

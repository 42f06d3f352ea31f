import type { Page } from 'playwright-core'
import { startApp, type TestApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { ownerEnv } from './dashboard.ts'
import { type DashboardPage, openDashboard } from './dashboard-page.ts'
import { createModelServer, type ModelServer } from './model-server.ts'
import { startSearchEngine } from './search-engine.ts'
import { createSimulatedWeb, type SimulatedWeb } from './simulated-web.ts'

export type Playground = {
  web: SimulatedWeb
  model: ModelServer
  engine: Awaited<ReturnType<typeof startSearchEngine>>
  app: TestApp
  dashboard: DashboardPage
  page: Page
  pane(name: string): Promise<void>
}

/** The dashboard of an app that has a web, a model and a search engine, with its owner signed in. */
export const startPlayground = async (content: unknown): Promise<Playground> => {
  const web = await createSimulatedWeb()
  atEnd(web.close)
  const model = await createModelServer(() => ({ content }))
  atEnd(model.close)
  const engine = await startSearchEngine()
  atEnd(engine.close)
  const app = await startApp({ ...web.env, ...model.env, ...ownerEnv, SEARCH_URL: engine.url })
  const dashboard = await openDashboard(app)
  const { page } = dashboard
  await dashboard.signIn()
  const pane = async (name: string) => {
    await dashboard.open('Playground')
    await page.getByRole('navigation', { name: 'Playground' }).getByRole('link', { name }).click()
  }
  return { web, model, engine, app, dashboard, page, pane }
}

import type { Registry } from 'prom-client'
import { tellCredits } from './base/accounts/charge.ts'
import type { Plans } from './base/accounts/plans.ts'
import type { Database } from './base/db/sql.ts'
import type { Vault } from './base/db/vault.ts'
import type { HttpServer } from './base/http/server.ts'
import { countCalls } from './base/llm/count.ts'
import { createModel } from './base/llm/model.ts'
import type { AnyJob } from './base/queue/job.ts'
import type { Queue } from './base/queue/queue.ts'
import { openPages } from './base/reader/pages.ts'
import { createScrape } from './base/reader/read-page.ts'
import { createRender } from './base/reader/render.ts'
import type { Browsers } from './base/web/browser.ts'
import type { Egress } from './base/web/egress.ts'
import { createRobots } from './base/web/robots.ts'
import { webhookRoutes } from './base/webhooks/routes.ts'
import type { LlmConfig } from './config.ts'
import { courierJob } from './products/batch/courier.ts'
import { createFinisher } from './products/batch/finisher.ts'
import { batchItemJob } from './products/batch/item.ts'
import { batchRoutes } from './products/batch/routes.ts'
import { openBranding } from './products/branding/open.ts'
import { brandingRoutes } from './products/branding/routes.ts'
import { createExtract } from './products/extract/extract.ts'
import { extractRoutes } from './products/extract/routes.ts'
import { checkSchema } from './products/extract/schema/limits.ts'
import { createWorkers } from './products/extract/workers.ts'
import { scrapeRoutes } from './products/scrape/routes.ts'

type ExtractionDeps = {
  sql: Database
  vault: Vault
  plans: Plans
  egress: Egress
  browsers: Browsers
  /** A function: the queue is opened with our jobs, after us. */
  queue: () => Queue
  reach: { publicUrl: string }
  llm: LlmConfig | undefined
  registry: Registry
}

type Extraction = {
  mount(server: HttpServer): void
  jobs: AnyJob[]
  /** Throws `invalid_schema` where extract would. */
  checkSchema(schema: unknown): Promise<void>
  close(): Promise<void>
}

/** The extraction product: what its operations share is opened here, once. */
export const openExtraction = (deps: ExtractionDeps): Extraction => {
  const pages = openPages()
  const robots = createRobots(deps.egress)
  const render = createRender(deps.browsers)
  const reading = { egress: deps.egress, robots, render }
  const scrape = createScrape({ ...reading, workOnPage: pages.toAnswer })
  const scrapeToJson = createScrape({ ...reading, workOnPage: pages.toJson })
  const { parseTarget } = deps.egress
  const workers = createWorkers()
  const model = deps.llm && countCalls(createModel(deps.llm, deps.egress), deps.registry)
  const branding = openBranding({ ...deps, robots, model })
  const modelTimeoutMs = questionsInARow * (deps.llm?.timeoutMs ?? 0)
  const extract = createExtract({ ...deps, scrape, workers, model, modelTimeoutMs })
  const finisher = createFinisher(deps)
  const statusUrl = (id: string) => `${deps.reach.publicUrl}/v1/batch/scrape/${id}`
  return {
    mount(server) {
      tellCredits(server, deps)
      scrapeRoutes(server, { ...deps, parseTarget, scrapeToJson })
      extractRoutes(server, { ...deps, parseTarget, workers, model, extract })
      batchRoutes(server, { ...deps, parseTarget, statusUrl })
      brandingRoutes(server, { ...deps, ...branding, parseTarget })
      webhookRoutes(server, deps)
    },
    jobs: [
      batchItemJob({
        ...deps,
        scrape,
        robots,
        parseTarget,
        finisher,
        concurrency: 40,
      }),
      courierJob({ ...deps, statusUrl }),
    ],
    async checkSchema(schema) {
      const { signal } = new AbortController()
      await workers.run('check', { schema: checkSchema(schema) }, signal)
    },
    async close() {
      finisher.close()
      await Promise.all([pages.close(), workers.close(), branding.close()])
    },
  }
}

/** A long page is asked about in several rounds, and each may need a second try. */
const questionsInARow = 3

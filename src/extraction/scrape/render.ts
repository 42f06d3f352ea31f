import type { ScrapeJob } from './job.ts'
import type { Reading } from './scrape.ts'

export type Render = {
  isAvailable(): boolean
  page(job: ScrapeJob, life: AbortSignal): Promise<Reading>
}

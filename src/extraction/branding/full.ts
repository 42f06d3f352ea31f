import type { ThreadPool } from '../../threads.ts'
import type { Robots } from '../../web/robots.ts'
import { refusalOf } from '../scrape/scrape.ts'
import type { ReadBranding } from './job.ts'
import type { See } from './sight.ts'
import type { BrandingResult, BrandingTask } from './task.ts'

export type FullDeps = {
  robots: Robots
  see: See
  threads: ThreadPool<BrandingTask, BrandingResult>
}

/** The full analysis: a browser measures, pure functions decide. */
export const createFull =
  (deps: FullDeps): ReadBranding =>
  async (job, life) => {
    if (job.respectRobots) await deps.robots.check(job.url)
    const sighting = await deps.see(job, life)
    const task = { ...sighting, include: job.include }
    const result = await deps.threads.run(task, { signal: life })
    if (result.is !== 'profile') {
      const { status, headers, finalUrl } = sighting.origin
      throw refusalOf(result, { url: new URL(finalUrl), status, headers })
    }
    return result.profile
  }

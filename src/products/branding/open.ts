import { availableParallelism } from 'node:os'
import { createThreadPool, type ThreadPool } from '../../base/threads/pool.ts'
import type { Browsers } from '../../base/web/browser.ts'
import type { Egress } from '../../base/web/egress.ts'
import type { Robots } from '../../base/web/robots.ts'
import { AppError } from '../../errors.ts'
import { createFull, type FullDeps } from './full.ts'
import { createHeuristic } from './heuristic.ts'
import type { HeuristicResult, HeuristicTask } from './heuristic-task.ts'
import type { ReadBranding } from './job.ts'
import { createSee } from './sight.ts'
import type { BrandingResult, BrandingTask } from './task.ts'

type BrandingDeps = {
  browsers: Browsers
  robots: Robots
  egress: Egress
  model: FullDeps['model']
}

type Branding = {
  readFull: ReadBranding
  readHeuristic: ReadBranding
  close(): Promise<void>
}

/** What both ways of reading a brand share is opened here, once. */
export const openBranding = (deps: BrandingDeps): Branding => {
  const threads = openThinkers()
  const sketchers = openThreads<HeuristicTask, HeuristicResult>(
    new URL('./heuristic-work.ts', import.meta.url),
  )
  return {
    readFull: createFull({ ...deps, see: createSee(deps.browsers), threads }),
    readHeuristic: createHeuristic({ ...deps, threads: sketchers }),
    async close() {
      await sketchers.close()
      await threads.close()
    },
  }
}

/** Threads that decide about what was seen. */
export const openThinkers = () =>
  openThreads<BrandingTask, BrandingResult>(new URL('./work.ts', import.meta.url))

/** A page that keeps one busy too long loses it. */
const openThreads = <Input, Output>(file: URL): ThreadPool<Input, Output> =>
  createThreadPool({
    file,
    size: Math.max(1, Math.floor(availableParallelism() / 2)),
    limitMs: 5_000,
    maxMemoryMb: 512,
    maxWaiting: 100,
    onKilled: () => new AppError('page_too_large', 'The page is too complex to be profiled.'),
  })

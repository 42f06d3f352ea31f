import { availableParallelism } from 'node:os'
import { AppError } from '../../errors.ts'
import { createThreadPool } from '../../threads.ts'
import type { Browsers } from '../../web/browser.ts'
import type { Robots } from '../../web/robots.ts'
import { createFull, type FullDeps } from './full.ts'
import type { ReadBranding } from './job.ts'
import { createSee } from './sight.ts'
import type { BrandingResult, BrandingTask } from './task.ts'

export type BrandingDeps = {
  browsers: Browsers
  robots: Robots
  model: FullDeps['model']
}

export type Branding = {
  readFull: ReadBranding
  readHeuristic: ReadBranding
  close(): Promise<void>
}

/** What both ways of reading a brand share is opened here, once. */
export const openBranding = (deps: BrandingDeps): Branding => {
  const threads = openThinkers()
  const readFull = createFull({ ...deps, see: createSee(deps.browsers), threads })
  return { readFull, readHeuristic: readFull, close: () => threads.close() }
}

/** Threads that decide about what was seen; a page that keeps one busy too long loses it. */
export const openThinkers = () =>
  createThreadPool<BrandingTask, BrandingResult>({
    file: new URL('./work.ts', import.meta.url),
    size: Math.max(1, Math.floor(availableParallelism() / 2)),
    limitMs: 5_000,
    maxMemoryMb: 512,
    maxWaiting: 100,
    onKilled: () => new AppError('page_too_large', 'The page is too complex to be profiled.'),
  })

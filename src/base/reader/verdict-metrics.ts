import { Counter, type Registry } from 'prom-client'
import { AppError } from '../../kit/errors.ts'
import { metric } from '../../kit/metrics.ts'

type Way = 'static' | 'rendered'

/** Counts what readings of pages came to, for `/metrics`. */
export type VerdictMetrics = {
  note(reading: { rendered: boolean }, verdict: string): void
  /** For a `catch`: a page that never came; what it failed of goes on. */
  failed(way: Way, life: AbortSignal): (error: unknown) => never
}

/** A page that needed the browser counts twice: as a shell or a wall first, then by what it was. */
export const createVerdictMetrics = (registry: Registry): VerdictMetrics => {
  const pages = new Counter({
    ...metric('siteray_pages_total', registry),
  })
  return {
    note: ({ rendered }, verdict) => pages.inc({ way: rendered ? 'rendered' : 'static', verdict }),
    failed: (way, life) => error => {
      const code = error instanceof AppError ? error.code : 'internal'
      pages.inc({ way, verdict: life.aborted ? 'cut_off' : code })
      throw error
    },
  }
}

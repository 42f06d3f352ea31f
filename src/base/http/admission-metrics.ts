import { Counter, Gauge, type Registry } from 'prom-client'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import { metric } from '../../kit/metrics.ts'

/** Who is in the lines, and who was refused, by the kind of work. */
export const countAdmissions = (
  registry: Registry,
  lines: Readonly<Record<string, AdmissionQueue>>,
): void => {
  const loads = () =>
    Object.entries(lines).map(([line, { load }]) => ({ line, load: load() }) as const)
  new Gauge({
    ...metric('siteray_line', registry),
    collect() {
      for (const { line, load } of loads()) {
        this.set({ line, state: 'calls' }, load.calls)
        this.set({ line, state: 'running' }, load.running)
        this.set({ line, state: 'waiting' }, load.waiting)
      }
    },
  })
  new Counter({
    ...metric('siteray_line_refused_total', registry),
    collect() {
      this.reset()
      for (const { line, load } of loads()) this.inc({ line }, load.refused)
    },
  })
}

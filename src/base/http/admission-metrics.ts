import { Counter, Gauge, type Registry } from 'prom-client'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'

/** Who is in the lines, and who was refused, by the kind of work. */
export const countAdmissions = (
  registry: Registry,
  lines: Readonly<Record<string, AdmissionQueue>>,
): void => {
  const loads = () =>
    Object.entries(lines).map(([line, { load }]) => ({ line, load: load() }) as const)
  new Gauge({
    name: 'siteray_line',
    help: 'Calls that were let in, and work that runs and waits, by line.',
    labelNames: ['line', 'state'],
    registers: [registry],
    collect() {
      for (const { line, load } of loads()) {
        this.set({ line, state: 'calls' }, load.calls)
        this.set({ line, state: 'running' }, load.running)
        this.set({ line, state: 'waiting' }, load.waiting)
      }
    },
  })
  new Counter({
    name: 'siteray_line_refused_total',
    help: 'Calls that were refused because they would have waited too long, by line.',
    labelNames: ['line'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { line, load } of loads()) this.inc({ line }, load.refused)
    },
  })
}

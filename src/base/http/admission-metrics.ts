import type { Registry } from 'prom-client'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import { type Told, toldMetrics } from '../../kit/told-metrics.ts'

/** Who is in the lines, and who was refused, by the kind of work. */
export const countAdmissions = (
  registry: Registry,
  lines: Readonly<Record<string, AdmissionQueue>>,
): void => {
  const { gauge, counter } = toldMetrics(registry)
  const all = Object.entries(lines)
  gauge('siteray_line', () =>
    all.flatMap(([line, { load }]) => {
      const { calls, running, waiting } = load()
      return Object.entries({ calls, running, waiting }).map(
        ([state, count]): Told => [count, { line, state }],
      )
    }),
  )
  counter('siteray_line_refused_total', () =>
    all.map(([line, { load }]) => [load().refused, { line }]),
  )
}

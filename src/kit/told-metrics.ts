import { Counter, Gauge, type Registry } from 'prom-client'
import { type MetricName, metric } from './metrics.ts'

/** A value, with its labels where there are several. */
export type Told = readonly [value: number, labels?: Record<string, string | number>]

/** Metrics of what is known elsewhere, which is asked when they are read. */
export type ToldMetrics = ReturnType<typeof toldMetrics>

export const toldMetrics = (registry: Registry) => ({
  gauge(name: MetricName, tell: () => Iterable<Told> | Promise<Iterable<Told> | undefined>): void {
    const config = metric(name, registry)
    new Gauge<string>({
      ...config,
      async collect() {
        this.reset()
        // A gauge that is not known has no value, not a 0.
        if (config.labelNames.length === 0) this.remove()
        for (const [value, labels] of (await tell()) ?? []) this.set(labels ?? {}, value)
      },
    })
  },
  counter(name: MetricName, tell: () => Iterable<Told>): void {
    new Counter<string>({
      ...metric(name, registry),
      collect() {
        this.reset()
        for (const [value, labels] of tell()) this.inc(labels ?? {}, value)
      },
    })
  },
})

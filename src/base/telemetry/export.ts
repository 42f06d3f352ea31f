import { Counter, type Registry } from 'prom-client'
import type { TracesConfig } from '../../config/traces.ts'
import { metric } from '../../kit/metrics.ts'
import { version } from '../../kit/version.ts'
import type { Span } from './spans.ts'

type ExportDeps = {
  config: TracesConfig
  fetch: typeof globalThis.fetch
  registry: Registry
  onError: (error: unknown) => void
}

export type Exporter = { add(span: Span): void; close(): Promise<void> }

const everyMs = 500
const atOnce = 500
/** While the receiver is away; what comes after that is lost, and counted. */
const maxHeld = 5_000
const patienceMs = 5_000

/** Sends spans to a receiver of OpenTelemetry, in its JSON over HTTP. */
export const createExporter = ({ config, fetch, registry, onError }: ExportDeps): Exporter => {
  const lost = new Counter({
    ...metric('siteray_trace_spans_lost_total', registry),
  })
  const held: Span[] = []
  let sending: Promise<void> | undefined
  let isAway = false

  const send = async (): Promise<void> => {
    while (held.length > 0) {
      const spans = held.splice(0, atOnce)
      try {
        const answer = await fetch(config.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...config.headers },
          body: JSON.stringify(toMessage(spans, config.service)),
          redirect: 'error',
          signal: AbortSignal.timeout(patienceMs),
        })
        await answer.body?.cancel()
        if (!answer.ok) throw new Error(`The receiver of traces answered ${answer.status}.`)
        isAway = false
      } catch (error) {
        lost.inc(spans.length)
        // Said once, until it works again.
        if (!isAway) onError(error)
        isAway = true
        return
      }
    }
  }
  const flush = (): Promise<void> => {
    sending ??= send().finally(() => {
      sending = undefined
    })
    return sending
  }
  const timer = setInterval(flush, everyMs)

  return {
    add(span) {
      if (held.length >= maxHeld) lost.inc()
      else held.push(span)
    },
    async close() {
      clearInterval(timer)
      await flush()
      await flush()
    },
  }
}

const kinds = { internal: 1, server: 2, client: 3 } as const

const toMessage = (spans: readonly Span[], service: string) => ({
  resourceSpans: [
    {
      resource: {
        attributes: toAttributes({ 'service.name': service, 'service.version': version }),
      },
      scopeSpans: [{ scope: { name: 'siteray' }, spans: spans.map(toSpan) }],
    },
  ],
})

const toSpan = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.id,
  ...(span.parentId === undefined ? {} : { parentSpanId: span.parentId }),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: toNanoseconds(span.startedMs),
  endTimeUnixNano: toNanoseconds(span.endedMs),
  attributes: toAttributes({
    ...span.about,
    ...(span.failure === undefined ? {} : { 'error.type': span.failure }),
  }),
  status: span.failure === undefined ? {} : { code: 2 },
})

const toNanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n)

const toAttributes = (about: Span['about']) =>
  Object.entries(about).map(([key, value]) => ({ key, value: toValue(value) }))

const toValue = (value: string | number | boolean) => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

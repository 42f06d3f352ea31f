import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { type About, type Step, steps } from '../../kit/trace.ts'

/** A step with its place and time. */
export type Span = {
  traceId: string
  id: string
  parentId: string | undefined
  name: string
  kind: SpanKind
  startedMs: number
  endedMs: number
  about: About
  /** A code or the name of an error: its sentence may quote what a page or a caller said. */
  failure: string | undefined
  isKept: boolean
}
type SpanKind = 'internal' | 'server' | 'client'

export type Spans = {
  /** What comes after `done` belongs to the span. */
  enter<T>(span: Span, next: () => T): T
  begin(name: string, kind: SpanKind, parent?: Parent): Span
  end(span: Span, failure?: string): void
  close(): void
}
/** Who asked for this: `traceparent`, as W3C Trace Context writes it. */
type Parent = Pick<Span, 'traceId' | 'id' | 'isKept'>

/** `share`: of the traces that begin here, from 0 to 1. */
export const openSpans = (keep: (span: Span) => void, share: number): Spans => {
  const current = new AsyncLocalStorage<Span>()
  const begun = new WeakMap<Step, Span>()

  const begin: Spans['begin'] = (name, kind, parent = current.getStore()) => ({
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    id: randomBytes(8).toString('hex'),
    parentId: parent?.id,
    isKept: parent?.isKept ?? Math.random() < share,
    ...{ name, kind, startedMs: nowMs(), endedMs: 0, about: {}, failure: undefined },
  })
  const end: Spans['end'] = (span, failure) => {
    span.endedMs = nowMs()
    span.failure = failure
    if (span.isKept) keep(span)
  }

  const enterStep = (step: Step): Span | undefined => {
    const around = current.getStore()
    if (!around && !step.isFirst) return undefined
    const span = begin(step.name, 'internal', around)
    span.about = step.about
    begun.set(step, span)
    return span
  }
  const leaveStep = (step: unknown) => {
    const { error } = step as Step & { error?: unknown }
    const span = begun.get(step as Step)
    if (span) end(span, error === undefined ? undefined : nameOf(error))
  }
  steps.start.bindStore(current, enterStep)
  steps.asyncEnd.subscribe(leaveStep)

  return {
    enter: (span, next) => current.run(span, next),
    begin,
    end,
    close() {
      steps.start.unbindStore(current)
      steps.asyncEnd.unsubscribe(leaveStep)
    },
  }
}

export const readParent = (header: string | string[] | undefined): Parent | undefined => {
  const parts = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})\b/.exec(String(header))
  const [, traceId = '', id = '', flags = ''] = parts ?? []
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(id)) return undefined
  return { traceId, id, isKept: (Number.parseInt(flags, 16) & 1) === 1 }
}

const nameOf = (error: unknown): string => {
  const { code, name } = Object(error)
  return typeof code === 'string' ? code : String(name ?? 'Error')
}

const nowMs = () => performance.timeOrigin + performance.now()

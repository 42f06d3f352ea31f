import { tracingChannel } from 'node:diagnostics_channel'

/** Of a step: names, counts and codes. Never a key, the text of a page, or a URL with its query. */
export type About = Record<string, string | number | boolean>

export type Step = {
  name: string
  /** Begins a trace where none is under way; other steps are left out there. */
  isFirst: boolean
  about: About
}

/** `base/telemetry` subscribes here when traces are on. */
export const steps = tracingChannel<unknown, Step>('siteray:step')

/** Does the work as a step of a trace; where nobody records, that is all it does. */
export const traced = <T>(
  name: string,
  work: (about: About) => Promise<T>,
  { isFirst = false } = {},
): Promise<T> => {
  const about: About = {}
  if (!steps.hasSubscribers) return work(about)
  return steps.tracePromise(() => work(about), { name, isFirst, about })
}

import type { Static } from 'typebox'
import { orNull, Type } from '../../kit/schema.ts'

const number = Type.Number()
/** Null where there is no limit. */
const orNone = orNull(number)

/** The limits of an account and its calls, and how long Siteray keeps things. */
export const LimitsAnswer = Type.Object({
  plan: Type.Object({
    name: Type.String(),
    creditsPerMonth: orNone,
    imageRequestsPerMonth: orNone,
  }),
  callsPerMinute: orNone,
  batchUrls: number,
  crawlPages: number,
  bodyBytes: number,
  /** Of batches and pages as files. */
  largeBodyBytes: number,
  /** Of PDF, office files and pictures. */
  fileMegabytes: number,
  resultsHours: number,
  /** 0: there is no log. */
  requestLogDays: number,
  /** 0: for ever. */
  auditDays: number,
  usageMonths: number,
})
export type LimitsAnswer = Static<typeof LimitsAnswer>

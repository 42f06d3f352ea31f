import type { Static } from 'typebox'
import { Type } from '../../kit/schema.ts'

const number = Type.Number()
/** Null where there is no limit. */
const orNone = Type.Union([number, Type.Null()])

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

import type { Static } from 'typebox'
import { WayState } from '../../base/ways/answers.ts'
import { stickiness } from '../../base/ways/names.ts'
import { orNull, Type } from '../../kit/schema.ts'

const text = Type.String()
const number = Type.Number()

const WayAnswer = Type.Object({
  ...WayState.properties,
  /** Scheme, host and port; null for the server's own connection. */
  server: orNull(text),
  /** Defined by WAYS_FILE: it cannot be changed here. */
  isInFile: Type.Boolean(),
  weight: number,
  sticky: Type.Enum([...stickiness]),
  maxConcurrent: number,
  perHostDelayMs: number,
  resolve: Type.Enum(['here', 'proxy']),
  accounts: Type.Array(text),
  lastUsedAt: orNull(text),
  /** Of the last use, where the way failed. */
  failure: orNull(text),
  pages: number,
  blocked: number,
  failures: number,
})
export type WayAnswer = Static<typeof WayAnswer>
export const WaysAnswer = Type.Object({ ways: Type.Array(WayAnswer) })
export const WayTestAnswer = Type.Object({ works: Type.Boolean(), detail: text, tookMs: number })

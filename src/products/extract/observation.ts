import type { Sql } from '../../base/db/sql.ts'
import type { ReadersInUse } from './check-request.ts'
import type { SeenByReader } from './extract-page.ts'
import type { ExtractOutcome } from './grounding/outcome.ts'
import type { JsonSchema } from './schema/limits.ts'

/** What became of a page for which readers were asked: they learn from it, or are judged by it. */
export type Observation = {
  accountId: string
  /** As the caller asked for it. */
  url: URL
  schema: JsonSchema | boolean | undefined
  prompt: string | undefined
  readers: ReadersInUse
  /** What the reader that fits best made of the page. */
  seen: SeenByReader | undefined
  /** Of a page that no reader knows. */
  skeleton: string[] | undefined
  source: string
  /** What a model said of the whole page. */
  said: ExtractOutcome | undefined
}

/** What is to be written of it, in the transaction that charges for the page. */
export type Observe = (
  observation: Observation,
) => Promise<((sql: Sql) => Promise<void>) | undefined>

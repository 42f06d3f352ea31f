import type { Sql } from '../../../base/db/sql.ts'
import type { JobKind } from '../../../base/jobs/kinds.ts'
import { type FindReader, readerOf, readsMainContent } from '../check-request.ts'
import type { Extract } from '../extract.ts'
import { type ExtractionSpec, promptIn } from '../schema/extraction-spec.ts'
import { checkSchema } from '../schema/limits.ts'
import { tableOf } from './table.ts'

/** What it says of each page besides how the page is read. */
export type Own = {
  schema?: unknown
  prompt?: string | undefined
  evidence?: boolean | undefined
  onlyMainContent?: boolean | undefined
  /** Whether the caller named a time. */
  isTimed?: boolean
  /** The id of a reader. */
  reader?: string | undefined
}

/** The whole page is read; what of it is its content is chosen where the text is read. */
const extractDefaults = { formats: ['source'], respectRobots: true } as const

export const extractKind = (deps: { sql: Sql; extract: Extract; findReader: FindReader }) =>
  ({
    name: 'extract',
    path: '/batch/extract',
    defaults: extractDefaults,
    async read({ accountId, options }, reading, signal) {
      const own = (options.own ?? {}) as Own
      const { schema, evidence = false, isTimed = false } = own
      const reader = await readerOf(deps, accountId, own)
      const checked = schema === undefined ? reader?.schema : checkSchema(schema)
      const spec: ExtractionSpec = { schema: checked, prompt: promptIn(own) }
      const onlyMainContent = readsMainContent(own.onlyMainContent ?? false, reading)
      const request = { accountId, reading, spec, reader, evidence, onlyMainContent, isTimed }
      const { answer, credits, keep } = await deps.extract(request, () => undefined, signal)
      await keep(deps.sql)
      return { answer, credits }
    },
    table: ({ own }) => tableOf((own as Own | undefined)?.schema),
  }) satisfies JobKind

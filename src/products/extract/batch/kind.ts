import { type Database, inTransaction } from '../../../base/db/sql.ts'
import type { JobKind } from '../../../base/jobs/kinds.ts'
import {
  type FindReaders,
  type ReadersWanted,
  readersOf,
  readsMainContent,
} from '../check-request.ts'
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
  /** The id of a reader, or `auto`. */
  reader?: string | undefined
}

/** The whole page is read; what of it is its content is chosen where the text is read. */
const extractDefaults = { formats: ['source'], respectRobots: true } as const

export const extractKind = (deps: {
  sql: Database
  extract: Extract
  findReaders: FindReaders
  /** Waits while a reader learns from other pages of the site. */
  whileLearning: <T>(wanted: ReadersWanted, read: () => Promise<T>) => Promise<T>
}) =>
  ({
    name: 'extract',
    path: '/batch/extract',
    defaults: extractDefaults,
    async read({ accountId, options }, reading, signal) {
      const own = (options.own ?? {}) as Own
      const { schema, prompt, evidence = false, isTimed = false } = own
      const wanted = { accountId, schema, prompt, id: own.reader ?? 'none', url: reading.url }
      const onlyMainContent = readsMainContent(own.onlyMainContent ?? false, reading)
      return deps.whileLearning(wanted, async () => {
        const readers = await readersOf(deps, accountId, { ...own, url: reading.url })
        const checked = schema === undefined ? readers?.named?.schema : checkSchema(schema)
        const spec: ExtractionSpec = { schema: checked, prompt: promptIn(own) }
        const request = { accountId, reading, spec, readers, evidence, onlyMainContent, isTimed }
        const { answer, credits, keep } = await deps.extract(request, () => undefined, signal)
        await inTransaction(deps.sql, keep)
        return { answer, credits }
      })
    },
    table: ({ own }) => tableOf((own as Own | undefined)?.schema),
  }) satisfies JobKind

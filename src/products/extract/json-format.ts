import type { Sql } from '../../base/db/sql.ts'
import type { JsonFormatOption } from '../../base/reader/formats.ts'
import type { PageRequest } from '../../base/reader/page-request.ts'
import { type CheckDeps, checkExtractionSpec, readsMainContent } from './check-request.ts'
import type { Extract, Tell } from './extract.ts'
import type { PageCopy } from './extract-page.ts'

type Call = { accountId: string; tell: Tell; signal: AbortSignal }

/** The `json` of a scrape: an extraction from the page that was read for its other formats. */
export const createJsonFormat = (
  deps: Omit<CheckDeps, 'parseTarget' | 'allowed' | 'ways' | 'sessions'> & { extract: Extract },
) => ({
  check: async (spec: JsonFormatOption, accountId: string): Promise<void> => {
    await checkExtractionSpec(deps, accountId, spec)
  },
  fill: async (
    page: PageRequest & { json: JsonFormatOption },
    source: PageCopy,
    { accountId, tell, signal }: Call,
  ): Promise<{
    data: unknown
    warning: string | undefined
    credits: number | undefined
    keep: (sql: Sql) => Promise<void>
  }> => {
    const asked = { ...page.json, url: page.url }
    const { readers, ...spec } = await checkExtractionSpec(deps, accountId, asked)
    const { answer, keep, credits } = await deps.extract(
      {
        ...{ accountId, reading: page, evidence: false, isTimed: page.isTimed ?? false },
        onlyMainContent: readsMainContent(page.json.onlyMainContent, page),
        ...{ spec, readers },
      },
      ...([tell, signal, source] as const),
    )
    return { data: answer.data, warning: answer.warning, credits, keep }
  },
})

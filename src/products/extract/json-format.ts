import type { Sql } from '../../base/db/sql.ts'
import type { JsonWish } from '../../base/reader/formats.ts'
import type { PageRequest } from '../../base/reader/page-request.ts'
import { type CheckDeps, checkWish, readsMainContent } from './check-request.ts'
import type { Extract, Tell } from './extract.ts'
import type { PageCopy } from './extract-page.ts'

type Call = { accountId: string; tell: Tell; signal: AbortSignal }

/** The `json` of a scrape: an extraction from the page that was read for its other formats. */
export const createJsonFormat = (deps: Omit<CheckDeps, 'parseTarget'> & { extract: Extract }) => ({
  check: async (wish: JsonWish): Promise<void> => {
    await checkWish(deps, wish)
  },
  fill: async (
    page: PageRequest & { json: JsonWish },
    source: PageCopy,
    { accountId, tell, signal }: Call,
  ): Promise<{
    data: unknown
    warning: string | undefined
    keep: (sql: Sql) => Promise<void>
  }> => {
    const { answer, keep } = await deps.extract(
      {
        ...{ accountId, reading: page, evidence: false },
        onlyMainContent: readsMainContent(page.json.onlyMainContent, page),
        wish: await checkWish(deps, page.json),
      },
      ...([tell, signal, source] as const),
    )
    return { data: answer.data, warning: answer.warning, keep }
  },
})

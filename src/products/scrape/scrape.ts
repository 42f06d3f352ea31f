import type { Database, Sql } from '../../base/db/sql.ts'
import type { PageAnswer } from '../../base/reader/answer.ts'
import { findCopy, prepareCopy } from '../../base/reader/copies.ts'
import type { PageRequest } from '../../base/reader/page-request.ts'
import type { ReadPage } from '../../base/reader/read-page.ts'

type ScrapeDeps = { sql: Database; readPage: ReadPage }

type Scraped = {
  answer: PageAnswer
  /** Stored in the same transaction as the charge. */
  keep: ((sql: Sql) => Promise<void>) | undefined
}

/** A page for one account: from its own copy where that is young enough, else from the web. */
export const createScrape =
  ({ sql, readPage }: ScrapeDeps) =>
  async (accountId: string, page: PageRequest, signal: AbortSignal): Promise<Scraped> => {
    const copy = await findCopy(sql, accountId, page)
    if (copy) return { answer: copy, keep: undefined }
    const answer = await readPage(page, signal)
    return { answer, keep: await prepareCopy(accountId, page, JSON.stringify(answer)) }
  }

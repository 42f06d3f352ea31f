import type { Sql } from '../../base/db/sql.ts'
import type { PageAnswer } from '../../base/reader/answer.ts'
import { type CopyDeps, findCopy, prepareCopy } from '../../base/reader/copies.ts'
import { type PageRequest, wantsModel } from '../../base/reader/page-request.ts'
import type { ReadPage } from '../../base/reader/read-page.ts'
import { type ModelDeps, type ModelFormatCall, readWithModel } from './model-formats.ts'

type ScrapeDeps = ModelDeps & CopyDeps & { readPage: ReadPage }

type Scraped = {
  answer: PageAnswer
  /** What it costs, where that is less than what was reserved. */
  credits?: number | undefined
  /** Stored in the same transaction as the charge. */
  keep: (sql: Sql) => Promise<void>
}
export type Scrape = (page: PageRequest, call: ModelFormatCall) => Promise<Scraped>

/** A page for one account: from its own copy where that is young enough, else from the web. */
export const createScrape =
  (deps: ScrapeDeps): Scrape =>
  async (page, call) => {
    const { accountId, signal } = call
    const copy = await findCopy(deps, accountId, page)
    if (copy) return { answer: copy, keep: async () => {} }
    const read = (asked: PageRequest) => deps.readPage(asked, signal)
    const { answer, credits, keep } = wantsModel(page)
      ? await readWithModel(deps, page, read, call)
      : { answer: await read(page), credits: undefined, keep: undefined }
    const keepCopy = await prepareCopy(deps, accountId, page, JSON.stringify(answer))
    return {
      ...{ answer, credits },
      keep: async sql => {
        await keepCopy?.(sql)
        await keep?.(sql)
      },
    }
  }

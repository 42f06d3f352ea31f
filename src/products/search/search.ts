import type { Sql } from '../../base/db/sql.ts'
import type { PageAnswer } from '../../base/reader/answer.ts'
import type { PageRequest } from '../../base/reader/page-request.ts'
import { AppError } from '../../kit/errors.ts'
import type { Engine } from './engine.ts'
import type { Search, SearchAnswer, SearchResult } from './request.ts'

type Keep = (sql: Sql) => Promise<void>
export type SearchCall = {
  accountId: string
  tell: (note: Record<string, unknown>) => void
  signal: AbortSignal
}

/** A page as a scrape reads it, from the account's own copy where that is asked for. */
export type ReadHit = (
  page: PageRequest,
  call: SearchCall,
) => Promise<{ answer: PageAnswer; credits?: number | undefined; keep: Keep }>

type SearchDeps = { engine: Engine; readHit: ReadHit }

type Searched = {
  answer: SearchAnswer
  /** Of each hit whose page was read: what that costs, where it is less than usual. */
  costs: (number | undefined)[]
  keep: Keep
}

/** Pages of one search that are read at once. */
const maxAtOnce = 5

export const search = async (
  { engine, readHit }: SearchDeps,
  { query, limit, pageAt }: Search,
  call: SearchCall,
): Promise<Searched> => {
  const { signal } = call
  const { hits, warnings } = await engine(query, limit, signal)
  const results: SearchResult[] = [...hits]
  const keeps: Keep[] = []
  const costs: Searched['costs'] = []
  // The caller's time for pages begins when they are known, and is one for all of them.
  const arrivedMs = performance.now()
  let next = 0
  const worker = async () => {
    for (let at = next++; at < hits.length; at = next++) {
      const hit = hits[at] as SearchResult
      results[at] = await read(hit)
    }
  }
  const read = async (hit: SearchResult): Promise<SearchResult> => {
    if (!pageAt) return hit
    try {
      const page = { ...pageAt(hit.url), arrivedMs }
      const { answer, credits, keep } = await readHit(page, call)
      keeps.push(keep)
      costs.push(credits)
      return { ...hit, page: answer }
    } catch (error) {
      if (!(error instanceof AppError) || signal.aborted) throw error
      return { ...hit, error: { code: error.code, message: error.message } }
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, hits.length) }, worker))
  return {
    answer: { results, ...(warnings.length > 0 && { warning: warnings.join(' ') }) },
    costs,
    keep: async sql => {
      for (const keep of keeps) await keep(sql)
    },
  }
}

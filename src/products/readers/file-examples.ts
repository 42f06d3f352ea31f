import type { Sql } from '../../base/db/sql.ts'
import { AppError } from '../../kit/errors.ts'
import { type FileExample, maxPages } from './file.ts'
import { keptPages } from './operations.ts'
import { packSource } from './pages.ts'
import { type PageRow, pageStore } from './store.ts'

/** What a reader was taught from, as a file has it. */
export const examplesOf = async (sql: Sql, id: string): Promise<FileExample[]> =>
  (await keptPages(sql, id)).labelled.map(({ url, data, source, marks = {}, isByModel }) => ({
    ...{ url, html: source, data },
    ...(Object.keys(marks).length > 0 && { marks }),
    ...(isByModel && { isByModel: true as const }),
  }))

/** Before a transaction begins: packing takes a while. */
export const packExamples = (examples: readonly FileExample[]): Promise<PageRow[]> =>
  Promise.all(
    examples.map(async ({ html, ...example }) => ({
      ...{ ...example, isLabelled: true },
      source: await packSource({ url: example.url, source: html }),
    })),
  )

export const keepExamples = async (
  sql: Sql,
  id: string,
  pages: readonly PageRow[],
): Promise<void> => {
  for (const page of pages) await pageStore.put(sql, id, page)
  const kept = (await pageStore.list(sql, id)).filter(({ isLabelled }) => isLabelled)
  if (kept.length > maxPages)
    throw new AppError('conflict', `A reader has at most ${maxPages} examples.`)
}

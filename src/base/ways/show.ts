import type { Sql } from '../db/sql.ts'
import type { WayState } from './answers.ts'
import type { Way } from './definition.ts'
import { type UseRow, useStore } from './use-store.ts'

/** Of all processes together. */
export const usesByWay = async (sql: Sql): Promise<ReadonlyMap<string, UseRow>> =>
  new Map((await useStore.list(sql)).map(use => [use.name, use]))

/** Addresses and passwords stay with the operator. */
export const showWay = (
  { name, kind, countries, creditsPerPage }: Way,
  use: UseRow | undefined,
): WayState => ({
  ...{ name, kind, countries: [...countries] },
  ...(creditsPerPage > 0 && { creditsPerPage }),
  health: use === undefined ? 'unused' : use.failure === null ? 'good' : 'failing',
  ...(use && { lastUsedAt: use.usedAt.toISOString() }),
})

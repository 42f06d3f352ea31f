import { AppError } from '../../kit/errors.ts'
import { inTransaction, type Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import { readWay, type Way } from './definition.ts'
import { type OpenWays, sealWay } from './open.ts'
import { wayStore } from './way-store.ts'

type ManageDeps = { sql: Sql; vault: Vault; ways: OpenWays }
type By = { accountId: string; actor: string }

const mostWays = 200

/** Makes a way, or changes one that was made so; its URL stays as it is where none is given. */
export const saveWay = async (
  { sql, vault, ways }: ManageDeps,
  given: { name: string; url?: string },
  by: By,
): Promise<void> => {
  checkNotInFile(ways, given.name)
  const before = ways.list().find(({ name }) => name === given.name)
  const way = readWay({ ...(before?.url !== undefined && { url: before.url }), ...given })
  const row = { name: way.name, sealed: sealWay(vault, way), ...by, most: mostWays }
  if (!(await inTransaction(sql, transaction => wayStore.put(transaction, row))))
    throw new AppError('conflict', `There are ${mostWays} ways already. Remove some first.`)
  await ways.reload()
}

export const removeWay = async ({ sql, ways }: ManageDeps, name: string, by: By): Promise<void> => {
  checkNotInFile(ways, name)
  if (!(await inTransaction(sql, transaction => wayStore.remove(transaction, { name, ...by }))))
    throw new AppError('not_found', `There is no way out "${name}".`)
  await ways.reload()
}

const checkNotInFile = (ways: OpenWays, name: string): void => {
  if (ways.isInFile(name))
    throw new AppError('conflict', `The way "${name}" is defined in WAYS_FILE: change it there.`)
}

/** Where a way leads, for its operator: without user name and password. */
export const serverOf = ({ url }: Way): string | null => {
  // Placeholders may stand in the host as well.
  const [scheme = '', rest] = url?.split('://', 2) ?? []
  if (rest === undefined) return null
  const host = rest.slice(rest.lastIndexOf('@') + 1).split(/[/?#]/, 1)[0]
  return `${scheme}://${host}`
}

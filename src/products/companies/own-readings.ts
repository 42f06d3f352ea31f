import type { Sql } from '../../base/db/sql.ts'
import { type CopyDeps, copyOf, keepCopyOf } from '../../base/reader/copies.ts'
import { nameKeys } from './names.ts'
import { ambiguous, type Resolution } from './resolve.ts'

type Reading = { name: string; domains: string[] }
type Keep = (sql: Sql) => Promise<void>

export type OwnReadings = {
  /** Whose a name is by what this account has read itself; undefined where it has read none. */
  find(accountId: string, name: string): Promise<Resolution | undefined>
  /** Remembers the names that a site gives itself; to be stored with what was read. */
  prepare(accountId: string, site: { domain: string; names: readonly string[] }): Promise<Keep>
}

const weekMs = 7 * 24 * 60 * 60_000
const mostDomains = 5
const identityOf = (key: string) => ['company', 1, key]

/**
 * The names of sites that an account had read within the week. Only that account finds companies by
 * them: to anybody else an answer would tell that somebody looked the site up.
 */
export const createOwnReadings = (deps: CopyDeps): OwnReadings => ({
  async find(accountId, name) {
    const { short } = nameKeys(name)
    if (short === '') return undefined
    const reading = await copyOf<Reading>(deps, accountId, identityOf(short), weekMs)
    const [domain, ...others] = reading?.domains ?? []
    if (!reading || domain === undefined) return undefined
    if (others.length > 0) return ambiguous(reading.domains)
    const reason = 'Your account has read this name on the site.'
    return { domain, name: reading.name, confidence: 0.8, reason }
  },
  async prepare(accountId, { domain, names }) {
    const byKey = new Map(names.map(name => [nameKeys(name).short, name]))
    byKey.delete('')
    const keeps = await Promise.all(
      [...byKey].map(async ([key, name]) => {
        const before = await copyOf<Reading>(deps, accountId, identityOf(key), weekMs)
        const domains = [...new Set([domain, ...(before?.domains ?? [])])].slice(0, mostDomains)
        const reading: Reading = { name, domains }
        return keepCopyOf(deps, accountId, identityOf(key), JSON.stringify(reading))
      }),
    )
    return async sql => {
      for (const keep of keeps) await keep?.(sql)
    }
  },
})

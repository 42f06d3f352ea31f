import type { PinnedCompany, Pins } from '../images/pins.ts'
import { layeredTable } from './layered-table.ts'
import type { OwnReadings } from './own-readings.ts'
import { pack } from './pack.ts'
import { type IdentifierKind, type Resolution, resolveIdentifier } from './resolve.ts'
import { type Hit, searchCompanies } from './search.ts'
import { type CompanyTable, readPacked, readTable } from './table.ts'

export type Companies = {
  resolve(kind: IdentifierKind, text: string): Resolution
  /** The same, and by what this account has read itself. */
  resolveFor(accountId: string, kind: IdentifierKind, text: string): Promise<Resolution>
  search(text: string, limit: number): Hit[]
}

/**
 * The companies that this server knows: those of the table, and before them those that the operator
 * pinned. The table is read at the first question.
 */
export const createCompanies = (
  pins: Pick<Pins, 'companies' | 'onChange'>,
  own?: Pick<OwnReadings, 'find'>,
): Companies => {
  let base: CompanyTable | undefined
  let known: CompanyTable | undefined
  const table = (): CompanyTable => {
    base ??= readTable()
    known ??= withPinned(base, pins.companies())
    return known
  }
  pins.onChange(() => {
    known = undefined
  })
  const resolve: Companies['resolve'] = (kind, text) => resolveIdentifier(table(), kind, text)
  return {
    resolve,
    async resolveFor(accountId, kind, text) {
      const found = resolve(kind, text)
      // What was read is surer than a name that is spelled almost so.
      const isOpen = kind === 'name' && !found.isAmbiguous && found.confidence < leastSure
      return (isOpen && (await own?.find(accountId, text))) || found
    },
    search: (text, limit) => searchCompanies(table(), text, limit),
  }
}

const leastSure = 0.8

const withPinned = (base: CompanyTable, pinned: readonly PinnedCompany[]): CompanyTable => {
  if (pinned.length === 0) return base
  const rows = pinned.map(({ host, names, tickers }) => ({
    domain: host,
    name: names[0] ?? host,
    source: 'operator' as const,
    names: new Set(names),
    onlyInFull: new Set<string>(),
    tickers: new Set(tickers),
  }))
  return layeredTable(readPacked(Buffer.from(pack(rows, []))), base)
}

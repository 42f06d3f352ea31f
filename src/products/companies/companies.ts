import type { PinnedCompany, Pins } from '../images/pins.ts'
import { layeredTable } from './layered-table.ts'
import { pack } from './pack.ts'
import { type IdentifierKind, type Resolution, resolveIdentifier } from './resolve.ts'
import { type Hit, searchCompanies } from './search.ts'
import { type CompanyTable, readPacked, readTable } from './table.ts'

export type Companies = {
  resolve(kind: IdentifierKind, text: string): Resolution
  search(text: string, limit: number): Hit[]
}

/**
 * The companies that this server knows: those of the table, and before them those that the operator
 * pinned. The table is read at the first question.
 */
export const createCompanies = (pins: Pick<Pins, 'companies' | 'onChange'>): Companies => {
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
  return {
    resolve: (kind, text) => resolveIdentifier(table(), kind, text),
    search: (text, limit) => searchCompanies(table(), text, limit),
  }
}

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

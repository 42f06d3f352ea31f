import { type IdentifierKind, type Resolution, resolveIdentifier } from './resolve.ts'
import { type Hit, searchCompanies } from './search.ts'
import { type CompanyTable, readTable } from './table.ts'

export type Companies = {
  resolve(kind: IdentifierKind, text: string): Resolution
  search(text: string, limit: number): Hit[]
}

/** The companies that this server knows. The table is read at the first question. */
export const createCompanies = (): Companies => {
  let read: CompanyTable | undefined
  const table = (): CompanyTable => {
    read ??= readTable()
    return read
  }
  return {
    resolve: (kind, text) => resolveIdentifier(table(), kind, text),
    search: (text, limit) => searchCompanies(table(), text, limit),
  }
}

import { cellsOfProfile } from '../../../src/products/branding/batch/table.ts'
import type { BrandingProfile } from '../../../src/products/branding/profile/profile.ts'

/** A line of the table: a page's data, or one entry of the only list in it. */
export type Row = { url: string; cells: Record<string, unknown>; error?: string | undefined }

/** More would be too narrow to read; the download has all. */
const maxColumns = 6

export type Result = {
  url: string
  data?: unknown
  profile?: BrandingProfile
  error?: string | undefined
}

export const entriesOf = ({ url, data, profile, error }: Result): Row[] => {
  if (profile) return [{ url, cells: cellsOfProfile(profile) }]
  const list = Array.isArray(data) ? data : onlyList(data)
  const found = list?.length === 0 ? [{}] : list
  const entries = error === undefined && found ? found : [data]
  return entries.map(entry => ({ url, cells: cellsOf(entry), error }))
}

const onlyList = (data: unknown): unknown[] | undefined => {
  const [first, ...others] = isRecord(data) ? Object.values(data) : []
  return others.length === 0 && Array.isArray(first) && first.every(isRecord) ? first : undefined
}

const cellsOf = (entry: unknown): Record<string, unknown> =>
  isRecord(entry) ? entry : { data: entry }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const shownColumns = (rows: readonly Row[]): string[] =>
  [
    ...new Set(rows.flatMap(({ cells, error }) => (error === undefined ? Object.keys(cells) : []))),
  ].slice(0, maxColumns)

export const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

import type { JobTable } from '../../../base/jobs/kinds.ts'
import type { BrandingProfile } from '../profile/profile.ts'

type Cell = (profile: BrandingProfile) => string | null | undefined

/** Of a profile, what fits a cell. */
const cells: Record<string, Cell> = {
  brandName: ({ brandName }) => brandName?.value,
  brandColor: ({ colors }) => colors?.brand?.value,
  actionColor: ({ colors }) => colors?.action?.value,
  background: ({ colors }) => colors?.background?.value,
  textColor: ({ colors }) => colors?.textPrimary?.value,
  font: ({ typography }) => typography?.families.primary?.value,
  headingFont: ({ typography }) => typography?.families.heading?.value,
  // A drawing as a data URL may be longer than any cell.
  logo: ({ images }) => shortUrl(images?.logo?.value),
  favicon: ({ images }) => shortUrl(images?.favicon?.value),
  designSystem: ({ designSystem }) => designSystem?.framework?.value,
  warning: ({ warning }) => warning,
}

const shortUrl = (url: string | undefined) => (url?.startsWith('data:') ? '' : url)

/** By the name of the column. */
export const cellsOfProfile = (profile: BrandingProfile): Record<string, string> =>
  Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell(profile) ?? '']))

type Item = { url: string; profile?: BrandingProfile; code?: string; error?: string }

/** A row for each site: the item has every value in full. */
export const profileTable: JobTable = {
  columns: ['url', ...Object.keys(cells), 'code', 'error'],
  rowsOf(item) {
    const { url, profile, code = '', error = '' } = item as Item
    const read = profile ? cellsOfProfile(profile) : {}
    return [[url, ...Object.keys(cells).map(name => read[name] ?? ''), code, error]]
  },
}

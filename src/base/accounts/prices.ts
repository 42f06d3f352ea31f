/** What each operation costs in credits (docs/api.md, “Credits”). The dashboard shows this very table. */
export const prices = {
  scrape: 1,
  parse: 1,
  ocrPage: 1,
  wayPage: 1,
  search: 1,
  batch: 1,
  crawl: 1,
  batchExtract: 5,
  map: 1,
  extract: 5,
  reader: 1,
  batchReader: 1,
  batchBranding: 5,
  batchBrandingHeuristic: 2,
  resolveCompanies: 1,
  brand: 5,
  brandingHeuristic: 2,
  brandingFull: 5,
} as const

export type Operation = keyof typeof prices

/** What a piece of work can cost besides its own price, so many times. */
export type Extra = 'ocrPage' | 'wayPage'
export type Extras = Partial<Record<Extra, number>>
export type OnExtra = (extra: Extra, times: number) => void

/** What is remembered of the last pages of one version, by field. */
export type Watch = {
  /** Pages that this version has read. */
  pages?: number
  fields?: Record<string, Remembered>
}
type Remembered = {
  /** The last pages, the newest at the end: 1 where the field was flagged. */
  recent: string
  /** All pages before those. */
  pages: number
  flagged: number
}

/** Beside the fields themselves: whether any was flagged, and whether the page was of the template. */
export const anyField = '*'
export const otherTemplate = '**'

/** The page is added to what is remembered. Names what has changed: far more flags than before. */
export const watchPage = (
  { pages = 0, fields = {} }: Watch,
  flagged: Readonly<Record<string, boolean>>,
): { watch: Watch; changed: string[] } => {
  const next = { ...fields }
  for (const [field, isFlagged] of Object.entries(flagged))
    next[field] = remember(next[field] ?? { recent: '', pages: 0, flagged: 0 }, isFlagged)
  const changed = Object.keys(flagged).filter(field => hasChanged(field, next[field]))
  return { watch: { pages: pages + 1, fields: next }, changed }
}

/** Whether the last pages are as good as before a change: the site took it back, say. */
export const isCalm = ({ fields = {} }: Watch): boolean =>
  Object.values(fields).some(({ recent }) => recent.length === windowPages) &&
  Object.entries(fields).every(
    // Calls for a part of the fields say nothing of the others.
    ([name, field]) =>
      name === anyField || flaggedOf(field) * windowPages <= calmPages * field.recent.length,
  )

const calmPages = 2
const windowPages = 20

/** Whether most of what it knows is not found on the last pages that are flagged. */
export const losesMost = ({ fields = {} }: Watch): boolean => {
  const { [anyField]: whole, [otherTemplate]: other, ...own } = fields
  const all = Object.values(own)
  const each = Math.max(1, all.length)
  const lost = all.reduce((sum, field) => sum + flaggedOf(field), 0) + each * flaggedOf(other)
  return lost * 2 > each * (flaggedOf(whole) + flaggedOf(other))
}

const flaggedOf = (field: Remembered | undefined): number =>
  (field?.recent.split('1').length ?? 1) - 1

const remember = ({ recent, pages, flagged }: Remembered, isFlagged: boolean): Remembered => {
  const all = recent + (isFlagged ? '1' : '0')
  if (all.length <= windowPages) return { recent: all, pages, flagged }
  return { recent: all.slice(1), pages: pages + 1, flagged: flagged + (all[0] === '1' ? 1 : 0) }
}

/**
 * At least three in ten of the last pages, and more than chance explains: a field that some pages
 * have always lacked is measured against its own share. What a version that has read little usually
 * does is not known: there, most pages after a clean beginning are a change.
 */
const hasChanged = (name: string, field: Remembered | undefined): boolean => {
  if (!field) return false
  const { recent, pages, flagged } = field
  const count = flaggedOf(field)
  if (count < leastShare * windowPages) return false
  if (pages < windowPages) {
    const first = pages < cleanPages ? recent.slice(0, cleanPages - pages) : ''
    const isClean = flagged === 0 && !first.includes('1')
    return isClean && count >= mostPages && name !== anyField
  }
  // What is usual was counted on few pages: the largest share that fits them.
  const usual = 1 - (lowerBound(pages - flagged, pages) ?? 0)
  return tail(count, recent.length, usual) < chance
}

const leastShare = 0.3
const cleanPages = 5
const mostPages = 12
/** Ten fields of two thousand pages are twenty thousand looks at overlapping windows. */
const chance = 1e-6

/** How likely at least `count` of `all` are flagged where each is with this probability. */
const tail = (count: number, all: number, p: number): number => {
  let sum = 0
  let term = (1 - p) ** all
  for (let k = 0; k <= all; k++) {
    if (k >= count) sum += term
    term *= ((all - k) / (k + 1)) * (p / (1 - p))
  }
  return sum
}

/** Wilson's lower bound of a share, at 95 %. */
export const lowerBound = (right: number, all: number): number | undefined => {
  if (all === 0) return undefined
  const [p, z2] = [right / all, 1.96 ** 2]
  const spread = 1.96 * Math.sqrt((p * (1 - p) + z2 / (4 * all)) / all)
  return Math.round((1000 * (p + z2 / (2 * all) - spread)) / (1 + z2 / all)) / 1000
}

import { distance, type Print, unseen } from './simhash.ts'

/**
 * Shapes that no page has: too long, too deep, or a path that goes in circles (`/a/b/a/b/a/b`, or a
 * few names over and over), which is what relative links without their slash make of a site.
 */
export const hasTrapShape = (url: string): boolean => {
  if (url.length > maxUrlLength) return true
  const segments = segmentsOf(url)
  if (segments.length > maxSegments || repeats(segments)) return true
  return segments.length >= 6 && new Set(segments).size <= segments.length / 2
}

/** No page has a longer address. */
export const maxUrlLength = 2_000
const maxSegments = 20

const segmentsOf = (url: string): string[] =>
  (url.split(/[?#]/, 1)[0] ?? '')
    .split('/')
    .slice(3)
    .filter(segment => segment !== '')

/** A run of one to three segments, three times in a row. */
const repeats = (segments: readonly string[]): boolean => {
  for (let run = 1; run <= 3; run++) {
    let same = 0
    for (let at = run; at < segments.length; at++) {
      same = segments[at] === segments[at - run] ? same + 1 : 0
      if (same === 2 * run) return true
    }
  }
  return false
}

/** What a key has in common with its like: `/cal/N/N?view`, `/event/D`, `/s/T`. */
export const templateOf = (key: string): string => {
  const { path, names } = partsOf(key)
  const template = path.split('/').map(segmentTemplate).join('/')
  return names.length === 0 ? template : `${template}?${names.join('&')}`
}

const segmentTemplate = (segment: string): string =>
  segment
    .replace(
      /(?<!\d)(?:\d{4}-\d{1,2}(?:-\d{1,2})?|\d{1,2}\.\d{1,2}\.\d{4}|(?:19|20)\d{6})(?!\d)/g,
      'D',
    )
    .replace(/[A-Za-z0-9]{16,}/g, run => (/\d/.test(run) && /[A-Za-z]/.test(run) ? 'T' : run))
    .replace(/\d+/g, 'N')

/** The path of a key whose query combines choices (two or more names that are no paging). */
export const combinationOf = (key: string): string | undefined => {
  const { path, names } = partsOf(key)
  return names.filter(name => !isPagingName(name)).length >= 2 ? `${path}?+` : undefined
}

/** The next pages of a list that nobody narrowed: `/list?page=3`, `/list/page/3`. */
export const isPlainPaging = (key: string): boolean => {
  const { path, names } = partsOf(key)
  const [, word = ''] = /^[^/]+\/\/[^/]+(?:\/[^/]+)?\/([a-z_]+)[/-]\d+$/i.exec(path) ?? []
  return names.length > 0 ? names.every(isPagingName) : isPagingName(word)
}

export const isPagingName = (name: string): boolean => paging.has(name.toLowerCase())

const paging = new Set(
  'page p pg paged start offset skip cursor limit per_page perpage pagesize page_size'.split(' '),
)

/** What was chosen in a combination, as `name=value`. */
export const choicesOf = (key: string): string[] =>
  (key.split('#', 1)[0]?.split(/\?(.*)/s, 2)[1] ?? '')
    .split('&')
    .map(pair => pair.slice(0, maxChoiceLength))
    .filter(pair => !isPagingName(pair.split('=', 1)[0] ?? ''))

const maxChoiceLength = 40

/**
 * Whether an address names a month or a day and nothing else: `/2026/05`, `/event/2026-05-03`,
 * `?month=5`. Days never end, whether or not anything is on.
 */
export const isDated = (key: string): boolean => {
  const { path, names } = partsOf(key)
  const last = path.split('/').slice(3).filter(Boolean).slice(-3)
  return (
    names.some(name => dateNames.has(name.toLowerCase())) ||
    namesDay(valuesOf(key)) ||
    segmentTemplate(last.at(-1) ?? '') === 'D' ||
    /(?:^|\/)\d{4}\/(?:0?[1-9]|1[0-2])(?:\/[0-3]?\d)?$/.test(last.join('/'))
  )
}

/** `?on=2026-05-03`, `?y=2026&m=5`, or the second a day begins with. */
const namesDay = (values: readonly string[]): boolean =>
  values.some(value => segmentTemplate(value) === 'D' || /^1\d{9}(?:000)?$/.test(value)) ||
  (values.length > 1 &&
    values.some(value => /^(?:19|20)\d\d$/.test(value)) &&
    values.every(value => /^(?:\d{4}|0?[1-9]|[12]\d|3[01])$/.test(value)))

const valuesOf = (key: string): string[] =>
  (key.split('#', 1)[0]?.split(/\?(.*)/s, 2)[1] ?? '')
    .split('&')
    .map(pair => pair.split(/=(.*)/s, 2)[1] ?? '')

const dateNames = new Set('date day month year week'.split(' '))

const partsOf = (key: string): { path: string; names: string[] } => {
  const [address = ''] = key.split('#', 1)
  const [path = '', query = ''] = address.split(/\?(.*)/s, 2)
  const names = query === '' ? [] : query.split('&').map(pair => pair.split('=', 1)[0] ?? '')
  return { path, names: [...new Set(names)].sort() }
}

/** What is remembered of the pages read of one template or combination. Small: a row has it as JSON. */
export type TrapBudget = {
  /** Pages in a row that led only to their like and said nothing new. */
  barren: number
  /** Pages that led nowhere new and said little new, in all. */
  stale: number
  /** Pages in a row that said nothing new, wherever they led. */
  dull: number
  /** Lines that were read in pages of this kind, the latest. */
  seen: number[]
  /** What was chosen in them, the first. */
  choices: string[]
  /** The latest page's. */
  simhash: string
}

export type ReadPageFacts = {
  print: Print
  /** How many keys nobody knew of it led to, of its own kind and of others. */
  newInside: number
  newOutside: number
  /** Of a combination of facets. */
  choices?: readonly string[]
  isDated?: boolean
}

export const emptyBudget: TrapBudget = {
  barren: 0,
  stale: 0,
  dull: 0,
  seen: [],
  choices: [],
  simhash: '',
}

export const spend = (
  budget: TrapBudget,
  { print, newInside, newOutside, choices = [], isDated = false }: ReadPageFacts,
): TrapBudget => {
  const fresh = unseen(print.lines, budget.seen)
  const share = fresh.length / Math.max(1, print.lines.length)
  const first = budget.simhash === ''
  // `May 2031` over the same thirty days. Two lines of its own are what a plain page of goods has.
  const alike =
    !first &&
    (share < 0.05 ||
      (fresh.length <= 1 &&
        (print.lines.length >= 10 || distance(budget.simhash, print.simhash) <= maxBits)))
  const next = {
    ...budget,
    dull: alike ? budget.dull + 1 : 0,
    seen: budget.seen.concat(fresh).slice(-maxSeen),
    choices: [...new Set([...budget.choices, ...choices])].slice(0, maxChoices),
    simhash: print.simhash,
  }
  if (newOutside > 0) return { ...next, barren: 0 }
  // A page that leads nowhere feeds no trap: however many of them there are, they end.
  // Nor is one a trap that has a line of its own and leads to several: goods that name each other do.
  const isFeeding = alike && (share < 0.05 || isDated || newInside === 1)
  const barren = newInside === 0 ? budget.barren : isFeeding ? budget.barren + 1 : 0
  return { ...next, barren, stale: budget.stale + (!first && (alike || share < 0.3) ? 1 : 0) }
}

const maxBits = 3
const maxSeen = 1_000
const maxChoices = 60

/** Of a template: 30 pages in a row. */
export const isSpent = ({ barren }: TrapBudget): boolean => barren >= 30

/**
 * Of a combination: 20 pages in all, of two or more choices (`?view=article&id=5` has one: the view
 * is always the same). A shop whose addresses are such, but lead to goods, has none.
 */
export const isCombined = ({ stale, choices }: TrapBudget): boolean => {
  if (stale < 20) return false
  const byName = Map.groupBy(choices, pair => pair.split('=', 1)[0])
  return [...byName.values()].filter(({ length }) => length > 1).length > 1
}

/**
 * Of days or months: 20 in a row on which nothing is on, be it that nothing leads on from them: what
 * is beside them leads to more of them for ever. Months that lead to anything else than days go on.
 */
export const isIdle = (
  { dull, barren }: TrapBudget,
  { newInside, newOutside }: ReadPageFacts,
): boolean => barren >= 20 || (dull >= 20 && newInside + newOutside === 0)

/** How often the content of a chain of next pages was the same, up to this page of it. */
export type Chain = { contentHash: string; times: number }

export const chainAfter = (before: Chain | undefined, contentHash: string): Chain => ({
  contentHash,
  times: before?.contentHash === contentHash ? before.times + 1 : 1,
})

/** Three times the same: there is no next page. */
export const hasEnded = ({ times }: Pick<Chain, 'times'>): boolean => times >= 3

/**
 * A bench is a module `bench/<name>.ts` that exports what it measures as `bench`. `npm run bench --
 * <name>` runs it in a process of its own and writes its figures into bench/RESULTS.md.
 */
export type Bench<Id extends string = string> = {
  /** As the file is called. */
  name: string
  part: Part
  /** What is measured, on what, beside what. */
  title: string
  /** Roughly, with nothing beside it. */
  minutes: number
  needs?: Needs
  nodeFlags?: readonly string[]
  rows: Readonly<Record<Id, Row>>
  measure(context: Context): Promise<Record<Id, Figure>>
}

/** The headings of RESULTS.md, in this order. */
export const parts = [
  'The house',
  'Images',
  'Scrape',
  'Batch',
  'Crawl',
  'Extract',
  'Branding',
  'Doors',
  'Dashboard',
] as const
export type Part = (typeof parts)[number]

export type Needs = {
  /** Files below the data folder. They are public data sets and no part of the project. */
  data?: readonly string[]
  browser?: true
  /** Reads /proc. */
  linux?: true
  /** Makes network namespaces. */
  root?: true
  /** Programs, each with the Debian package that brings it. */
  programs?: Readonly<Record<string, string>>
  /** Packages, with their versions, that are installed at first use and are no dependency. */
  packages?: Readonly<Record<string, string>>
  /** Files that another program writes, and the command. */
  made?: Readonly<Record<string, string>>
  /** Times that mean nothing while the machine does something else. */
  quiet?: true
}

export type Row = {
  what: string
  unit?: string
  limit?: { atMost: number } | { atLeast: number }
  /** What a reader must know to take the figure for what it is. */
  note?: string
}

/** `text` is shown instead of the bare number; the limit is held against the number. */
export type Figure = { value: number; text?: string }

export type Context = {
  /** A file or folder of the data folder. */
  data(path: string): string
  /** Takes every so manieth case, to try a bench; its figures are then shown and not kept. */
  sample: number
  /** For a bench that draws cases at random: which ones, and how many. */
  seed?: number
  places?: number
  /** Prints each miss. */
  verbose: boolean
  say(line: string): void
}

/** Only gives the figures the names of the rows. */
export const defineBench = <Id extends string>(bench: Bench<Id>): Bench<Id> => bench

export const atMost = (atMost: number) => ({ atMost })
export const atLeast = (atLeast: number) => ({ atLeast })

export const figure = (value: number, text?: string): Figure =>
  text === undefined ? { value } : { value, text }

/** So many of so many, in per cent. */
export const share = (part: number, whole: number, more?: string): Figure => {
  const value = whole === 0 ? 100 : (100 * part) / whole
  const counts = `${part.toLocaleString('en')} of ${whole.toLocaleString('en')}`
  const percent = value === 100 || value === 0 ? '' : ` (${showNumber(value)} %)`
  return { value, text: `${counts}${percent}${more ? `; ${more}` : ''}` }
}

export const showFigure = ({ unit }: Pick<Row, 'unit'>, { value, text }: Figure): string =>
  text ?? `${showNumber(value)}${unit ? ` ${unit}` : ''}`

/** Three digits say all that a measurement knows; a count is never cut. */
export const showNumber = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : `${Number(value.toPrecision(3))}`

/** Undefined where there is no limit. */
export const isWithin = ({ limit }: Row, { value }: Figure): boolean | undefined => {
  if (!limit) return undefined
  return 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast
}

export const showLimit = ({ limit, unit }: Row): string => {
  if (!limit) return ''
  const [word, value] = 'atMost' in limit ? ['≤', limit.atMost] : ['≥', limit.atLeast]
  return `${word} ${value.toLocaleString('en')}${unit ? ` ${unit}` : ''}`
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

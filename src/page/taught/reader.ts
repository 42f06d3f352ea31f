import type { Conversion } from './conversions.ts'

/**
 * What was learned of one template of a site, as plain data: a view is only ever compared with the
 * views of a page, so nothing in a reader is run, walked or fetched.
 */
export type TaughtReader = {
  /** By JSON Pointer. */
  fields: Record<string, TaughtField>
  /** By JSON Pointer of the array. */
  lists: Record<string, TaughtList>
  /** Hashes of texts that stand on nearly every page. */
  common: string[]
  /** Hashes of the classed boxes that every page of the template had, and the least share seen. */
  template: { boxes: string[]; least: number }
}

export type TaughtField = {
  rules: Rule[]
  /** The score that the examples had. */
  expect: number
  /** The share of the pages it was learned from that have the field. */
  seen: number
  shape: Shape
  /** Fields that an example has the same text for; unknown in readers of before. */
  shares?: string[]
  /** Its values may be texts that stand on every page. */
  isCommon?: boolean
  /** What the rules did to the texts of the examples; it goes for those of other pages too. */
  convert?: Conversion[]
  /** Learned from examples that have the value where these rules do not find it. */
  elsewhere?: TaughtField
}

export type TaughtList = {
  /** The places where rows stand: elements with their classes, up to the root. */
  parents: string[]
  row: RowShape
  fields: Record<string, TaughtField>
  /** The share of the examples that have rows; unknown in readers of before. */
  seen?: number
}

/** A row's element; of the classes it needs one, where there are any. */
export type RowShape = {
  tag: string
  any: string[]
  /** Hashes of what looks like a row and is none: an advertisement, a heading between rows. */
  not?: string[]
}

export const allRules = ({ rules, elsewhere }: TaughtField): Rule[] => [
  ...rules,
  ...(elsewhere?.rules ?? []),
]

export type Rule = {
  view: string
  pick: Pick
  /** Estimated precision. */
  p: number
  /** The words before and after the value within its text. */
  cut?: Cut
  /** It gave the value of every example, and nothing where there was none. */
  isTelling?: true
}
export type Pick = 'only' | 'first' | 'last'
export type Cut = [before: string, after: string]

/** What all taught values have; a value without it is flagged. */
export type Shape = {
  digit?: boolean
  letter?: boolean
  currency?: boolean
  address?: boolean
  /** False alone: figures below zero are as good as others where an example shows one. */
  minus?: boolean
  /** Of dates, numbers and codes: digits as `9`, words as `a`. */
  form?: string
  /** How many digits. */
  digits?: number
}

export const families = ['path', 'class', 'label', 'heading', 'inline', 'markup'] as const
export type Family = (typeof families)[number]

/** The first letter of a view names its family; positions below a classed element are a path. */
export const familyOf = (view: string): Family =>
  view.startsWith('C5') ? 'path' : (familyByLetter[view[0] ?? ''] ?? 'markup')

const familyByLetter: Record<string, Family> = {
  P: 'path',
  C: 'class',
  L: 'label',
  H: 'heading',
  I: 'inline',
  M: 'markup',
}

/** How page text becomes a value of the field. */
export type FieldKind = {
  /** Whether the targets of links and images count: what an address spells is no text. */
  isAddress: boolean
  /** Of a value as the caller gives it; undefined where the field cannot have it. */
  keyOf(value: unknown): string | undefined
  /** Undefined where the text holds no such value. Two texts with one `key` say the same. */
  read(text: string, url: string): { value: unknown; key: string } | undefined
  /** Where in a longer text the value may stand, for a cut. */
  find(text: string, key: string, url: string): { start: number; end: number } | undefined
  /** What it does to a text that it reads. */
  convert?(text: string): readonly Conversion[]
  /** Other ways to read texts that say two things, of which the examples choose. */
  ways?: readonly (readonly Conversion[])[]
  /** The kind that reads them as it was seen; one and the same for the same way. */
  as?(done: readonly Conversion[]): FieldKind
}

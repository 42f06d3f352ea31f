import { pickOne, sayings } from './ask.ts'
import type { Atom } from './atoms.ts'
import type { PageIndex } from './index-page.ts'
import { type Family, type FieldKind, familyOf, type TaughtField } from './reader.ts'
import { fitsShape } from './shape.ts'
import { vote } from './votes.ts'

export type Flag = 'missing' | 'weak' | 'disagree' | 'shape'

export type FieldAnswer = {
  /** Undefined where the page has none. */
  value: unknown
  key: string
  quote: string
  by: Family[]
  /** From 0 to 1, beside what the examples had. */
  confidence: number
  flags: Flag[]
  /** Where it was found. */
  atom?: Atom
}

/** Where the usual places do not surely have it, the place that other examples had it in. */
export const answerField = (
  page: PageIndex,
  kind: FieldKind,
  field: TaughtField,
  isCommon: (text: string) => boolean,
): FieldAnswer => {
  const usual = answerByRules(page, kind, field, isCommon)
  const isSure = usual.value !== undefined && usual.flags.length === 0
  if (!field.elsewhere || isSure) return usual
  const other = answerByRules(page, kind, field.elsewhere, isCommon)
  const isBetter =
    other.value !== undefined && (usual.value === undefined || other.flags.length === 0)
  return isBetter ? { ...other, flags: [...new Set<Flag>(['weak', ...other.flags])] } : usual
}

const answerByRules = (
  page: PageIndex,
  kind: FieldKind,
  field: TaughtField,
  isCommon: (text: string) => boolean,
): FieldAnswer => {
  const votes = vote(page, kind, field.rules, field.shape)
  const [first, second] = votes
  const absent = absentAnswer(field)
  // What some pages do not have is not to be found where only a few rules see it.
  const least = field.expect / (field.seen < 1 ? 3 : 4)
  if (!first || first.said.key === '' || first.score < least) return absent
  const { said, score, by } = first
  if (isUntold(page, kind, field, said.key)) return absent
  const isWeak = score < field.expect / 2 || isAlone(field, by)
  const isOdd = !fitsShape(said, field.shape)
  // A text of every page is most likely a label that moved up to where the value was.
  const isLabel = isCommon(said.quote) && !field.isCommon
  if (isWeak && (isOdd || isLabel || votes.some(one => one.said.key === ''))) return absent
  const flags: Flag[] = []
  if (isWeak) flags.push('weak')
  if (second && second.score > score / 2) flags.push('disagree')
  if (isOdd) flags.push('shape')
  return {
    ...{ value: said.value, key: said.key, quote: said.quote, by, flags, atom: said.atom },
    confidence: Math.min(1, score / Math.max(field.expect, 0.1)),
  }
}

/** One witness where the examples had several that can be relied on. */
const isAlone = ({ rules }: TaughtField, by: readonly Family[]): boolean => {
  const [first, ...more] = by.map(witnessOf)
  return (
    more.every(one => one === first) &&
    rules.some(({ view, p }) => p >= reliable && witnessOf(familyOf(view)) !== first)
  )
}

/** Both go by the texts before: where a value is gone, the next text takes its place in both. */
const witnessOf = (family: Family): Family => (family === 'heading' ? 'label' : family)

const reliable = 0.6

/** Where some pages lack the field, only rules that told those apart are believed. */
const isUntold = (
  page: PageIndex,
  kind: FieldKind,
  { rules }: TaughtField,
  key: string,
): boolean => {
  const telling = rules.filter(({ isTelling }) => isTelling)
  return (
    telling.length > 0 &&
    !telling.some(rule => pickOne(sayings(page, kind, rule), rule.pick)?.key === key)
  )
}

export const absentAnswer = ({ seen }: TaughtField): FieldAnswer => ({
  ...{ value: undefined, key: '', quote: '', by: [], confidence: 0 },
  flags: seen === 1 ? ['missing'] : [],
})

import type { PageIndex } from './index-page.ts'
import type { Family, FieldKind, TaughtField } from './reader.ts'
import { fitsShape } from './shape.ts'
import { vote } from './votes.ts'

export type Flag = 'missing' | 'weak' | 'disagree' | 'shape' | 'common'

export type FieldAnswer = {
  /** Undefined where the page has none. */
  value: unknown
  key: string
  quote: string
  by: Family[]
  /** From 0 to 1, beside what the examples had. */
  confidence: number
  flags: Flag[]
}

export const answerField = (
  page: PageIndex,
  kind: FieldKind,
  field: TaughtField,
  isCommon: (text: string) => boolean,
): FieldAnswer => {
  const [first, second] = vote(page, kind, field.rules)
  // What some pages do not have is not to be found where only a few rules see it.
  const least = field.expect / (field.seen < 1 ? 3 : 4)
  if (!first || first.said.key === '' || first.score < least)
    return { ...nothing, flags: field.seen === 1 ? ['missing'] : [] }
  const { said, score, by } = first
  const flags: Flag[] = []
  if (score < field.expect / 2) flags.push('weak')
  if (second && second.score > score / 2) flags.push('disagree')
  if (!fitsShape(said.quote, field.shape)) flags.push('shape')
  if (isCommon(said.quote)) flags.push('common')
  return {
    ...{ value: said.value, key: said.key, quote: said.quote, by, flags },
    confidence: Math.min(1, score / Math.max(field.expect, 0.1)),
  }
}

const nothing = { value: undefined, key: '', quote: '', by: [], confidence: 0 }

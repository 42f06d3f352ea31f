import type { Field } from '../schema/fields.ts'
import type { Intent } from '../words/intent.ts'
import type { Choice } from './align.ts'
import type { Query } from './query.ts'
import type { Slot } from './record-slots.ts'

/**
 * What is left when all that has a name or a form of its own has found its place: as many fields of
 * words as there are places with words, in their order. A list that nothing else vouches for must be
 * called as the field is.
 */
export const takeRest = (
  queries: Query[],
  slots: Slot[],
  chosen: Map<Field, Choice>,
  { count, isTitled }: { count: number; isTitled: boolean },
) => {
  takeNames(queries, slots, chosen)
  if (chosen.size === 0 && !isTitled) return
  const taken = new Set([...chosen.values()].map(({ slot }) => slot))
  const left = queries.filter(({ field, intent }) => !chosen.has(field) && isWords(field, intent))
  const free = slots
    .filter(slot => !taken.has(slot) && isOfAll(slot, count) && saysMuch(slot))
    .sort((a, b) => a.order - b.order)
  if (left.length === 0 || left.length !== free.length || left.length > maxLeft) return
  left.forEach(({ field }, at) => {
    const slot = free[at]
    if (slot) chosen.set(field, { slot, score: leastScore, part: withoutColon })
  })
}

const leastScore = 0.55
const withoutColon = (text: string) => text.replace(/\s?[:：]$/, '')
const maxLeft = 3

/** "Written by Faith Cox on 5 July": the same line holds the day. */
const takeNames = (queries: Query[], slots: Slot[], chosen: Map<Field, Choice>) => {
  for (const { field, intent } of queries) {
    if (chosen.has(field) || intent !== 'person') continue
    const slot = slots.find(one => {
      const texts = textsOf(one)
      return texts.filter(text => nameIn(text)).length > texts.length * 0.6
    })
    if (slot) chosen.set(field, { slot, score: leastScore, part: text => nameIn(text) ?? '' })
  }
}

const nameIn = (text: string): string | undefined => {
  const [, behind] = text.slice(0, maxLine).split(/(?:^|\s)(?:by|von|par|por)\s/iu)
  const [name = '', ...rest] = behind?.split(/\son\s|[,|·•]|\s-\s/u) ?? []
  return rest.length > 0 && /^\p{L}/u.test(name) && name.length <= maxName ? name.trim() : undefined
}
const maxLine = 200
const maxName = 40

const isWords = ({ kind, format, values }: Field, intent: Intent): boolean =>
  (kind === 'string' || kind === 'any') && !format && !values && wordy.has(intent)
const wordy = new Set<Intent>([
  ...(['other', 'title', 'prose', 'organization', 'place', 'money', 'duration', 'count'] as const),
])

const isOfAll = ({ texts }: Slot, count: number): boolean => texts.size >= count * 0.75

/** Words that differ from record to record: no button, no label, no sign. */
const saysMuch = (slot: Slot): boolean => {
  const texts = textsOf(slot)
  const own = new Set(texts)
  return (
    own.size > texts.length * 0.6 &&
    texts.filter(text => /\p{L}{2}/u.test(text)).length > texts.length * 0.7
  )
}

const textsOf = ({ texts }: Slot): string[] =>
  [...texts.values()].slice(0, 40).map(({ text }) => text)

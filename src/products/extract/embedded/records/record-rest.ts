import { stemsOf } from '../../../../page/words/stems.ts'
import type { Word } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import type { Intent } from '../../words/intent.ts'
import type { Query } from '../rank/query.ts'
import type { Choice } from './align.ts'
import { areNames } from './record-people.ts'
import { areQuestions, type Slot } from './record-slots.ts'

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
  takePosters(queries, slots, chosen, count)
  takeOrdinals(queries, slots, chosen, count)
  takeCounts(queries, chosen)
  if (chosen.size === 0 && !isTitled) return
  const taken = new Set([...chosen.values()].map(({ slot }) => slot))
  const left = queries.filter(({ field, intent }) => !chosen.has(field) && isWords(field, intent))
  const free = slots
    .filter(slot => !taken.has(slot) && isOfAll(slot, count) && saysMuch(slot))
    .sort((a, b) => a.order - b.order)
  if (left.length === 0 || left.length !== free.length || left.length > maxLeft) return
  left.forEach(({ field, name }, at) => {
    const slot = free[at]
    if (slot && mayBe(slot, name))
      chosen.set(field, { slot, score: leastScore, part: withoutColon })
  })
}

/** Questions ask, and customers have names. */
const mayBe = (slot: Slot, name: Word[]): boolean => {
  const says = (words: ReadonlySet<string>) => name.some(({ stem }) => words.has(stem))
  return (!says(questions) || areQuestions(slot)) && (!says(people) || areNames(slot))
}

const questions = stemsOf('question')
const people = stemsOf('customer client reviewer person speaker member author')

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

/** Of what people write, the first short line is who wrote it. */
const takePosters = (
  queries: Query[],
  slots: Slot[],
  chosen: Map<Field, Choice>,
  count: number,
) => {
  const open = queries.filter(({ field, name }) => {
    return !chosen.has(field) && name.some(({ stem }) => posters.has(stem)) && name.length === 1
  })
  const [query, ...others] = open
  const isTold = slots.some(slot => isOfAll(slot, count) && slot.shape.prose >= leastProse)
  if (!query || others.length > 0 || !isTold) return
  const taken = new Set([...chosen.values()].map(({ slot }) => slot))
  const [slot] = slots
    .filter(one => !taken.has(one) && isOfAll(one, count) && areAccounts(one))
    .sort((a, b) => a.order - b.order)
  if (slot) chosen.set(query.field, { slot, score: leastScore })
}

const posters = stemsOf('author user username poster member nickname writer reviewer')
const leastProse = 0.2

const areAccounts = (slot: Slot): boolean => {
  const texts = textsOf(slot)
  const short = texts.filter(
    text =>
      text.length <= maxAccount &&
      text.split(' ').length <= 3 &&
      /\p{L}/u.test(text) &&
      !/[:：]$|^#|\d{4}/.test(text),
  )
  return new Set(texts).size > 1 && short.length > texts.length * 0.8 && slot.shape.date < 0.2
}

const maxAccount = 32

/** "#1", "#2", "#3" */
const takeOrdinals = (
  queries: Query[],
  slots: Slot[],
  chosen: Map<Field, Choice>,
  count: number,
) => {
  const query = queries.find(
    ({ field, name }) =>
      field.kind === 'integer' &&
      !chosen.has(field) &&
      name.every(({ stem }) => ordinals.has(stem)),
  )
  const slot = query && slots.find(one => isOfAll(one, count) && areOrdinals(one))
  if (query && slot) chosen.set(query.field, { slot, score: leastScore })
}

const ordinals = stemsOf('number no num position rank index post')

const areOrdinals = (slot: Slot): boolean => {
  const numbers = textsOf(slot).map(text => Number(/^\W{0,2}(\d{1,5})\W{0,2}$/.exec(text)?.[1]))
  return (
    numbers.length > 1 && numbers.every((one, at) => at === 0 || one === (numbers[at - 1] ?? 0) + 1)
  )
}

/** "Radios (4)": what it is called, and how many there are. */
const takeCounts = (queries: Query[], chosen: Map<Field, Choice>) => {
  const query = queries.find(
    ({ field, name }) =>
      field.kind === 'integer' && !chosen.has(field) && name.some(({ stem }) => counts.has(stem)),
  )
  const named = [...chosen].find(([field, { slot }]) => field.kind === 'string' && areCounted(slot))
  if (!query || !named) return
  const [field, choice] = named
  chosen.set(field, { ...choice, part: text => text.replace(counted, '') })
  chosen.set(query.field, {
    ...{ slot: choice.slot, score: leastScore },
    part: text => counted.exec(text)?.[1] ?? '',
  })
}

const counts = stemsOf('count number total quantity')
const counted = /\s?\((\d{1,6})\)$/
const areCounted = (slot: Slot): boolean => {
  const texts = textsOf(slot)
  return texts.length > 1 && texts.filter(text => counted.test(text)).length > texts.length * 0.7
}

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

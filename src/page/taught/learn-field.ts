import { answerField } from './answer.ts'
import { pickOne, type Said, sayings } from './ask.ts'
import { addCandidates, type Candidate } from './candidates.ts'
import { type Conversion, inOrder, readingAs } from './conversions.ts'
import type { PageIndex } from './index-page.ts'
import {
  allRules,
  type FieldKind,
  families,
  familyOf,
  type Pick,
  type Rule,
  type TaughtField,
} from './reader.ts'
import { rivalsOf } from './rivals.ts'
import { shapeOf } from './shape.ts'
import { vote, weightOf } from './votes.ts'

/** A page whose value is known; null says that the page has none. */
export type FieldExample = {
  page: PageIndex
  key: string | null
  /** The number of the text that somebody pointed at. */
  mark?: number | undefined
  /** Other rules answer it: not to find it is no fault. */
  isAnswered?: boolean
}

export type LearnedField = {
  field: TaughtField
  /** What else may be meant, where one example cannot say. */
  rivals: Rule[]
  /** Positions of examples that the others contradict. */
  doubted: number[]
}

/** Where the examples show how ambiguous texts are meant, it is learned once more with that. */
export const learnField = (
  kind: FieldKind,
  examples: readonly FieldExample[],
  others: readonly PageIndex[],
  isCommon: (text: string) => boolean = () => false,
): LearnedField => {
  const learned = learnAs(kind, examples, others, isCommon)
  const meant = readingAs(kind, learned.field.convert)
  return meant === kind ? learned : learnAs(meant, examples, others, isCommon)
}

const learnAs = (
  kind: FieldKind,
  examples: readonly FieldExample[],
  others: readonly PageIndex[],
  isCommon: (text: string) => boolean,
): LearnedField => {
  const tried = tryAll(kind, examples, isCommon)
  const doubted = doubtedIn(kind, tried, examples, others, isCommon)
  const kept = examples.filter((_, at) => !doubted.includes(at))
  const again = doubted.length > 0 ? tryAll(kind, kept, isCommon) : tried
  const learned = learnFrom(kind, again, kept, others, isCommon)
  const elsewhere = learnElsewhere(kind, learned.field, kept, isCommon)
  const field = { ...learned.field, ...(elsewhere && { elsewhere }) }
  const convert = conversionsIn(kind, allRules(field), kept)
  return { ...learned, field: { ...field, ...(convert.length > 0 && { convert }) }, doubted }
}

/** What becomes of every text in which a rule finds the value of an example. */
const conversionsIn = (
  kind: FieldKind,
  rules: readonly Rule[],
  examples: readonly FieldExample[],
): Conversion[] =>
  inOrder(
    examples.flatMap(({ page, key }) => {
      const right = rules.flatMap(rule => {
        const said = pickOne(sayings(page, kind, rule), rule.pick)
        return said && key !== null && said.key === key ? [said] : []
      })
      const isPart = right.length > 0 && right.every(said => said.isPart)
      return [
        ...right.flatMap(({ quote }) => kind.convert?.(quote) ?? []),
        ...(isPart ? ['part of the text' as const] : []),
      ]
    }),
  )

/** Of examples that the rules do not answer, rules of their own, which contradict no other example. */
const learnElsewhere = (
  kind: FieldKind,
  field: TaughtField,
  examples: readonly FieldExample[],
  isCommon: (text: string) => boolean,
): TaughtField | undefined => {
  const missed = examples.map(example => ({
    ...example,
    isAnswered:
      example.key === null || answerField(example.page, kind, field, isCommon).key === example.key,
  }))
  if (missed.every(({ isAnswered }) => isAnswered)) return undefined
  const flawless = tryAll(kind, missed, isCommon).filter(({ record }) => record.wrong === 0)
  return flawless.length === 0 ? undefined : learnFrom(kind, flawless, missed, [], isCommon).field
}

/** Every way to say where the values stand, tried on all examples. */
const tryAll = (
  kind: FieldKind,
  examples: readonly FieldExample[],
  isCommon: (text: string) => boolean,
): Tried[] => {
  const candidates = new Map<string, Candidate>()
  for (const { page, key, mark, isAnswered } of examples)
    if (key !== null && !isAnswered) addCandidates(page, kind, key, candidates, isCommon, mark)
  return [...candidates.values()].flatMap(candidate => tryOn(kind, candidate, examples))
}

const learnFrom = (
  kind: FieldKind,
  tried: readonly Tried[],
  examples: readonly FieldExample[],
  others: readonly PageIndex[],
  isCommon: (text: string) => boolean,
): Omit<LearnedField, 'doubted'> => {
  const shown = examples.filter(({ key, isAnswered }) => key !== null && !isAnswered)
  const rules = confirm(kind, tried, others, shown.length < 3 ? 2 : 1)
  const scores = shown.map(({ page, key }) => {
    const best = vote(page, kind, rules)[0]
    return best && best.said.key === key ? best.score : 0
  })
  const right = scores.filter(score => score > 0)
  const said = saidBy(kind, rules, shown)
  const shape = shapeOf(said)
  const flawless = tried.filter(({ record }) => record.wrong + record.silent === 0)
  const winners = others.map(page => vote(page, kind, rules, shape)[0]?.said.key)
  const rivals =
    shown.length === 1
      ? rivalsOf(kind, bestOf(flawless, kept.candidates).map(ruleOf), { shape }, others, winners)
      : []
  const field = {
    rules: shown.length < examples.length ? markTelling(kind, rules, examples) : rules,
    expect: right.reduce((sum, score) => sum + score, 0) / Math.max(1, right.length),
    seen: shown.length / Math.max(1, examples.length),
    shape,
    ...(said.some(({ quote }) => isCommon(quote)) && { isCommon: true }),
  }
  return { field, rivals }
}

/** Where some examples lack the field, the rules that told them apart. */
const markTelling = (
  kind: FieldKind,
  rules: readonly Rule[],
  examples: readonly FieldExample[],
): Rule[] => {
  const telling = rules.filter(rule =>
    examples.every(
      ({ page, key }) => (pickOne(sayings(page, kind, rule), rule.pick)?.key || null) === key,
    ),
  )
  // Beside a text of its own, a part of another text tells nothing: “oak” in “Oak reading lamp”.
  const whole = telling.filter(({ cut }) => !cut)
  const marked = new Set(whole.length > 0 ? whole : telling)
  return rules.map(rule => (marked.has(rule) ? { ...rule, isTelling: true as const } : rule))
}

/** How often a rule was right, wrong and silent. */
type Record = { right: number; wrong: number; silent: number }
type Tried = Candidate & {
  pick: Pick
  record: Record /** Examples that it gave the value of. */
  rightOn: number[]
}

const picks: readonly Pick[] = ['only', 'first', 'last']

const tryOn = (
  kind: FieldKind,
  candidate: Candidate,
  examples: readonly FieldExample[],
): Tried[] => {
  const said = examples.map(({ page }) => sayings(page, kind, candidate))
  const isSingle = said.every(all => all.length < 2)
  return (isSingle ? picks.slice(0, 1) : picks).flatMap(pick => {
    const record: Record = { right: 0, wrong: 0, silent: 0 }
    const rightOn: number[] = []
    examples.forEach(({ key, isAnswered }, at) => {
      const one = pickOne(said[at] ?? [], pick)
      if (!one || one.key === '') record.silent += key === null || isAnswered ? 0 : 1
      else if (one.key === key) {
        record.right += candidate.isChance ? chanceShare : 1
        rightOn.push(at)
      } else record.wrong++
    })
    return record.right > record.wrong ? [{ ...candidate, pick, record, rightOn }] : []
  })
}

/** What a place by chance counts beside one of the value's own. */
const chanceShare = 0.5

const ruleOf = ({ view, cut, pick, record }: Tried): Rule => ({
  ...{ view, pick, p: precisionOf(record) },
  ...(cut && { cut }),
})

/** With one example behind it and one error thought of; silence costs a third of an error. */
const precisionOf = ({ right, wrong, silent }: Record): number =>
  (right + 1) / (right + wrong + 0.3 * silent + 2)

/** Pages without labels: rules that go with the majority gain half an example, others lose it. */
const confirm = (
  kind: FieldKind,
  tried: readonly Tried[],
  others: readonly PageIndex[],
  /** One example alone does not make one family's word enough. */
  leastFamilies: number,
): Rule[] => {
  let best = bestOf(tried, kept.candidates)
  if (others.length === 0) return bestOf(best, kept.rules).map(ruleOf)
  const told = best.map(one => others.map(page => pickOne(sayings(page, kind, one), one.pick)))
  const all = best
  let current = all
  for (let round = 0; round < rounds; round++) {
    const rules = bestOf(current, kept.rules).map(ruleOf)
    const winners = others.map(page => clearWinner(kind, rules, page, leastFamilies))
    current = all.map((one, at) => {
      const record = { ...one.record }
      winners.forEach((winner, page) => {
        if (winner === undefined) return
        const said = told[at]?.[page]
        if (!said) record.silent += 0.5
        else if (said.key === winner) record.right += 0.5
        else record.wrong += 0.5
      })
      return { ...one, record }
    })
  }
  best = bestOf(current, kept.rules)
  return best.map(ruleOf)
}

const rounds = 3
/** Of each family. */
const kept = { candidates: 30, rules: 5 }

const clearWinner = (
  kind: FieldKind,
  rules: readonly Rule[],
  page: PageIndex,
  leastFamilies: number,
): string | undefined => {
  const [first, second] = vote(page, kind, rules)
  if (!first || first.by.length < leastFamilies) return undefined
  return second && second.score > first.score / 2 ? undefined : first.said.key
}

const bestOf = (tried: readonly Tried[], count: number): Tried[] => {
  const byFamily = new Map<string, { one: Tried; weight: number }[]>()
  for (const one of tried) {
    if (one.record.right <= one.record.wrong) continue
    const family = familyOf(one.view)
    const known = byFamily.get(family) ?? []
    known.push({ one, weight: weightOf(ruleOf(one)) })
    byFamily.set(family, known)
  }
  return families.flatMap(family =>
    (byFamily.get(family) ?? [])
      // The same input gives the same reader, in whatever order the examples come.
      .sort((a, b) => b.weight - a.weight || compare(nameOf(a.one), nameOf(b.one)))
      .slice(0, count)
      .map(({ one }) => one),
  )
}

const nameOf = ({ view, pick, cut }: Tried): string => `${view}\n${pick}\n${cut ?? ''}`
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** An example is doubted where the others alone make another answer of its page. */
const doubtedIn = (
  kind: FieldKind,
  tried: readonly Tried[],
  examples: readonly FieldExample[],
  others: readonly PageIndex[],
  isCommon: (text: string) => boolean,
): number[] => {
  const shown = examples.flatMap(({ key }, at) => (key === null ? [] : [at]))
  if (shown.length < 3) return []
  const wrong = shown.filter(at => {
    const { page, key } = examples[at] as FieldExample
    const byOthers = tried.filter(({ rightOn }) => rightOn.some(one => one !== at))
    const best = vote(page, kind, bestOf(byOthers, kept.rules).map(ruleOf))[0]
    if (!best || best.said.key === '' || best.said.key === key) return false
    const rest = examples.filter((_, one) => one !== at)
    const { field } = learnFrom(kind, tryAll(kind, rest, isCommon), rest, others, isCommon)
    const answer = answerField(page, kind, field, isCommon)
    // A text of another shape that only some rules lead to says that the page is laid out otherwise.
    const isOdd = answer.flags.includes('shape') && answer.confidence < 0.9
    return answer.value !== undefined && answer.key !== key && !isOdd
  })
  return wrong.length * 2 < shown.length ? wrong : []
}

const saidBy = (kind: FieldKind, rules: readonly Rule[], shown: readonly FieldExample[]): Said[] =>
  shown.flatMap(({ page, key }) => {
    const best = vote(page, kind, rules)[0]
    return best && best.said.key === key ? [best.said] : []
  })

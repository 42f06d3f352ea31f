import { listOf, number, objectOf, tableOf, text } from '../../../kit/data-shape.ts'
import type { Field } from '../schema/fields.ts'
import { findNumbers } from './numbers.ts'
import data from './units.json' with { type: 'json' }

/** A measure in a text, in the unit that a field asks for. */
type Measured = { value: number; start: number; end: number; isExact: boolean }

/** `weight_g` of "0.79 kg" is 790. Nothing when the field names no unit, or the text no fitting one. */
export const inUnitOf = (field: Field, text: string): Measured | undefined => {
  const all = [...measuresIn(field, text)]
  // "13 oz (369 g)" says it in the unit that is asked for.
  return all.find(({ isExact }) => isExact) ?? all[0]
}

/** Every measure that a text has of the sort that a field asks for; 5'10" and "2 lb 3 oz" are one each. */
export function* measuresIn(field: Field, text: string, isJoined = true): Generator<Measured> {
  const wanted = unitOf(field)
  if (!wanted) return
  let last: Given | undefined
  for (const given of givenIn(text, wanted.kind)) {
    const isRest =
      isJoined &&
      last &&
      given.unit.size < last.unit.size &&
      isGap.test(text.slice(last.end, given.start))
    if (last && !isRest) yield toMeasured(last, wanted)
    last =
      last && isRest ? { ...given, start: last.start, amount: last.amount + given.amount } : given
  }
  if (last) yield toMeasured(last, wanted)
}

/** A measure as the text has it; the amount is in the unit in which all of its kind are compared. */
type Given = { start: number; end: number; amount: number; unit: Unit }

function* givenIn(text: string, kind: string): Generator<Given> {
  for (const { start, end } of findNumbers(text.slice(0, 2000))) {
    const word = unitBehind.exec(text.slice(end, end + 20))
    const unit = word ? units.get(plain(word[1] ?? '')) : undefined
    // By itself: the m of 1.84 m is no million.
    const reading = findNumbers(text.slice(start, end))[0]?.readings[0]
    if (unit?.kind !== kind || reading === undefined) continue
    yield { start, end: end + (word?.[0].length ?? 0), amount: reading * unit.size, unit }
  }
}

const isGap = /^(?: |\u00a0|\. ?)?$/

const toMeasured = ({ start, end, amount, unit }: Given, wanted: Unit): Measured => ({
  ...{ value: rounded(amount / wanted.size), start, end },
  isExact: unit.size === wanted.size,
})

const unitBehind =
  /^\s?-?\s?(sq\.?\s?(?:ft|m)\b|square[\s-](?:foot|feet|met(?:er|re)s?)|[\p{L}µ°"″”'′]{1,12}(?:²|2(?![\d.,]))?|¢)/u

/** The unit that a name ends with, or that its description says it is in. */
export const unitOf = ({ name, title, description }: Field): Unit | undefined => {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}²]+/u)
  const last = words.length > 1 ? units.get(plain(words.at(-1) ?? '')) : undefined
  if (last) return last
  const said = /\bin (\p{L}+²?)/u.exec(`${title} ${description}`)?.[1]
  return said ? units.get(plain(said)) : undefined
}

const plain = (word: string) => word.toLowerCase().replace(/[.\s-]/g, '')
const rounded = (value: number) => Math.round(value * 1e4) / 1e4

type Unit = { kind: string; size: number }

/** By what is measured; sizes of one kind are in the same unit. */
const table = tableOf(
  listOf(
    objectOf<{ size: number; names: readonly string[] }>({ size: number, names: listOf(text) }),
  ),
)(data, 'units.json')

const units = new Map<string, Unit>(
  Object.entries(table).flatMap(([kind, rows]) =>
    rows.flatMap(({ size, names }) => names.map(name => [name, { kind, size }] as [string, Unit])),
  ),
)

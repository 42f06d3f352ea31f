import type { Field } from '../schema/fields.ts'
import { findNumbers } from './numbers.ts'

/** A measure in a text, in the unit that a field asks for. */
type Measured = { value: number; start: number; end: number; isExact: boolean }

/** `weight_g` of "0.79 kg" is 790. Nothing when the field names no unit, or the text no fitting one. */
export const inUnitOf = (field: Field, text: string): Measured | undefined => {
  const all = [...measuresIn(field, text)]
  // "13 oz (369 g)" says it in the unit that is asked for.
  return all.find(({ isExact }) => isExact) ?? all[0]
}

/** Every measure that a text has of the sort that a field asks for. */
export function* measuresIn(field: Field, text: string): Generator<Measured> {
  const wanted = unitOf(field)
  if (!wanted) return
  for (const { start, end } of findNumbers(text.slice(0, 2000))) {
    const word = unitBehind.exec(text.slice(end, end + 20))
    const given = word ? units.get(plain(word[1] ?? '')) : undefined
    // By itself: the m of 1.84 m is no million.
    const reading = findNumbers(text.slice(start, end))[0]?.readings[0]
    if (!given || reading === undefined || given.kind !== wanted.kind) continue
    const value = rounded((reading * given.size) / wanted.size)
    const isExact = given.size === wanted.size
    yield { value, start, end: end + (word?.[0].length ?? 0), isExact }
  }
}

const unitBehind =
  /^\s?-?\s?(sq\.?\s?(?:ft|m)\b|square[\s-](?:foot|feet|met(?:er|re)s?)|[\p{L}µ°"″”'′]{1,12}²?)/u

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

const table: Record<string, [size: number, names: string][]> = {
  mass: [
    [1, 'g gram grams gr gramm'],
    [1000, 'kg kilo kilos kilogram kilograms kilogramm'],
    [0.001, 'mg milligram milligrams'],
    [1e6, 't ton tons tonne tonnes'],
    [453.592, 'lb lbs pound pounds'],
    [28.3495, 'oz ounce ounces'],
  ],
  length: [
    [1, 'm meter meters metre metres'],
    [0.01, 'cm centimeter centimeters centimetre centimetres'],
    [0.001, 'mm millimeter millimeters millimetre millimetres'],
    [1000, 'km kilometer kilometers kilometre kilometres'],
    [0.0254, 'in inch inches " ″ ” zoll'],
    [0.3048, "ft foot feet ' ′"],
    [0.9144, 'yd yard yards'],
    [1609.344, 'mi mile miles'],
  ],
  volume: [
    [1, 'l liter liters litre litres'],
    [0.001, 'ml milliliter milliliters millilitre millilitres'],
    [0.01, 'cl centiliter centilitre'],
    [3.78541, 'gal gallon gallons'],
  ],
  data: [
    [1, 'mb megabyte megabytes'],
    [0.001, 'kb kilobyte kilobytes'],
    [1000, 'gb gigabyte gigabytes'],
    [1e6, 'tb terabyte terabytes'],
  ],
  power: [
    [1, 'w watt watts'],
    [1000, 'kw kilowatt kilowatts'],
    [735.499, 'hp ps cv'],
  ],
  area: [
    [1, 'm² sqm qm squaremeter squaremeters squaremetre squaremetres'],
    [0.092903, 'sqft ft² sqfeet squarefoot squarefeet'],
  ],
  frequency: [
    [1, 'hz hertz'],
    [1e3, 'khz kilohertz'],
    [1e6, 'mhz megahertz'],
    [1e9, 'ghz gigahertz'],
  ],
  charge: [
    [1, 'wh whr watthours'],
    [1e3, 'kwh'],
  ],
  brightness: [[1, 'nit nits']],
  energy: [
    [1, 'kcal calories cal'],
    [0.239006, 'kj kilojoule kilojoules'],
  ],
}

const units = new Map<string, Unit>(
  Object.entries(table).flatMap(([kind, rows]) =>
    rows.flatMap(([size, names]) =>
      names.split(' ').map(name => [name, { kind, size }] as [string, Unit]),
    ),
  ),
)

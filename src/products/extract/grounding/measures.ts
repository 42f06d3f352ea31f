import { memoize, memoizeObjects } from '../../../kit/memoize.ts'
import type { Field } from '../schema/fields.ts'
import { inUnitOf, measuresIn, unitOf } from '../values/units.ts'
import type { Mention } from './mentions.ts'
import type { Stream } from './stream.ts'

/** Where the page has a value in another unit than the one the field names: 30 cm of "300mm". */
export const findMeasures = (stream: Stream, field: Field, value: number): Mention[] => {
  const digits = (/\.(\d+)$/.exec(String(value))?.[1] ?? '').length
  return measuresOf(stream)(field)
    .filter(one => Number(one.value.toFixed(digits)) === value)
    .map(({ mention }) => mention)
}

/** Whether a number is of the unit that the field names; so is one without a unit, and the feet of 5'10". */
export const isInUnit = (field: Field, value: number, { line, start, end }: Mention): boolean => {
  const text = line.text.slice(start, end + 20)
  const measured = unitOf(field) && inUnitOf(field, text)
  if (!measured || measured.value === value) return true
  const [first] = measuresIn(field, text, false)
  return first?.isExact === true && first.value === value
}

type Measure = { value: number; mention: Mention }

/** Asked for each entry of a list. */
const measuresOf = memoizeObjects(({ lines }: Stream) =>
  memoize((field: Field) => (unitOf(field) ? lines.flatMap(line => readLine(field, line)) : [])),
)

const readLine = (field: Field, line: Mention['line']): Measure[] =>
  line.alt || !/\d/.test(line.text)
    ? []
    : [...measuresIn(field, line.text)].map(({ value, start, end }) => ({
        value,
        mention: { line, start, end, quote: line.text.slice(start, end) },
      }))

import { isObject } from '../../../kit/is-object.ts'
import { escapePointer } from '../../../kit/json-pointer.ts'
import { own, setOwn } from '../../../kit/own.ts'
import { isSame } from '../grounding/same.ts'
import { type Field, isSingle } from '../schema/fields.ts'
import type { Instead, ShownValue } from './instead.ts'

/**
 * Entries of lists that miss a value which the schema cannot do without get it from the one entry
 * of the embedded extractor that is about the same thing: else the whole entry would be lost for it.
 */
export const fillEntries = (
  field: Field,
  data: unknown,
  shown: Map<string, ShownValue>,
  { data: other, evidence }: Instead,
  pointer = '',
): void => {
  if (Array.isArray(data) && Array.isArray(other)) {
    const { item } = field
    if (!item) return
    for (const [index, entry] of data.entries())
      for (const [name, place] of lackingOf(item, entry, other)) {
        const step = `/${escapePointer(name)}`
        const found = evidence[`${pointer}/${place}${step}`]
        if (!found) continue
        setOwn(entry, name, own(other[place], name))
        shown.set(`${pointer}/${index}${step}`, { evidence: found, isInstead: true })
      }
  } else if (isObject(data) && isObject(other))
    for (const property of field.properties) {
      const inside = { data: own(other, property.name), evidence }
      const step = `/${escapePointer(property.name)}`
      fillEntries(property, own(data, property.name), shown, inside, pointer + step)
    }
}

/** What an entry may not be without, and which of the other entries has it. */
const lackingOf = (item: Field, entry: unknown, others: readonly unknown[]): [string, number][] => {
  if (!isObject(entry)) return []
  const lacking = item.properties.filter(
    ({ name, required, nullable }) => required && !nullable && own(entry, name) === undefined,
  )
  if (lacking.length === 0) return []
  const same = others.flatMap((one, place) => (isAboutSame(item, entry, one) ? place : []))
  const [place] = same
  return place === undefined || same.length > 1 ? [] : lacking.map(({ name }) => [name, place])
}

/** A text of both is the same, and nothing that both have differs. */
const isAboutSame = ({ properties }: Field, one: Entry, two: unknown): boolean => {
  if (!isObject(two)) return false
  const pairs = properties
    .filter(isSingle)
    .map(({ name }) => [own(one, name) ?? undefined, own(two, name) ?? undefined])
    .filter(([a, b]) => a !== undefined && b !== undefined)
  return pairs.some(([a]) => typeof a === 'string') && pairs.every(([a, b]) => isSame(a, b))
}

type Entry = Record<string, unknown>

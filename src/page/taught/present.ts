import { placesOf } from './candidates.ts'
import type { PageIndex } from './index-page.ts'
import type { Example, TaughtKinds } from './learn.ts'
import type { FieldKind } from './reader.ts'

/**
 * Answers as examples: a value that is not on its page word for word, or stands there in many places,
 * teaches nothing. A field for which that is often so (a summary, an opinion) is left out of all.
 */
export const onlyPresent = (
  kinds: TaughtKinds,
  examples: readonly Example[],
  pages: readonly PageIndex[],
): Example[] => {
  const isThere = (at: number, kind: FieldKind | undefined, value: unknown): boolean =>
    value === null || (kind !== undefined && stands(pages[at] as PageIndex, kind, value))
  const told = [...kinds.fields.keys()].filter(pointer => {
    const kind = kinds.fields.get(pointer)
    const given = examples.flatMap(({ fields, isLenient }, at) =>
      isLenient && fields.has(pointer) ? [isThere(at, kind, fields.get(pointer))] : [],
    )
    return given.filter(there => !there).length * 3 <= given.length
  })
  const present = (example: Example, at: number): Example => ({
    ...example,
    fields: new Map(
      [...example.fields].filter(
        ([pointer, value]) =>
          told.includes(pointer) && isThere(at, kinds.fields.get(pointer), value),
      ),
    ),
    lists: new Map(
      [...example.lists].flatMap(([pointer, entries]) => {
        const columns = kinds.lists.get(pointer)
        const clean = entries.map(
          entry =>
            new Map(
              [...entry].filter(([column, value]) => isThere(at, columns?.get(column), value)),
            ),
        )
        const there = clean.filter(entry => entry.size > 0)
        return there.length > 0 || entries.length === 0 ? [[pointer, there] as const] : []
      }),
    ),
  })
  return examples.map((example, at) => (example.isLenient ? present(example, at) : example))
}

const maxPlaces = 12

const stands = (page: PageIndex, kind: FieldKind, value: unknown): boolean => {
  const key = kind.keyOf(value)
  if (key === undefined) return false
  const places = placesOf(page, kind, key)
    .take(maxPlaces + 1)
    .toArray().length
  return places > 0 && places <= maxPlaces
}

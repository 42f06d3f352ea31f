import type { PageRecord } from './regions.ts'

/**
 * Leaves out lists of parts. Where each entry of a list lies in an entry of its own of another
 * list, and that one says more, the first are the titles or prices of the second: a record is
 * everything up to the border of the next one.
 */
export const withoutParts = <T extends { records: PageRecord[] }>(lists: T[]): T[] => {
  const parts = new Set<T>()
  // A part begins with a line of the whole: looked up, so that thousands of lists stay cheap.
  const starts = Map.groupBy(lists, ({ records }) => records[0]?.nodes[0]?.id)
  for (const outer of lists) {
    const places = placesIn(outer.records)
    for (const line of places.keys())
      for (const inner of starts.get(line) ?? [])
        if (inner !== outer && !parts.has(inner) && isPart(inner.records, outer.records, places))
          parts.add(inner)
  }
  return lists.filter(list => !parts.has(list))
}

/** Some entries lack the part. */
const maxRatio = 1.5

/** Which record a line stands in. */
const placesIn = (records: PageRecord[]): Map<number, number> => {
  const places = new Map<number, number>()
  records.forEach(({ nodes }, at) => {
    for (const { id } of nodes) places.set(id, at)
  })
  return places
}

const isPart = (inner: PageRecord[], outer: PageRecord[], places: Map<number, number>): boolean => {
  if (outer.length < inner.length || outer.length > maxRatio * inner.length) return false
  const used = new Set<number>()
  let saysMore = false
  for (const { nodes } of inner) {
    const place = places.get(nodes[0]?.id ?? 0)
    if (place === undefined || used.has(place)) return false
    if (nodes.some(({ id }) => places.get(id) !== place)) return false
    used.add(place)
    if ((outer[place]?.nodes.length ?? 0) > nodes.length) saysMore = true
  }
  return saysMore
}

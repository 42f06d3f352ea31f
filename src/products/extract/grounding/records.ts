import { isObject } from '../../../kit/is-object.ts'
import { own } from '../../../kit/own.ts'
import { type Field, isSingle } from '../schema/fields.ts'
import type { Box } from './boxes.ts'
import type { Cited } from './leaf.ts'
import type { GroundLine } from './lines.ts'
import type { PageIndex } from './page-index.ts'
import { isCited, type Where } from './places.ts'
import { findSequence } from './stream.ts'

type Entry = Pick<Where, 'isOwn' | 'area' | 'all'>

/**
 * For each entry of a list, which lines may speak for it. An entry stands where the value that
 * tells it from the others stands, and is as large as the largest element around that without
 * another entry in it. Lines of another entry are not its own; lines of none (a heading, a note
 * above all) are everybody's.
 */
export const recordLines = (
  ground: PageIndex,
  item: Field,
  entries: readonly unknown[],
  cited: (index: number, name: string) => Cited | undefined,
): Entry[] => {
  const records = entries.map(entry => (isObject(entry) ? entry : {}))
  const anchors = item.properties
    .filter(isSingle)
    .map(({ name }) => placesOf(ground, records, name, cited))
    .reduce((best, one) => (weightOf(one) > weightOf(best) ? one : best), [])
    .map(one => one?.line)
  const found = anchors.filter(line => line !== undefined)
  if (found.length < 2) return entries.map(() => ({}))
  const entryAt = zonesOf(ground.boxes, found)
  return anchors.map(line => (line === undefined ? {} : entryAt(line)))
}

type Anchor = { line: GroundLine; isCited: boolean } | undefined

/** A value that stands where the model says the entry stands tells more than one that is anywhere. */
const weightOf = (anchors: readonly Anchor[]) =>
  anchors.reduce((sum, one) => sum + (one ? 1 : 0) + (one?.isCited ? 1 : 0), 0)

/** One line for each entry, in page order as far as that goes; none twice unless it is cited so. */
const placesOf = (
  ground: PageIndex,
  records: readonly Record<string, unknown>[],
  name: string,
  cited: (index: number, name: string) => Cited | undefined,
): Anchor[] => {
  const used = new Set<GroundLine>()
  let last = 0
  return records.map((record, index) => {
    const lines = linesOf(ground, own(record, name))
    const free = lines.filter(line => !used.has(line))
    const where = { cited: cited(index, name) }
    const near = [free, lines].map(all => all.filter(line => isCited(line, where)))
    const choice = [...near, free].find(all => all.length > 0) ?? []
    const line = choice.find(({ node = 0 }) => node > last) ?? choice[0]
    if (!line) return undefined
    used.add(line)
    last = line.node ?? last
    return { line, isCited: isCited(line, where) }
  })
}

const maxPlaces = 200

const linesOf = ({ stream, mentions }: PageIndex, value: unknown): GroundLine[] => {
  const lines =
    typeof value === 'number'
      ? (mentions.numbers.get(value) ?? []).slice(0, maxPlaces).map(({ line }) => line)
      : typeof value === 'string' && value.length > 2
        ? findSequence(stream, value, maxPlaces).map(
            ([first]) => stream.lines[stream.line[first] ?? 0] as GroundLine,
          )
        : []
  return lines.filter(({ node, level }) => node !== undefined && level !== 1)
}

/** Which entry each line belongs to, by their order on the page. */
const zonesOf = (boxes: readonly Box[], lines: readonly GroundLine[]) => {
  const starts = [...new Set(lines.map(({ node }) => node ?? 0))].toSorted((a, b) => a - b)
  const boxOf = new Map(lines.map(({ node, box }) => [node ?? 0, box]))
  const areas = starts.map((start, at) =>
    areaOf(boxes, boxOf.get(start), start, starts[at - 1], starts[at + 1]),
  )
  // No entry has an element of its own: each begins at its line and goes on to the next.
  const isFlat = areas.filter(({ first, last }) => last > first).length * 2 < areas.length
  const owners = new Map<number, number>()
  const owned = areas.map(() => new Set<number>())
  areas.forEach(({ first, last }, at) => {
    const start = starts[at] ?? 0
    const end = (starts[at + 1] ?? start + longest(starts)) - 1
    const [from, to] = isFlat ? [start, end] : [first, last]
    for (let node = from; node <= to; node++) {
      owned[owners.get(node) ?? at]?.delete(node)
      owners.set(node, at)
      owned[at]?.add(node)
    }
  })
  const table = tableOf(boxes, boxOf.get(starts[0] ?? 0), starts)
  const all = {
    has: (node: number) => owners.has(node) || (node >= table.first && node <= table.last),
  }
  return ({ node: own }: GroundLine): Entry => {
    const at = starts.indexOf(own ?? 0)
    return {
      area: owned[at],
      all,
      isOwn: ({ node }) => {
        const owner = node === undefined ? undefined : owners.get(node)
        // In a flat list what stands between two entries may be of either.
        return owner === undefined || owner === at || (isFlat && owner === at - 1)
      },
    }
  }
}

type Range = Pick<Box, 'first' | 'last'>

/**
 * Where the entries are the heads of a table's columns, what is said of them stands in the rows
 * below: all that begins with the element that holds every entry.
 */
const tableOf = (
  boxes: readonly Box[],
  box: number | undefined,
  starts: readonly number[],
): Range => {
  let at = box === undefined ? undefined : boxes[box]
  const last = starts.at(-1) ?? 0
  while (at?.parent !== undefined && at.last < last) at = boxes[at.parent]
  for (let up = 0; at?.parent !== undefined && up < maxUp; up++) {
    const around: Box | undefined = boxes[at.parent]
    if (!around || around.first !== at.first || around.last - around.first > maxTableLines) break
    at = around
  }
  return at ?? { first: 0, last: -1 }
}
/** A row, its part of the table, the table, a box that scrolls. */
const maxUp = 4
const maxTableLines = 400

/** The largest element around an entry's line that holds no other entry. */
const areaOf = (
  boxes: readonly Box[],
  box: number | undefined,
  start: number,
  before = 0,
  after = Number.POSITIVE_INFINITY,
): Range => {
  let area: Range = { first: start, last: start }
  for (let next = box; next !== undefined; ) {
    const around = boxes[next]
    if (!around || around.first <= before || around.last >= after) break
    area = around
    next = around.parent
  }
  return area
}

/** From one entry to the next, at most. */
const longest = (starts: readonly number[]): number =>
  starts.reduce((most, start, at) => Math.max(most, start - (starts[at - 1] ?? start)), 1)

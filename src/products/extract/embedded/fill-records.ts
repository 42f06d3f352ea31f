import type { FactItem } from '../../../page/metadata/facts/item.ts'
import type { Field } from '../schema/fields.ts'
import { normalise } from '../values/normalise.ts'
import { isJudgement } from '../words/intent.ts'
import { type AlignedRow, type Alignment, alignFields, maxRecords } from './align.ts'
import { toQuery } from './features.ts'
import { matchItem, matchMarkup } from './markup.ts'
import { itemsIn, listOf, scalarOf } from './markup-values.ts'
import { chooseRegions, type RankedRegion, rankRegions } from './records.ts'
import type { State } from './state.ts'

/** An array of objects: things the markup lists, else the repeated records of the page. */
export const fillRecords = (
  state: State,
  field: Field,
  pointer: string,
  parents: string[],
): unknown[] | undefined => {
  const { item } = field
  if (!item) return undefined
  for (const property of item.properties)
    if (property.kind !== 'object' && isJudgement(property)) state.needsModel.push(property.pointer)
  const rows =
    fromItems(state, field, item, pointer, parents) ?? fromRegions(state, field, item, pointer)
  if (!rows) state.missing.push(pointer)
  return rows
}

const fromItems = (state: State, field: Field, item: Field, pointer: string, parents: string[]) => {
  const match = matchMarkup(state.scope, toQuery(field, parents))
  const own = match ? itemsIn(match.values) : []
  const groups = [own, ...sameTypes(state)]
  let best: AlignedRow[] = []
  for (const group of groups) {
    const rows = group
      .slice(0, maxRecords)
      .map(one => rowOfItem(one, item))
      .filter(row => row.sources.length > 0)
    const filled = rows.reduce((sum, row) => sum + row.sources.length, 0)
    const share = filled / Math.max(1, rows.length * item.properties.length)
    if (share >= 0.5 && rows.length >= (group === own ? 1 : 2) && rows.length > best.length)
      best = rows
  }
  return best.length > 0 ? keep(state, pointer, best) : undefined
}

/** Several top-level things of one type, or the entries of an ItemList. */
const sameTypes = (state: State): FactItem[][] => {
  const groups = new Map<string, FactItem[]>()
  for (const item of state.page.facts.items) {
    const listed = itemsIn(item.properties.get('itemListElement') ?? []).map(
      entry => itemsIn(entry.properties.get('item') ?? [])[0] ?? entry,
    )
    if (listed.length > 1 && item.types[0] !== 'BreadcrumbList')
      groups.set(`list ${groups.size}`, listed)
    const type = item.types[0] ?? ''
    if (type) groups.set(type, [...(groups.get(type) ?? []), item])
  }
  return [...groups.values()].filter(group => group.length > 1)
}

const rowOfItem = (item: FactItem, field: Field): AlignedRow => {
  const row: AlignedRow = { value: {}, sources: [] }
  for (const property of field.properties) {
    const query = toQuery(property)
    const match = matchItem(item, query)
    if (!match || match.score < 0.6 || isJudgement(property)) continue
    const fact = `${match.item.source} ${match.item.types[0] ?? ''} ${match.path}`
    const source = { node: undefined, fact }
    if (property.kind === 'array' && property.item) {
      const values: unknown[] = []
      for (const text of listOf(match.values, query.intent)) {
        const found = normalise(property.item, text)
        if (!found) continue
        row.sources.push([`/${property.name}/${values.length}`, { ...source, quote: found.quote }])
        values.push(found.value)
      }
      if (values.length > 0) row.value[property.name] = values
      continue
    }
    const text = match.values.map(value => scalarOf(value, query.intent)).find(Boolean)
    const found = text ? normalise(property, text) : undefined
    if (!found) continue
    row.value[property.name] = found.value
    row.sources.push([`/${property.name}`, { ...source, quote: found.quote }])
  }
  return row
}

const fromRegions = (state: State, field: Field, item: Field, pointer: string) => {
  const wanted = item.properties.filter(
    property => property.kind !== 'object' && !isJudgement(property),
  )
  if (wanted.length === 0) return undefined
  state.regions ??= rankRegions(state.page)
  const aligned = alignedLists(state, wanted)
  const count = aligned.reduce((sum, { region }) => sum + region.records.length, 0)
  if (count > maxRecords) state.cut.push(pointer)
  const rows = aligned
    .flatMap(({ region, alignment }) =>
      alignment.rows().map((row, at) => ({ row, line: region.records[at]?.nodes[0]?.id ?? 0 })),
    )
    .sort((a, b) => a.line - b.line)
    .slice(0, maxRecords)
    .flatMap(({ row }) => (row.sources.length > 0 ? row : []))
  return rows.length >= Math.max(1, field.minItems) ? keep(state, pointer, rows) : undefined
}

type AlignedList = { region: RankedRegion; alignment: Alignment }

/**
 * Who asks for one list wants all of it, and a page may have it in several pieces: every list of
 * records that has the fields counts. Where several are asked for, or none of the surest has the
 * fields, it is the list that has them best.
 */
const alignedLists = (
  { page, regions = [], isOnlyList }: State,
  wanted: Field[],
): AlignedList[] => {
  const align = (region: RankedRegion) => ({ region, alignment: alignFields(page, region, wanted) })
  // With half of the fields unfound it is some other list of the page.
  const fits = ({ alignment }: AlignedList) =>
    alignment.found >= Math.max(1, Math.ceil(wanted.length / 2))
  const surest = isOnlyList ? chooseRegions(regions).map(align).filter(fits) : []
  if (surest.length > 0) return surest
  let best: (AlignedList & { total: number }) | undefined
  for (const region of regions.slice(0, maxRegions)) {
    const list = align(region)
    const certainty = 1 / (1 + Math.exp(-region.score))
    const total =
      list.alignment.score * (0.4 + certainty) * Math.log2(1 + Math.min(64, region.records.length))
    if (!best || total > best.total) best = { ...list, total }
  }
  return best && fits(best) ? [best] : []
}

const maxRegions = 40

const keep = (state: State, pointer: string, rows: AlignedRow[]): unknown[] => {
  rows.forEach((row, index) => {
    for (const [path, source] of row.sources)
      state.sources.set(`${pointer}/${index}${path}`, source)
  })
  return rows.map(row => row.value)
}

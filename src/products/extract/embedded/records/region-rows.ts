import { bestBy } from '../../../../kit/best-by.ts'
import { around } from '../../../../page/html/around.ts'
import type { HtmlElement } from '../../../../page/html/html.ts'
import { sigmoid } from '../../../../page/learned/forest.ts'
import type { PageNode } from '../../../../page/text/page-nodes.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import { overlap, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import type { Page } from '../../source/page.ts'
import { intentOf, isJudgementOfEntry } from '../../words/intent.ts'
import { isTitle, likenessOf, linesBelow } from '../lists/list-title.ts'
import { maxChars } from '../rank/lengths.ts'
import { type Query, toQuery } from '../rank/query.ts'
import { chooseRegions, type RankedRegion, rankRegions } from '../regions/records.ts'
import { maySearch } from '../state/lines.ts'
import type { AlignedRow } from '../state/row.ts'
import type { State } from '../state/state.ts'
import { type Alignment, alignFields, typed } from './align.ts'
import { maxRecords } from './record-slots.ts'

type RegionRows = {
  rows: AlignedRow[]
  /** There are more. */
  isCut: boolean
}

/** The repeated records of the page that have the fields which are asked for, in page order. */
export const rowsOfRegions = (state: State, field: Field, item: Field): RegionRows => {
  const wanted = item.properties.filter(
    property => property.kind !== 'object' && !isJudgementOfEntry(property),
  )
  if (wanted.length === 0) return noRows
  state.regions ??= rankRegions(state.page, state.learned.regions)
  const records = alignedLists(state, field, wanted).flatMap(list => {
    const rows = list.alignment.rows()
    // A list of facts on one thing is none of things, unless it is called so and gives all.
    const isWhole = list.alignment.found === wanted.length
    const isAsked = isWhole && (isAny(field) || isMeant(state.page, field, list))
    if (!isAsked && rows.every(row => isLabel(state.page, row))) return []
    return rows.map((row, at) => ({ row, line: list.region.records[at]?.nodes[0]?.id ?? 0 }))
  })
  const rows = records
    .sort((a, b) => a.line - b.line)
    .slice(0, maxRecords)
    .flatMap(({ row }) => (row.sources.length > 0 ? row : []))
  // What only one of many look-alikes has is no list of them: the logo among the links of a menu.
  return rows.length < 2 ? noRows : { rows, isCut: records.length > maxRecords }
}

/** Nothing but the name of a fact: a term, or the head of a row that has one cell more. */
const isLabel = ({ nodes }: Page, { sources }: AlignedRow): boolean =>
  sources.every(([, { node = 0 }]) => {
    const { cell, element } = nodes[node - 1] ?? {}
    if (cell) return cell.name === 'th' && cellsOf(cell.parent) === 'th td'
    return around(element, maxUp).some(({ name }) => name === 'dt')
  })

const maxUp = 3

const cellsOf = (row: HtmlElement | null | undefined): string =>
  (row?.children ?? []).flatMap(one => (one.type === 'element' ? one.name : [])).join(' ')

const noRows: RegionRows = { rows: [], isCut: false }

type AlignedList = { region: RankedRegion; alignment: Alignment }

/**
 * Who asks for one list wants all of it, and a page may have it in several pieces: every list of
 * records that has the fields counts. Where several are asked for, or none of the surest has the
 * fields, it is the list that has them best.
 */
const alignedLists = (state: State, field: Field, wanted: Field[]): AlignedList[] => {
  const { page, regions = [], isOnlyList } = state
  const align = (region: RankedRegion): AlignedList => ({
    region,
    alignment: alignFields(page, region, wanted),
  })
  // With half of the fields unfound it is some other list of the page; of two, with one, unless any list will do.
  const least = wanted.length === 2 && !isAny(field) ? 2 : Math.max(1, Math.ceil(wanted.length / 2))
  const fits = ({ alignment }: AlignedList) => alignment.found >= least
  // All that a page lists needs no title: `products`.
  const isPlain = isOnlyList && wordsOf(field.name).length < 2
  const titled = isPlain
    ? undefined
    : bestOf(inSection(state, regions, field).map(align).filter(fits))
  if (titled) return [titled]
  const likely = isOnlyList ? chooseRegions(regions).map(align) : []
  const surest = likely.filter(fits)
  if (surest.length > 0) return surest
  const best = bestOf(
    regions
      .slice(0, maxRegions)
      .map(align)
      .filter(fits)
      .filter(list => isOnlyList || isMeant(page, field, list)),
  )
  return best ? [best] : []
}

const bestOf = (lists: AlignedList[]): AlignedList | undefined =>
  bestBy(
    lists,
    ({ region, alignment }) =>
      alignment.score *
      (0.4 + sigmoid(region.score)) *
      Math.log2(1 + Math.min(64, region.records.length)),
  )

/** `top_stories` are those below "Top stories". */
const inSection = (state: State, regions: RankedRegion[], field: Field): RankedRegion[] => {
  const lines = maySearch(state) ? sectionFor(state.page, toQuery(field)) : undefined
  if (!lines) return []
  return regions
    .flatMap(region => {
      const records = region.records.filter(({ nodes }) => nodes.every(node => lines.has(node)))
      return records.length > 1 ? [{ ...region, records }] : []
    })
    .slice(0, maxRegions)
}

/** The part of a page whose title says that it is the list which is asked for. */
const sectionFor = ({ nodes }: Page, query: Query): Set<PageNode> | undefined => {
  const titles = nodes.filter(
    node => node.text.length <= maxChars.title && (node.level || isTitle(node)),
  )
  const scoreOf = ({ text, level }: PageNode) => likenessOf(text, query) + (level ? ahead : 0)
  const best = bestBy(titles, scoreOf, leastTitle)
  return best && new Set(linesBelow(nodes, best))
}

const leastTitle = 0.65
const ahead = 0.01

const maxRegions = 40

/** `items`, `results`: whatever the page lists. */
const isAny = ({ name }: Field): boolean => wordsOf(name).every(({ stem }) => anything.has(stem))
const anything = stemsOf('item result entry record list row element card search data')

/**
 * Of several lists that are asked for, each must be called by its name, by a heading or a class
 * around it, or have all its fields so plainly that no other list can be meant.
 */
const isMeant = (page: Page, field: Field, { region, alignment }: AlignedList): boolean => {
  const wanted = field.item?.properties ?? []
  const isPlain = alignment.found >= wanted.length && alignment.score >= plainly * wanted.length
  if (isPlain && wanted.some(isTelling)) return true
  const first = region.records[0]
  const heading = first?.nodes[0]?.headings.at(-1)
  const names = [
    heading ? page.nodes[heading - 1]?.text : undefined,
    ...around(first?.element, 4).map(
      ({ attributes: { class: classes = '', id = '' } }) => `${classes} ${id}`,
    ),
  ]
  const asked = wordsOf(field.name)
  return names.some(name => name && overlap(asked, wordsOf(name.slice(0, 80))).recall >= 0.6)
}

const plainly = 0.8

/** A field whose values show by their form what they are. */
const isTelling = (field: Field): boolean =>
  typed.has(intentOf(field)) || wordsOf(field.name).some(({ stem }) => stem === 'question')

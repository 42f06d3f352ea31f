import type { HtmlElement } from '../../../../page/html/html.ts'
import type { PageNode } from '../../../../page/text/nodes.ts'
import type { PageRecord } from './regions.ts'

/** Rows that go on in a second table, and the elements that are no record by themselves. */
type Parallel = { lists: PageRecord[][]; halves: Set<HtmlElement> }

/**
 * A wide table is often two of them side by side, the names that stay in sight and the numbers
 * that scroll. They have equally many rows, and the first row of one goes with the first row of
 * the other. Tables with as many columns are rather one below the other.
 */
export const joinTables = (below: Map<HtmlElement, PageNode[]>): Parallel => {
  const halves = new Set<HtmlElement>()
  const joined: PageRecord[][] = []
  for (const [left, right] of pairsOf(tablesIn(below))) {
    joined.push(
      left.rows.map((element, at) => ({
        element,
        nodes: [element, right.rows[at]].flatMap(row => (row && below.get(row)) ?? []),
      })),
    )
    for (const row of [...left.rows, ...right.rows]) halves.add(row)
  }
  return { lists: unite(joined), halves }
}

type Table = { element: HtmlElement; rows: HtmlElement[]; columns: number }

const minRows = 3
const maxLevels = 4

const tablesIn = (below: Map<HtmlElement, PageNode[]>): Table[] => {
  const tables = new Map<HtmlElement, Table>()
  for (const row of below.keys()) {
    const element = row.parent
    if (row.name !== 'tr' || !element) continue
    const columns = row.children.filter(child => child.type === 'element').length
    const table = tables.get(element) ?? { element, rows: [], columns }
    if (table.rows.length === 0) tables.set(element, table)
    table.rows.push(row)
    table.columns = Math.max(table.columns, columns)
  }
  return [...tables.values()].filter(({ rows }) => rows.length >= minRows)
}

/** The only two tables of a near common element. */
const pairsOf = (tables: Table[]): Map<Table, Table> => {
  const under = new Map<HtmlElement, Table[]>()
  for (const table of tables) {
    let at = table.element.parent
    for (let up = 0; at && up <= maxLevels; up++, at = at.parent) {
      const own = under.get(at)
      if (own) own.push(table)
      else under.set(at, [table])
    }
  }
  const pairs = new Map<Table, Table>()
  for (const [left, right, ...more] of under.values())
    if (
      left &&
      right &&
      more.length === 0 &&
      left.rows.length === right.rows.length &&
      left.columns !== right.columns
    )
      pairs.set(left, right)
  return pairs
}

/** Such pairs one below the other, of the same make, are one list; heads between its rows are none. */
const unite = (joined: PageRecord[][]): PageRecord[][] => {
  const byMake = new Map<string, PageRecord[]>()
  for (const records of joined) {
    const make = `${records[0]?.element.depth} ${records[0]?.element.parent?.attributes.class ?? ''}`
    byMake.set(make, [...(byMake.get(make) ?? []), ...records])
  }
  return [...byMake.values()].flatMap(records => [records, ...withoutHeads(records)])
}

const withoutHeads = (records: PageRecord[]): PageRecord[][] => {
  const heads = records.filter(({ element }) => isHead(element))
  const rows = records.filter(({ element }) => !isHead(element))
  return heads.length > 0 && rows.length >= minRows ? [rows] : []
}

const isHead = (row: HtmlElement) =>
  /head/i.test(row.attributes.class ?? '') ||
  row.children.every(child => child.type === 'text' || child.name === 'th')

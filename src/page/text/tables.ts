import type { HtmlElement } from '../html/html.ts'
import { type GridCell, type GridRow, layOutTable, type TableGrid } from '../html/table-grid.ts'

/** Which cells name a cell: the head of its row and the head of its column. */
type CellHeaders = { row: HtmlElement | undefined; column: HtmlElement | undefined }
export type TableHeaders = Map<HtmlElement, CellHeaders>

export const readTable = (table: HtmlElement, headers: TableHeaders) => {
  const grid = layOutTable(table)
  if (!grid) return
  let heads: HtmlElement[] = []
  const edges = leftEdge(grid)
  const pairs = arePairs(grid.rows)
  for (const [index, row] of grid.rows.entries()) {
    const own = columnHeads(grid.rows, index)
    const isHead = own.length > 0
    if (isHead) heads = own
    const named = isHead ? undefined : rowHead(row, edges[index])
    for (const [at, { element, column }] of row.cells.entries()) {
      const head = isHead ? undefined : heads[column]
      const name = pairs ? (at % 2 === 1 ? row.cells[at - 1]?.element : undefined) : named
      headers.set(element, {
        row: element === name ? undefined : name,
        column: head && head !== element ? head : undefined,
      })
    }
  }
}

/**
 * The first row heads the columns if all of it is `<th>`, or if it stands in a `<thead>`; any row,
 * for those below it, if it is set off from the next, as head rows of plain cells are.
 */
const columnHeads = (rows: readonly GridRow[], index: number): HtmlElement[] => {
  const { section, cells } = rows[index] as GridRow
  const isHead =
    (index === 0 && (section === 'thead' || (cells.length > 1 && cells.every(isTh)))) ||
    (index === 0 && areNames(rows)) ||
    isSetOff(rows, index)
  return isHead
    ? cells.flatMap(({ element, columns }) => Array<HtmlElement>(columns).fill(element))
    : []
}

/** Names and values in turn, several in a row: "Open | 48.12 | Volume | 1,204". */
const arePairs = (rows: readonly GridRow[]): boolean => {
  const isEven = rows.every(({ cells }) => cells.length >= 4 && cells.length % 2 === 0)
  if (!isEven || rows.length < 2 || rows.length > maxPairRows) return false
  const texts = rows.flatMap(({ cells }) => cells.map(({ element }) => shortText(element) ?? ''))
  const names = texts.filter((_, at) => at % 2 === 0)
  const values = texts.filter((_, at) => at % 2 === 1)
  const numbers = values.filter(value => /\p{N}/u.test(value))
  return names.every(name => /^\p{L}[^\p{N}]*$/u.test(name)) && numbers.length > values.length / 2
}

const maxPairRows = 40

/** Short words over a row of mostly numbers: "HT, WT, AGE" over "6-5, 212, 32". */
const areNames = ([first, second]: readonly GridRow[]): boolean => {
  if (!first || first.cells.length < 3 || second?.cells.length !== first.cells.length) return false
  const names = first.cells.map(({ element }) => shortText(element))
  if (!names.every(name => name && /^\p{L}[^\p{N}:]*$/u.test(name))) return false
  const numbers = second.cells.filter(({ element }) => /\p{N}/u.test(shortText(element) ?? ''))
  return numbers.length > second.cells.length / 2
}

/** What a cell says, where that is no more than a few words. */
const shortText = (cell: HtmlElement): string | undefined => {
  let text = ''
  const stack: HtmlElement['children'] = [cell]
  for (let steps = 0; stack.length > 0; steps++) {
    const node = stack.pop()
    if (steps > maxSteps || text.length > maxName) return undefined
    if (node?.type === 'text') text += node.text.replace(/\s+/g, ' ')
    else stack.push(...(node?.children.toReversed() ?? []))
  }
  return text.trim()
}

const maxName = 24
const maxSteps = 12

const isTh = ({ element }: GridCell) => element.name === 'th'

/**
 * Every cell bold, or the row called a head, or all of a class that the cells below do not have, nor
 * every other row: stripes are no heads, unless their class says that they are titles or labels.
 */
const isSetOff = (rows: readonly GridRow[], index: number): boolean => {
  const isEven = rows[index]?.cells.length === rows[index + 1]?.cells.length
  const said = (at: number) => {
    const all = rows[at]?.cells ?? []
    return isEven ? all : all.filter(saysAnything)
  }
  const [cells, next] = [said(index), said(index + 1)]
  if (cells.length < 2 || next.length !== cells.length) return false
  const [own, below] = [classOf(cells), classOf(next)]
  const isOther = next.every(cell => nameIn(cell) !== own)
  const others = [index - 2, index + 2].map(at => classOf(said(at)))
  const isStripe = others.includes(own) || (index > 0 && classOf(said(index - 1)) === below)
  if (own && isOther && (!isStripe || isLabelClass(own, below))) return true
  if (cells.length < 3 || next.some(isBold)) return false
  return cells.every(isBold) || headName.test(cells[0]?.element.parent?.attributes.class ?? '')
}

/** A cell may be there for a gap alone. */
const saysAnything = ({ element }: GridCell): boolean =>
  element.children.some(child =>
    child.type === 'element' ? child.name !== 'img' && child.name !== 'br' : /\S/.test(child.text),
  )

/**
 * The class that all cells of a row have, or the boxes that fill them; none where they differ, as a
 * label and its value do.
 */
const classOf = (cells: readonly GridCell[]): string | undefined => {
  const names = new Set(cells.map(nameIn))
  return names.size === 1 ? [...names][0] : undefined
}

const nameIn = ({ element }: GridCell) => nameOf(element) || nameOf(onlyChild(element))
const nameOf = (element: HtmlElement | undefined): string =>
  element?.attributes.class ?? element?.attributes.id ?? ''

/** The one element that holds all that an element says. */
const onlyChild = ({ children }: HtmlElement): HtmlElement | undefined => {
  const [only, ...more] = children.filter(
    child => child.type === 'element' || child.text.trim() !== '',
  )
  return only?.type === 'element' && more.length === 0 ? only : undefined
}

const isLabelClass = (own: string, below = '') => labelName.test(own) && !labelName.test(below)
const labelName =
  /(?:^|[\s_-])(?:title|label|caption|head(?:er|ing)?|key|term|b|bold|strong)(?:$|[\s_-])/i
const headName = /(?:^|[\s_-])(?:col(?:umn)?-?)?head(?:er|ers|ing|ings|s)?(?:$|[\s_-])/i

/** All that the cell says stands in one bold element. */
const isBold = ({ element }: GridCell): boolean => {
  let inside = element
  for (let depth = 0; depth < 3; depth++) {
    const only = onlyChild(inside)
    if (!only) return false
    if (only.name === 'b' || only.name === 'strong') return true
    inside = only
  }
  return false
}

/** The cell that stands leftmost in each row, or reaches down into it. */
const leftEdge = ({ rows }: TableGrid): (HtmlElement | undefined)[] => {
  const edges: (HtmlElement | undefined)[] = []
  for (const [index, { cells }] of rows.entries()) {
    const first = cells[0]
    if (first?.column === 0) for (let i = 0; i < first.rows; i++) edges[index + i] = first.element
  }
  return edges
}

/**
 * A `<th>` names its row, the row's own before one that reaches down from above; else the first of
 * two cells is a label and the other its value.
 */
const rowHead = ({ cells }: GridRow, edge: HtmlElement | undefined): HtmlElement | undefined => {
  const first = cells[0]?.element
  if (first?.name === 'th') return first
  if (edge?.name === 'th' || cells.length === 1) return edge === first ? undefined : edge
  return cells.length === 2 ? first : undefined
}

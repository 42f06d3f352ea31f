import { descendants, type HtmlElement, type HtmlNode, textContent } from '../html/html.ts'
import type { List, TextBlock } from './blocks.ts'
import { headingLevel, isBlock } from './elements.ts'
import type { Leave } from './line.ts'
import { impliedList, newItem } from './lists.ts'
import { enterBlock, type Reader, type Rule } from './reader.ts'

const enterList: Rule = (reader, element) => {
  const { draft } = reader
  if (!draft.fixed && isOfSections(element)) reader.sections.add(element)
  if (draft.fixed || reader.sections.has(element)) return enterBlock(reader)
  return draft.enter({
    kind: 'list',
    ordered: element.name === 'ol',
    ...numbersOf(element),
    loose: element.children.some(holdsParagraph),
    implied: false,
    children: [],
  })
}

/**
 * Programs arrange the sections of a page as items of lists, of which a style hides the points: each
 * begins with a heading, or the only one with what no point begins with; and they hold more than text.
 */
const isOfSections = ({ name, children }: HtmlElement): boolean => {
  const items = name === 'ul' ? children.filter(child => child.type === 'element') : []
  return (
    items.length > 0 &&
    items.every(item => beginsSection(item, items.length === 1)) &&
    items.some(item =>
      descendants(item)
        .take(maxLooked)
        .some(({ name }) => sectionParts.has(name)),
    )
  )
}
const sectionParts = new Set(['pre', 'table', 'dl', 'section'])
const maxLooked = 300

const beginsSection = (item: HtmlElement, isOnly: boolean): boolean => {
  let first: HtmlNode | undefined = item
  for (let level = 0; first?.type === 'element' && level < maxLevels; level++) {
    if (headingLevel(first) > 0 || (isOnly && sectionParts.has(first.name))) return true
    first = first.children.find(child => !isBlank(child) && !isEmpty(child))
  }
  return false
}
const maxLevels = 6

const isEmpty = (node: HtmlNode): boolean =>
  node.type === 'element' && textContent(node).trim() === ''

const numbersOf = ({ attributes, children }: HtmlElement): Pick<List, 'start' | 'step'> => {
  const count = children.filter(child => child.type === 'element' && child.name === 'li').length
  const isCountdown = attributes.reversed !== undefined
  const start = numberOf(attributes.start) ?? (isCountdown ? count : 1)
  // Markdown knows no numbers below nought.
  return { start, step: isCountdown && start >= count - 1 ? -1 : 1 }
}

const numberOf = (value: string | undefined): number | undefined => {
  const number = Number.parseInt(value ?? '', 10)
  return number >= 0 && number < 999_000_000 ? number : undefined
}

const holdsParagraph = (item: HtmlElement['children'][number]): boolean =>
  item.type === 'element' &&
  item.name === 'li' &&
  item.children.some(child => child.type === 'element' && child.name === 'p')

const enterItem: Rule = (reader, element) => {
  const { draft } = reader
  const number = numberOf(element.attributes.value)
  if (element.parent && reader.sections.has(element.parent)) return enterBlock(reader)
  if (!draft.fixed) return draft.enter({ ...newItem(), number })
  draft.boundary()
  if (draft.fixed === 'cell') draft.text(signInCell(element))
  return () => draft.boundary()
}

/** A cell can hold no list, only lines that look like one. */
const signInCell = (item: HtmlElement): string => {
  const list = item.parent
  if (list?.name !== 'ol') return '- '
  let number = numberOf(list.attributes.start) ?? 1
  for (const child of list.children) {
    if (child === item || number > maxCellItems) break
    if (child.type === 'element' && child.name === 'li') number++
  }
  return number > maxCellItems ? '- ' : `${number}. `
}
/** Counting from the first for each item stays cheap. */
const maxCellItems = 99

const enterQuote: Rule = reader => {
  if (reader.draft.fixed) return enterBlock(reader)
  return reader.draft.enter({ kind: 'quote', children: [] })
}

/**
 * Short definitions become a list, `**term**: definition`; where a definition is made of blocks,
 * as in the documentation of programs, the term is a line of its own and the blocks follow. Terms
 * alone are a list, too: the contents of a book.
 */
const enterDefinitions: Rule = (reader, element) => {
  if (reader.draft.fixed) return enterBlock(reader)
  const isBelowTerm = element.parent?.parent && reader.outlines.has(element.parent.parent)
  if (isBelowTerm || isOutline(element)) reader.outlines.add(element)
  else if (!isShort(element)) return enterBlock(reader)
  for (const definition of sharedDefinitions(element)) reader.shared.add(definition)
  return reader.draft.enter(impliedList())
}

/** Two or more of one term. */
const sharedDefinitions = (list: HtmlElement): HtmlElement[] => {
  const groups: HtmlElement[][] = []
  for (const part of list.children.flatMap(ungrouped)) {
    if (part.type === 'text') continue
    if (part.name === 'dt') groups.push([])
    else if (!part.children.every(isBlank)) groups.at(-1)?.push(part)
  }
  return groups.filter(group => group.length > 1).flat()
}

const enterTerm: Rule = (reader, element) => {
  const { draft, outlines } = reader
  const leaveItem = isInList(reader) ? reader.draft.enter(newItem()) : enterBlock(reader)
  if (element.parent && outlines.has(element.parent)) return leaveItem
  const leaveStrong = draft.span({ kind: 'strong' })
  return () => {
    leaveStrong?.()
    leaveItem()
    reader.term = isInList(reader) ? draft.lastParagraph : undefined
  }
}

const enterDefinition: Rule = (reader, element) => {
  const { draft } = reader
  const { children } = element
  if (!isInList(reader) || children.every(isBlank)) return enterBlock(reader)
  if (reader.shared.has(element)) return enterShared(reader)
  if (reader.term) {
    draft.resume(reader.term)
    draft.text(endsWithColon(reader.term) ? ' ' : ': ')
    draft.join()
    reader.term = undefined
  }
  return () => {
    draft.unjoin()
    draft.flush()
  }
}

/** Below the term, as items. */
const enterShared = ({ draft }: Reader): Leave => {
  const leaveList = draft.enter(impliedList())
  const leaveItem = draft.enter(newItem())
  return () => {
    leaveItem()
    leaveList()
  }
}

const endsWithColon = ({ pieces }: TextBlock): boolean => {
  const last = pieces.findLast(piece => piece.kind === 'text')
  return last?.kind === 'text' && /[:：]\s*$/.test(last.text)
}

const isInList = ({ draft }: Reader): boolean => !draft.fixed && draft.container.kind === 'list'

const isShort = (list: HtmlElement): boolean => {
  let terms = 0
  let definitions = 0
  for (const child of list.children.flatMap(ungrouped)) {
    if (child.type === 'text') continue
    if (child.name === 'dt') terms++
    else if (child.name === 'dd') definitions++
    if (child.name !== 'dt' && child.name !== 'dd') return false
    const blocks = child.children.filter(part => part.type === 'element' && isBlock(part))
    const plain = blocks.length === 0 || (blocks.length === 1 && isParagraph(blocks[0]))
    if (!plain) return false
  }
  return terms > 0 && definitions > 0
}

/** Below a term of such a list one is enough. */
const isOutline = (list: HtmlElement, levels = maxOutlineLevels): boolean => {
  const parts = list.children.filter(child => child.type === 'element')
  const terms = parts.filter(({ name }) => name === 'dt')
  return (
    levels > 0 &&
    (terms.length > 1 || levels < maxOutlineLevels) &&
    terms.every(
      ({ children }) => !children.some(part => part.type === 'element' && isBlock(part)),
    ) &&
    parts.every(({ name, children }) =>
      name === 'dd'
        ? children.every(part => isBlank(part) || isBelow(part, levels))
        : name === 'dt',
    )
  )
}
/** Each level is looked at once for each around it. */
const maxOutlineLevels = 6

const isBelow = (node: HtmlNode, levels: number): boolean =>
  node.type === 'element' && node.name === 'dl' && isOutline(node, levels - 1)

const isBlank = (node: HtmlNode): boolean => node.type === 'text' && node.text.trim() === ''

/** A term and its definitions may stand together in a `<div>`. */
const ungrouped = (child: HtmlNode): HtmlNode[] =>
  child.type === 'element' && child.name === 'div' ? child.children : [child]

const isParagraph = (node: HtmlElement['children'][number] | undefined): boolean =>
  node?.type === 'element' && node.name === 'p'

/** The line one clicks on to see the rest. */
const enterSummary: Rule = reader => {
  const { draft } = reader
  draft.boundary()
  const leave = draft.span({ kind: 'strong' })
  return () => {
    leave?.()
    draft.boundary()
  }
}

export const listRules: [string, Rule][] = [
  ['ul', enterList],
  ['ol', enterList],
  ['menu', enterList],
  ['dir', enterList],
  ['li', enterItem],
  ['blockquote', enterQuote],
  ['dl', enterDefinitions],
  ['dt', enterTerm],
  ['dd', enterDefinition],
  ['summary', enterSummary],
]

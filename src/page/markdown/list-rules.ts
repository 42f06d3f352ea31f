import { nextElement } from '../html/footnotes.ts'
import type { HtmlElement, HtmlNode } from '../html/html.ts'
import type { List, TextBlock } from './blocks.ts'
import type { Leave } from './draft.ts'
import { isBlock } from './elements.ts'
import { enterBlock, type Reader, type Rule } from './reader.ts'

const enterList: Rule = (reader, element) => {
  const { draft } = reader
  if (draft.fixed) return enterBlock(reader)
  return draft.enter({
    kind: 'list',
    ordered: element.name === 'ol',
    ...numbersOf(element),
    loose: element.children.some(holdsParagraph),
    implied: false,
    children: [],
  })
}

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
  if (!draft.fixed) return draft.enter({ kind: 'item', task: undefined, number, children: [] })
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
 * as in the documentation of programs, the term is a line of its own and the blocks follow.
 */
const enterDefinitions: Rule = (reader, element) => {
  if (reader.draft.fixed || !isShort(element)) return enterBlock(reader)
  return reader.draft.enter({
    kind: 'list',
    ordered: false,
    start: 1,
    step: 1,
    loose: false,
    implied: false,
    children: [],
  })
}

const enterTerm: Rule = (reader, element) => {
  const { draft, survey } = reader
  if (survey.definitions.size > 0 && isLabelOfNote(reader, element)) return 'skip'
  const leaveItem = isInList(reader) ? openItem(reader) : enterBlock(reader)
  const leaveStrong = draft.span({ kind: 'strong' })
  return () => {
    leaveStrong?.()
    leaveItem()
    reader.term = isInList(reader) ? draft.lastParagraph : undefined
  }
}

const isLabelOfNote = ({ survey }: Reader, term: HtmlElement): boolean => {
  const definition = nextElement(term)
  return definition !== undefined && survey.definitions.has(definition)
}

const enterDefinition: Rule = reader => {
  const { draft } = reader
  if (!isInList(reader)) return enterBlock(reader)
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

const endsWithColon = ({ pieces }: TextBlock): boolean => {
  const last = pieces.findLast(piece => piece.kind === 'text')
  return last?.kind === 'text' && /[:：]\s*$/.test(last.text)
}

const isInList = ({ draft }: Reader): boolean => !draft.fixed && draft.container.kind === 'list'

const openItem = ({ draft }: Reader): Leave =>
  draft.enter({ kind: 'item', task: undefined, number: undefined, children: [] })

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

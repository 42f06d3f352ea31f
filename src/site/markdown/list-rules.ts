import type { HtmlElement } from '../html.ts'
import type { Leave } from './draft.ts'
import { isBlock } from './elements.ts'
import { enterBlock, type Reader, type Rule } from './reader.ts'

const enterList: Rule = (reader, element) => {
  const { draft } = reader
  if (draft.fixed) return enterBlock(reader)
  return draft.enter({
    kind: 'list',
    ordered: element.name === 'ol',
    start: startOf(element),
    loose: element.children.some(holdsParagraph),
    implied: false,
    children: [],
  })
}

const startOf = (list: HtmlElement): number => {
  const first = list.children.find(child => child.type === 'element' && child.name === 'li')
  const value = first?.type === 'element' ? first.attributes.value : undefined
  const start = Number.parseInt(value ?? list.attributes.start ?? '1', 10)
  return start >= 0 && start < 999_000_000 ? start : 1
}

const holdsParagraph = (item: HtmlElement['children'][number]): boolean =>
  item.type === 'element' &&
  item.name === 'li' &&
  item.children.some(child => child.type === 'element' && child.name === 'p')

const enterItem: Rule = reader => {
  const { draft } = reader
  if (!draft.fixed) return draft.enter({ kind: 'item', task: undefined, children: [] })
  draft.boundary()
  if (draft.fixed === 'cell') draft.text('- ')
  return () => draft.boundary()
}

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
  const list = { kind: 'list', ordered: false, start: 1, loose: false, implied: false } as const
  return reader.draft.enter({ ...list, children: [] })
}

const enterTerm: Rule = reader => {
  const { draft } = reader
  const leaveItem = isInList(reader) ? openItem(reader) : enterBlock(reader)
  const leaveStrong = draft.span({ kind: 'strong' })
  return () => {
    leaveStrong?.()
    leaveItem()
    reader.term = isInList(reader) ? draft.lastParagraph : undefined
  }
}

const enterDefinition: Rule = reader => {
  const { draft } = reader
  if (!isInList(reader)) return enterBlock(reader)
  if (reader.term) {
    draft.resume(reader.term)
    draft.text(': ')
    draft.join()
    reader.term = undefined
  }
  return () => {
    draft.unjoin()
    draft.flush()
  }
}

const isInList = ({ draft }: Reader): boolean => !draft.fixed && draft.container.kind === 'list'

const openItem = ({ draft }: Reader): Leave =>
  draft.enter({ kind: 'item', task: undefined, children: [] })

const isShort = (list: HtmlElement): boolean => {
  let terms = 0
  let definitions = 0
  for (const child of list.children) {
    if (child.type === 'text') continue
    // Groups in a <div> would need to be looked into: their blocks just follow each other.
    if (child.name === 'dt') terms++
    else if (child.name === 'dd') definitions++
    if (child.name !== 'dt' && child.name !== 'dd') return false
    const blocks = child.children.filter(part => part.type === 'element' && isBlock(part))
    const plain = blocks.length === 0 || (blocks.length === 1 && isParagraph(blocks[0]))
    if (!plain) return false
  }
  return terms > 0 && definitions > 0
}

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

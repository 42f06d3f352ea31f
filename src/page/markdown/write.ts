import type { Alert } from './alerts.ts'
import type { Alignment, Block, Cell, Item, List, TableBlock } from './blocks.ts'
import { escapeAlertSign, escapeLineStart } from './escape.ts'
import type { MarkdownReading } from './read.ts'
import { writeCodeBlock } from './write-code.ts'
import { writeCell, writeHeading, writeParagraph } from './write-inline.ts'

/**
 * Blocks as Markdown. Containers put their sign before every line inside them. The walk keeps its
 * own stack, and below a depth nobody reads the signs end, so that no page grows without bound
 * on its way out.
 */
export const writeBlocks = ({ root, footnotes, hasMath }: MarkdownReading): string => {
  const state: State = { out: [], lead: undefined, tasks: [], hasMath }
  pushChildren(state, [...root.children, ...footnotes], { prefix: '', depth: 0, tight: false })
  for (let task = state.tasks.pop(); task; task = state.tasks.pop()) {
    if (task.kind === 'leave') {
      // Nothing was written inside: the sign waits for whoever comes next.
      if (state.lead === task.lead) state.lead = task.before
      continue
    }
    if (task.blank && state.lead === undefined && state.out.length > 0)
      state.out.push(task.place.prefix.trimEnd())
    writeBlock(state, task)
  }
  return state.out.join('\n')
}

type State = {
  out: string[]
  /** What stands before the next line instead of its prefix: the first line of an item. */
  lead: string | undefined
  tasks: Task[]
  hasMath: boolean
}
type Task =
  | { kind: 'write'; block: Block; place: Place; blank: boolean; marker: string }
  | { kind: 'leave'; lead: string; before: string | undefined }
type Place = { prefix: string; depth: number; tight: boolean }

const maxDepth = 40
const quoteSign = '> '

const writeBlock = (state: State, { block, place, marker }: Task & { kind: 'write' }): void => {
  switch (block.kind) {
    case 'root':
      pushChildren(state, block.children, place)
      break
    case 'quote':
      if (block.alert && block.children.length > 0) writeAlertSign(state, block.alert, place)
      enterContainer(state, block.children, { ...place, tight: false }, quoteSign, quoteSign)
      break
    case 'footnote': {
      const loose = { ...place, tight: false }
      enterContainer(state, block.children, loose, `[^${block.label}]: `, '    ')
      break
    }
    case 'list':
      pushItems(state, block, place, marker)
      break
    case 'item': {
      const task = block.task && block.children[0]?.kind === 'paragraph' ? block.task : undefined
      const box = task ? (task === 'done' ? '[x] ' : '[ ] ') : ''
      const indent = ' '.repeat(marker.length)
      enterContainer(state, block.children, place, marker + box, indent)
      break
    }
    default:
      for (const line of linesOf(block, place, state.hasMath)) {
        const prefix = state.lead ?? place.prefix
        const written = state.lead?.endsWith(quoteSign) ? escapeAlertSign(line) : line
        state.out.push(line === '' ? prefix.trimEnd() : prefix + written)
        state.lead = undefined
      }
  }
}

/** The line that makes a quotation an alert; its text follows without a blank line. */
const writeAlertSign = (state: State, alert: Alert, { prefix, depth }: Place): void => {
  if (depth >= maxDepth) return
  state.out.push(`${state.lead ?? prefix}> [!${alert}]`)
  state.lead = undefined
}

const enterContainer = (
  state: State,
  children: Block[],
  place: Place,
  sign: string,
  indent: string,
): void => {
  const deep = place.depth >= maxDepth
  if (deep && state.lead !== undefined) {
    pushChildren(state, children, place)
    return
  }
  const lead = (state.lead ?? place.prefix) + (deep && sign === quoteSign ? '' : sign)
  state.tasks.push({ kind: 'leave', lead, before: state.lead })
  state.lead = lead
  const prefix = deep ? place.prefix : place.prefix + indent
  pushChildren(state, children, { ...place, prefix, depth: place.depth + 1 })
}

/** Neighbouring lists take turns with their signs, else Markdown would join them. */
const pushChildren = (state: State, children: Block[], place: Place): void => {
  const tasks: Task[] = []
  let previous: Block | undefined
  let turned = false
  for (const block of children) {
    turned = isSameList(previous, block) && !turned
    const blank = previous !== undefined && (!place.tight || needsBlank(previous, block))
    tasks.push({ kind: 'write', block, place, blank, marker: markerOf(block, turned) })
    previous = block
  }
  pushReversed(state.tasks, tasks)
}

const isSameList = (previous: Block | undefined, block: Block): boolean =>
  previous?.kind === 'list' && block.kind === 'list' && previous.ordered === block.ordered

const markerOf = (block: Block, turned: boolean): string => {
  if (block.kind !== 'list') return ''
  return block.ordered ? (turned ? ')' : '.') : turned ? '*' : '-'
}

const pushItems = (state: State, list: List, place: Place, marker: string): void => {
  const tight = !list.loose && list.children.every(canBeTight)
  let number = list.start
  const tasks = list.children.map((block, index): Task => {
    number = block.number ?? (index === 0 ? number : number + list.step)
    return {
      kind: 'write',
      block,
      place: { ...place, tight },
      blank: index > 0 && !tight,
      marker: list.ordered ? `${Math.max(0, number)}${marker} ` : `${marker} `,
    }
  })
  pushReversed(state.tasks, tasks)
}

const pushReversed = (stack: Task[], tasks: Task[]): void => {
  for (let i = tasks.length - 1; i >= 0; i--) stack.push(tasks[i] as Task)
}

const canBeTight = ({ children }: Item): boolean =>
  children.every((block, index) => {
    const previous = children[index - 1]
    return previous === undefined || !needsBlank(previous, block)
  })

/** Only a list may follow directly on a line of text, as nested lists do, or on another list. */
const needsBlank = (previous: Block, next: Block): boolean => {
  if (next.kind !== 'list') return true
  if (previous.kind === 'paragraph') return next.ordered && firstNumber(next) !== 1
  return previous.kind !== 'list'
}

const firstNumber = ({ start, children }: List): number => children[0]?.number ?? start

const linesOf = (block: Block, place: Place, hasMath: boolean): string[] => {
  switch (block.kind) {
    case 'paragraph':
      return writeParagraph(block, hasMath)
    case 'heading':
      return writeHeading(block, hasMath)
    case 'code':
      return writeCodeBlock(block.text, block.language)
    case 'math':
      return ['$$', ...block.tex.split('\n').filter(line => line.trim() !== ''), '$$']
    case 'rule':
      // Dashes would be a list in a list, or would make a heading of a tight line above.
      return [place.prefix === '' ? '---' : '___']
    case 'table':
      return writeTable(block, hasMath)
    default:
      return []
  }
}

/** A GFM table, without padding: models and renderers do not need it. */
const writeTable = (table: TableBlock, hasMath: boolean): string[] => {
  const width = table.alignments.length
  const write = (cells: Cell[]): string[] =>
    Array.from({ length: width }, (_, i) => {
      const cell = cells[i]
      return cell ? writeCell(cell, hasMath) : ''
    })
  const heads = table.heads.map(write)
  // A head that covers both rows says its words once.
  const head = Array.from({ length: width }, (_, i) =>
    [...new Set(heads.map(cells => cells[i] ?? ''))].filter(text => text !== '').join(' '),
  )
  const rows = table.rows.map(write).filter(row => row.some(cell => cell !== ''))
  const all = [head, ...rows]
  // A column without a word is there for the looks.
  const isSaying = Array.from({ length: width }, (_, i) => all.some(row => row[i] !== ''))
  if (!isSaying.includes(true)) return []
  const shownOf = (cells: string[]): string[] => cells.filter((_, i) => isSaying[i])
  const of = (cells: string[]): string => line(shownOf(cells))
  const title = table.title ? writeCell(table.title, hasMath) : ''
  const above = title === '' ? [] : [escapeLineStart(title, true), '']
  // One column without a head is no table: the lines of a form, of which the labels went.
  if (head.every(text => text === '') && shownOf(head).length === 1)
    return [
      ...above,
      ...rows.flatMap(shownOf).flatMap(text => [escapeLineStart(text, true), '']),
    ].slice(0, -1)
  return [...above, of(head), of(table.alignments.map(ruleOf)), ...rows.map(of)]
}

const line = (cells: string[]): string => `| ${cells.join(' | ')} |`

const ruleOf = (alignment: Alignment): string => {
  if (alignment === 'center') return ':-:'
  if (alignment === 'right') return '--:'
  return alignment === 'left' ? ':--' : '---'
}

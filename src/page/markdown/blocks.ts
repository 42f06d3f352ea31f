import type { Alert } from './alerts.ts'

/**
 * What a page becomes before it is written: a small tree of blocks, with the text of each block
 * as a flat row of pieces, so that neither reading nor writing needs recursion.
 */
export type Block =
  | TextBlock
  | { kind: 'code'; text: string; language: string }
  | { kind: 'math'; tex: string }
  | { kind: 'rule' }
  | Container
  | TableBlock

export type TextBlock = {
  kind: 'paragraph' | 'heading' | 'cell'
  /** Of a heading; 0 otherwise. */
  level: number
  pieces: Piece[]
}

export type Container = Root | Quote | List | Item | Footnote
export type Root = { kind: 'root'; children: Block[] }
/** A quotation, or what documentation sets apart as a note, a tip or a warning. */
export type Quote = { kind: 'quote'; alert?: Alert; children: Block[] }
export type List = {
  kind: 'list'
  ordered: boolean
  start: number
  /** A countdown goes from its start towards one. */
  step: 1 | -1
  loose: boolean
  /** Made for items that stand outside any list, or of terms and their definitions. */
  implied: boolean
  children: Item[]
}
export type Item = {
  kind: 'item'
  task: 'open' | 'done' | undefined
  /** Where the page gives the item a number out of turn. */
  number: number | undefined
  children: Block[]
}
export type Footnote = { kind: 'footnote'; label: string; children: Block[] }

export type TableBlock = {
  kind: 'table'
  /** A head over all of its columns. */
  title: Cell
  /** Rows of heads: Markdown has one, which says all of them. */
  heads: Cell[][]
  rows: Cell[][]
  alignments: Alignment[]
}
export type Cell = TextBlock | undefined
export type Alignment = 'left' | 'center' | 'right' | undefined

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'open'; span: InlineSpan }
  | { kind: 'close'; span: InlineSpan }
  | { kind: 'code'; text: string }
  | { kind: 'math'; tex: string }
  | { kind: 'image'; alt: string; url: string; title: string }
  | { kind: 'note'; label: string }
  | { kind: 'break' }

export type Emphasis = 'strong' | 'em' | 'del'
/** Kept as HTML tags, which Markdown allows and which have no sign of their own. */
export type Tagged = 'sub' | 'sup' | 'ins' | 'kbd' | 'abbr'

/** A stretch of text; its identity ties `open` to `close`. */
export type InlineSpan = { kind: Emphasis } | { kind: Tagged; title: string } | Link

export type Link = {
  kind: 'link'
  url: string
  title: string
  /** What to show where the link has no words of its own. */
  label: string
  /** The one block that carries it, where it runs through several; see `Draft`. */
  home: TextBlock | undefined
  rank: 0 | 1 | 2 | 3
}

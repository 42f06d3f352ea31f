import type {
  Block,
  Container,
  Footnote,
  InlineSpan,
  Item,
  Link,
  Piece,
  Quote,
  Root,
  TextBlock,
} from './blocks.ts'
import { dropSign, linesWithSigns } from './bullets.ts'
import { languageOfLabel } from './code.ts'
import { type Gap, needsSpace, wordEnd } from './gaps.ts'
import { hasWords } from './headings.ts'
import { impliedList, innerList, newItem, pushBlock } from './lists.ts'

/** Undoes what entering an element did. */
export type Leave = () => void

/**
 * The document while it is being read. Text goes into the block under way; a boundary ends it.
 * While a heading or a table cell is under way every boundary inside it becomes a space or a
 * break, since neither can hold blocks.
 */
export class Draft {
  readonly root: Root = { kind: 'root', children: [] }
  readonly footnotes: Footnote[] = []
  readonly headings: TextBlock[] = []
  hasMath = false
  #containers: Container[] = [this.root]
  #block: TextBlock | undefined
  #filled = false
  /** The block under way is a heading or a cell, which only its own end may finish. */
  #fixed = false
  #spans: InlineSpan[] = []
  #replies = new Set<Quote>()
  #openFootnotes = 0
  #breaks = 0
  #gap: Gap | undefined
  #joining = false
  /** Of the text that was last added to: to cut it off there would copy all of a long one. */
  #end: { piece: TextPiece; text: string } | undefined

  /** Where blocks cannot be made: inside a heading or a cell. */
  get fixed(): 'heading' | 'cell' | undefined {
    if (!this.#fixed || !this.#block) return undefined
    return this.#block.kind === 'cell' ? 'cell' : 'heading'
  }

  get container(): Container {
    return this.#containers.at(-1) ?? this.root
  }

  get insideLink(): boolean {
    return this.#spans.some(span => span.kind === 'link')
  }

  get insideFootnote(): boolean {
    return this.#openFootnotes > 0
  }

  /** Nothing was read yet of the item under way. */
  get isAtStart(): boolean {
    return !this.#filled && this.container.children.length === 0
  }

  /** Something was read of the line under way. */
  get isInLine(): boolean {
    return this.#filled && this.#lastPiece()?.kind !== 'break'
  }

  /** The paragraph that ends the last item of the list under way. */
  get lastParagraph(): TextBlock | undefined {
    const item = this.container.children.at(-1)
    const block = item?.kind === 'item' ? item.children.at(-1) : undefined
    return block?.kind === 'paragraph' ? block : undefined
  }

  /** Takes that paragraph up again. */
  resume(paragraph: TextBlock): void {
    const item = this.container.children.at(-1)
    if (item?.kind === 'item' && item.children.at(-1) === paragraph) item.children.pop()
    this.#open(paragraph)
    this.#filled = true
  }

  text(text: string): void {
    if (!visible.test(text)) {
      if (this.#block) this.#push({ kind: 'text', text: ' ' })
      return
    }
    const gap = this.#gap
    const glued = this.#filled && this.#isGlued(gap, text)
    const value = glued ? ` ${text}` : text
    const last = this.#content(2)
    if (last?.kind === 'text') {
      this.#end = { piece: last, text: endOf(this.#endOf(last) + value) }
      last.text += value
    } else this.#push({ kind: 'text', text: value })
  }

  piece(piece: Piece): void {
    if (piece.kind === 'math') this.hasMath = true
    const isBeside = piece.kind === 'image' && this.#filled && this.#isBesideWords()
    this.#content(piece.kind === 'image' ? 1 : 2)
    if (isBeside) this.#push({ kind: 'text', text: ' ' })
    this.#push(piece)
  }

  /** `<br>`; two of them in a row separate paragraphs, as old pages write them. */
  lineBreak(): void {
    if (!this.#block || !this.#filled) return
    if (this.#block.kind === 'heading') this.text(' ')
    else if (this.#breaks === 0) {
      this.#push({ kind: 'break' })
      this.#breaks++
    } else this.flush()
  }

  /** The start or the end of something that stands on lines of its own. */
  boundary(): void {
    this.#gap = undefined
    if (this.#joining) return
    if (!this.#fixed) this.flush()
    else if (this.#filled) this.lineBreak()
  }

  /** Until words come, boundaries are ignored: what follows stays on this line. */
  join(): void {
    this.#joining = true
  }

  unjoin(): void {
    this.#joining = false
  }

  /** Two elements meet without white space between them. */
  meet(gap: Gap): void {
    this.#gap = gap
  }

  /** Starts a stretch of text; undefined if one of its kind is under way already. */
  span(span: InlineSpan): Leave | undefined {
    if (this.#spans.some(active => active.kind === span.kind)) return undefined
    this.#spans.push(span)
    if (this.#block) this.#push({ kind: 'open', span })
    return () => this.#endSpan(span)
  }

  /** Starts a heading or a cell. */
  start(block: TextBlock): Leave {
    this.flush()
    this.#open(block)
    this.#fixed = true
    return () => {
      const filled = this.#filled
      this.#fixed = false
      this.#joining = false
      this.#close()
      if (!filled || block.kind === 'cell') return
      if (hasWords(block)) this.headings.push(block)
      else block.kind = 'paragraph'
      this.append(block)
    }
  }

  enter(container: Container): Leave {
    this.flush()
    this.#containers.push(container)
    if (container.kind === 'footnote') this.#openFootnotes++
    return () => {
      this.flush()
      this.#containers.pop()
      if (container.kind === 'footnote') this.#openFootnotes--
      if (container.children.length === 0) return
      if (container.kind === 'footnote') this.footnotes.push(container)
      else if (container.kind === 'item') this.#appendItem(container)
      else if (container.kind === 'list') this.append(innerList(container))
      else if (container.kind !== 'root') this.append(container)
    }
  }

  /** A quote in that of the comment above it, as deep as it answers. */
  enterReply(depth: number): Leave {
    const reply: Quote = { kind: 'quote', children: [] }
    this.flush()
    this.#containers.push(reply)
    return () => {
      this.flush()
      this.#containers.pop()
      if (reply.children.length > 0) this.#appendReply(reply, depth)
    }
  }

  #appendReply(reply: Quote, depth: number): void {
    this.#replies.add(reply)
    const { container } = this
    const around = container.kind === 'list' ? container.children.at(-1) : container
    let above: Quote | undefined
    for (let left = depth; left > 1; left--) {
      const last = (above ?? around)?.children.at(-1)
      if (last?.kind !== 'quote' || !this.#replies.has(last)) break
      above = last
    }
    if (above) above.children.push(reply)
    else this.append(reply)
  }

  append(block: Block): void {
    const container = this.container
    if (container.kind !== 'list') {
      pushBlock(container.children, block)
      return
    }
    // A list may hold only items: something else continues the item before it.
    const last = container.children.at(-1)
    if (last) pushBlock(last.children, block)
    else container.children.push(newItem([block]))
  }

  /** Code, without the line above it that only says its language. */
  code(text: string, language: string): void {
    this.flush()
    const label = plainLine(this.container.children.at(-1))
    const said = label === undefined ? undefined : languageOfLabel(label, language)
    if (said !== undefined) this.container.children.pop()
    this.append({ kind: 'code', text, language: said ?? language })
  }

  /** Ends the paragraph under way. */
  flush(): void {
    const block = this.#block
    if (!block || this.#fixed) return
    const filled = this.#filled
    this.#close()
    if (!filled) return
    const lines = linesWithSigns(block)
    const isPoint = this.container.kind === 'item' && lines.length === 1
    for (const line of lines) {
      if (!dropSign(line) || isPoint) this.append(line)
      else this.#appendItem(newItem([line]))
    }
  }

  #appendItem(item: Item): void {
    const container = this.container
    if (container.kind === 'list') {
      const last = container.children.at(-1)
      const [only] = item.children
      // A list in an item of its own is meant to stand below the item before it.
      if (last && !container.ordered && item.children.length === 1 && only?.kind === 'list')
        last.children.push(only)
      else container.children.push(item)
      return
    }
    const last = container.children.at(-1)
    if (last?.kind === 'list' && last.implied) last.children.push(item)
    else this.append(impliedList(item))
  }

  #endSpan(span: InlineSpan): void {
    if (span.kind === 'link' && span.rank === 0 && span.label) this.text(span.label)
    this.#spans.splice(this.#spans.indexOf(span), 1)
    if (this.#block) this.#push({ kind: 'close', span })
  }

  /** Something people see comes: makes sure that a block is under way and tells the link. */
  #content(rank: 1 | 2): Piece | undefined {
    const block = this.#block ?? this.#open({ kind: 'paragraph', level: 0, pieces: [] })
    this.#filled = true
    this.#breaks = 0
    this.#gap = undefined
    this.#joining = false
    for (const span of this.#spans) if (span.kind === 'link') settle(span, block, rank)
    return block.pieces.at(-1)
  }

  #open(block: TextBlock): TextBlock {
    this.#block = block
    this.#filled = false
    this.#breaks = 0
    for (const span of this.#spans) this.#push({ kind: 'open', span })
    return block
  }

  #close(): void {
    for (const span of this.#spans.toReversed()) this.#push({ kind: 'close', span })
    this.#block = undefined
    this.#filled = false
    this.#gap = undefined
  }

  #push(piece: Piece): void {
    const block = this.#block
    // Most blocks have one piece, and an empty list that is pushed to takes room for 17.
    if (block?.pieces.length === 0) block.pieces = [piece]
    else block?.pieces.push(piece)
  }

  #endOf(piece: TextPiece): string {
    return piece === this.#end?.piece ? this.#end.text : endOf(piece.text)
  }

  #isGlued(gap: Gap | undefined, text: string): boolean {
    if (gap && needsSpace(gap, this.#lastEnd(), text)) return true
    return this.#lastPiece()?.kind === 'image' && /^[\p{L}\p{Nd}]/u.test(text)
  }

  /** A picture follows words, or another picture, without white space between them. */
  #isBesideWords(): boolean {
    return this.#lastPiece()?.kind === 'image' || wordEnd.test(this.#lastEnd())
  }

  #lastEnd(): string {
    const piece = this.#lastPiece()
    return piece?.kind === 'text' || piece?.kind === 'code' ? this.#endOf(piece) : ' '
  }

  /** Where stretches start and end does not count. */
  #lastPiece(): Piece | undefined {
    return this.#block?.pieces.findLast(({ kind }) => kind !== 'open' && kind !== 'close')
  }
}

/** What a paragraph says, links included, unless something in it is set apart. */
const plainLine = (block: Block | undefined): string | undefined => {
  if (block?.kind !== 'paragraph') return undefined
  let line = ''
  for (const piece of block.pieces) {
    if (piece.kind === 'text') line += piece.text
    else if ((piece.kind !== 'open' && piece.kind !== 'close') || piece.span.kind !== 'link')
      return undefined
    if (line.length > maxLabel) return undefined
  }
  return line.trim()
}
const maxLabel = 60

type TextPiece = Extract<Piece, { kind: 'text' | 'code' }>

const endOf = (text: string): string => text.slice(-2)

const visible = /[^\s\u200b\u2060\ufeff\u00ad]/

/** A card is linked in its heading, else in its first words, else in its first picture. */
const settle = (link: Link, block: TextBlock, rank: 1 | 2): void => {
  const value = block.kind === 'heading' ? 3 : rank
  if (value <= link.rank) return
  link.rank = value
  link.home = block
}

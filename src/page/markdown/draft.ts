import type {
  Block,
  Container,
  Footnote,
  InlineSpan,
  Item,
  Piece,
  Quote,
  Root,
  TextBlock,
} from './blocks.ts'
import { dropSign, linesWithSigns } from './bullets.ts'
import { languageOfLabel } from './code.ts'
import type { Gap } from './gaps.ts'
import { hasWords } from './headings.ts'
import { type Leave, Line } from './line.ts'
import { impliedList, innerList, newItem, pushBlock } from './lists.ts'

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
  readonly #line = new Line()
  /** The line under way is a heading or a cell, which only its own end may finish. */
  #fixed = false
  #replies = new Set<Quote>()
  #openFootnotes = 0

  /** Where blocks cannot be made: inside a heading or a cell. */
  get fixed(): 'heading' | 'cell' | undefined {
    const { block } = this.#line
    if (!this.#fixed || !block) return undefined
    return block.kind === 'cell' ? 'cell' : 'heading'
  }

  get container(): Container {
    return this.#containers.at(-1) ?? this.root
  }

  get insideLink(): boolean {
    return this.#line.insideLink
  }

  get insideFootnote(): boolean {
    return this.#openFootnotes > 0
  }

  /** Nothing was read yet of the item under way. */
  get isAtStart(): boolean {
    return !this.#line.isFilled && this.container.children.length === 0
  }

  /** Something was read of the line under way. */
  get isInLine(): boolean {
    return this.#line.isInLine
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
    this.#line.resume(paragraph)
  }

  text(text: string): void {
    this.#line.text(text)
  }

  piece(piece: Piece): void {
    if (piece.kind === 'math') this.hasMath = true
    this.#line.piece(piece)
  }

  lineBreak(): void {
    if (!this.#line.break()) this.flush()
  }

  /** The start or the end of something that stands on lines of its own. */
  boundary(): void {
    this.#line.meet(undefined)
    if (this.#line.isJoining) return
    if (!this.#fixed) this.flush()
    else if (this.#line.isFilled) this.lineBreak()
  }

  /** Until words come, boundaries are ignored: what follows stays on this line. */
  join(): void {
    this.#line.join()
  }

  unjoin(): void {
    this.#line.unjoin()
  }

  /** Two elements meet without white space between them. */
  meet(gap: Gap): void {
    this.#line.meet(gap)
  }

  /** Starts a stretch of text; undefined if one of its kind is under way already. */
  span(span: InlineSpan): Leave | undefined {
    return this.#line.span(span)
  }

  /** Starts a heading or a cell. */
  start(block: TextBlock): Leave {
    this.flush()
    this.#line.begin(block)
    this.#fixed = true
    return () => {
      const { isFilled } = this.#line
      this.#fixed = false
      this.#line.unjoin()
      this.#line.end()
      if (!isFilled || block.kind === 'cell') return
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
    const { block, isFilled } = this.#line
    if (!block || this.#fixed) return
    this.#line.end()
    if (!isFilled) return
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

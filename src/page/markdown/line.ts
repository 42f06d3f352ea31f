import type { InlineSpan, Link, Piece, TextBlock } from './blocks.ts'
import { type Gap, needsSpace, wordEnd } from './gaps.ts'

/** Undoes what entering an element did. */
export type Leave = () => void

/**
 * The paragraph, heading or cell under way. Text, pictures and stretches of emphasis and links go
 * into it; what stands around it does not matter here.
 */
export class Line {
  #block: TextBlock | undefined
  #isFilled = false
  #spans: InlineSpan[] = []
  #breaks = 0
  #gap: Gap | undefined
  #isJoining = false
  /** Of the text that was last added to: to cut it off there would copy all of a long one. */
  #end: { piece: TextPiece; text: string } | undefined

  get block(): TextBlock | undefined {
    return this.#block
  }

  /** Something people see was read of it. */
  get isFilled(): boolean {
    return this.#isFilled
  }

  /** What follows stays on this line, whatever boundaries come before words do. */
  get isJoining(): boolean {
    return this.#isJoining
  }

  get insideLink(): boolean {
    return this.#spans.some(span => span.kind === 'link')
  }

  get isInLine(): boolean {
    return this.#isFilled && this.#lastPiece()?.kind !== 'break'
  }

  join(): void {
    this.#isJoining = true
  }

  unjoin(): void {
    this.#isJoining = false
  }

  text(text: string): void {
    if (!visible.test(text)) {
      if (this.#block) this.#push({ kind: 'text', text: ' ' })
      return
    }
    const gap = this.#gap
    const glued = this.#isFilled && this.#isGlued(gap, text)
    const value = glued ? ` ${text}` : text
    const last = this.#content(2)
    if (last?.kind === 'text') {
      this.#end = { piece: last, text: endOf(this.#endOf(last) + value) }
      last.text += value
    } else this.#push({ kind: 'text', text: value })
  }

  piece(piece: Piece): void {
    const isBeside = piece.kind === 'image' && this.#isFilled && this.#isBesideWords()
    this.#content(piece.kind === 'image' ? 1 : 2)
    if (isBeside) this.#push({ kind: 'text', text: ' ' })
    this.#push(piece)
  }

  /** `<br>`; false for the second of two in a row, which separate paragraphs on old pages. */
  break(): boolean {
    if (!this.#block || !this.#isFilled) return true
    if (this.#block.kind === 'heading') this.text(' ')
    else if (this.#breaks > 0) return false
    else {
      this.#push({ kind: 'break' })
      this.#breaks++
    }
    return true
  }

  /** Two elements meet without white space between them. */
  meet(gap: Gap | undefined): void {
    this.#gap = gap
  }

  /** Starts a stretch of text; undefined if one of its kind is under way already. */
  span(span: InlineSpan): Leave | undefined {
    if (this.#spans.some(active => active.kind === span.kind)) return undefined
    this.#spans.push(span)
    if (this.#block) this.#push({ kind: 'open', span })
    return () => this.#endSpan(span)
  }

  begin(block: TextBlock): TextBlock {
    this.#block = block
    this.#isFilled = false
    this.#breaks = 0
    for (const span of this.#spans) this.#push({ kind: 'open', span })
    return block
  }

  /** Takes up again what was read before. */
  resume(block: TextBlock): void {
    this.begin(block)
    this.#isFilled = true
  }

  end(): void {
    for (const span of this.#spans.toReversed()) this.#push({ kind: 'close', span })
    this.#block = undefined
    this.#isFilled = false
    this.#gap = undefined
  }

  #endSpan(span: InlineSpan): void {
    if (span.kind === 'link' && span.rank === 0 && span.label) this.text(span.label)
    this.#spans.splice(this.#spans.indexOf(span), 1)
    if (this.#block) this.#push({ kind: 'close', span })
  }

  /** Something people see comes: makes sure that a block is under way and tells the link. */
  #content(rank: 1 | 2): Piece | undefined {
    const block = this.#block ?? this.begin({ kind: 'paragraph', level: 0, pieces: [] })
    this.#isFilled = true
    this.#breaks = 0
    this.#gap = undefined
    this.#isJoining = false
    for (const span of this.#spans) if (span.kind === 'link') settle(span, block, rank)
    return block.pieces.at(-1)
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

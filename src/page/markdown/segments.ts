import { collapseSpace } from '../html/clean-text.ts'
import type { Emphasis, InlineSpan, Link, Piece, TextBlock } from './blocks.ts'

/**
 * The text of a block, made ready to be written: white space collapsed as on the page and moved
 * out of emphasis and links, empty stretches gone, equal neighbours joined.
 */
export type Segment =
  | { kind: 'text'; text: string; inLink: boolean }
  | { kind: 'break' }
  | Delimiter
  | { kind: 'link'; link: Link; open: boolean }
  | { kind: 'tag'; span: InlineSpan; open: boolean }
  | Extract<Piece, { kind: 'code' | 'math' | 'image' | 'note' }>

/** One end of an emphasis; `dead` where Markdown could not show it. */
export type Delimiter = {
  kind: 'delimiter'
  emphasis: Emphasis
  open: boolean
  dead: boolean
  other: Delimiter | undefined
}

export const toSegments = (block: TextBlock): Segment[] => {
  const segments: Segment[] = []
  /** Opened, but without content so far. */
  let waiting: InlineSpan[] = []
  /** No two of a kind are open at a time. */
  const opened: { [Kind in Emphasis]?: Delimiter } = {}
  let space = false
  let lineBreak = false
  let inLink = false

  const begin = () => {
    if (segments.length > 0) {
      if (lineBreak) segments.push({ kind: 'break' })
      else if (space) addText(' ')
    }
    for (const span of waiting) open(span)
    waiting = []
    space = false
    lineBreak = false
  }
  const addText = (text: string) => {
    const last = segments.at(-1)
    if (last?.kind === 'text') last.text += text
    else segments.push({ kind: 'text', text, inLink })
  }
  const open = (span: InlineSpan) => {
    if (span.kind === 'link') {
      segments.push({ kind: 'link', link: span, open: true })
      inLink = true
    } else if (isEmphasis(span)) opened[span.kind] = openEmphasis(segments, span.kind)
    else segments.push({ kind: 'tag', span, open: true })
  }
  const close = (span: InlineSpan) => {
    const index = waiting.indexOf(span)
    if (index >= 0) {
      waiting.splice(index, 1)
      return
    }
    if (span.kind === 'link') {
      inLink = false
      segments.push({ kind: 'link', link: span, open: false })
    } else if (isEmphasis(span)) closeEmphasis(segments, span.kind, opened[span.kind])
    else segments.push({ kind: 'tag', span, open: false })
  }

  for (const piece of block.pieces) {
    if (piece.kind === 'text') {
      const text = collapse(piece.text)
      const core = text.trim()
      if (text.startsWith(' ')) space = true
      if (core === '') continue
      begin()
      addText(core)
      space = text.endsWith(' ')
    } else if (piece.kind === 'break') lineBreak = true
    else if (piece.kind === 'open') {
      // A card is linked in one of its blocks only.
      if (piece.span.kind !== 'link' || piece.span.home === block) waiting.push(piece.span)
    } else if (piece.kind === 'close') {
      if (piece.span.kind !== 'link' || piece.span.home === block) close(piece.span)
    } else {
      begin()
      segments.push(piece)
    }
  }
  return segments
}

/** White space as CSS collapses it; what cannot be seen and what controls terminals goes. */
export const collapse = (text: string): string =>
  collapseSpace(unseen.test(text) ? text.replace(unseenAll, '') : text)

// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point.
const unseen = /[\u0000-\u0008\u000e-\u001f\u007f\u00ad\u200b\u2060\ufeff]/
const unseenAll = new RegExp(unseen, 'g')

const isEmphasis = (span: InlineSpan): span is InlineSpan & { kind: Emphasis } =>
  span.kind === 'strong' || span.kind === 'em' || span.kind === 'del'

/** `<b>H</b><b>ello</b>` is one stretch: the end before it is taken back. */
const openEmphasis = (segments: Segment[], emphasis: Emphasis): Delimiter => {
  const last = segments.at(-1)
  if (last?.kind === 'delimiter' && !last.open && last.emphasis === emphasis && last.other) {
    segments.pop()
    return last.other
  }
  const delimiter: Delimiter = {
    kind: 'delimiter',
    emphasis,
    open: true,
    dead: false,
    other: undefined,
  }
  segments.push(delimiter)
  return delimiter
}

const closeEmphasis = (
  segments: Segment[],
  emphasis: Emphasis,
  start: Delimiter | undefined,
): void => {
  const end: Delimiter = { kind: 'delimiter', emphasis, open: false, dead: false, other: start }
  if (start) start.other = end
  segments.push(end)
}

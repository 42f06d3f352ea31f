import type { InlineSpan, Link, TextBlock } from './blocks.ts'
import { escapeLineStart, escapeText, hasSigns } from './escape.ts'
import { firstChar, lastChar, onlyShowable, signOf } from './flanking.ts'
import { LongText } from './long-text.ts'
import { collapse, type Delimiter, type Segment, toSegments } from './segments.ts'
import { writeCodeSpan } from './write-code.ts'

export const writeParagraph = (block: TextBlock, hasMath: boolean): string[] => {
  const text = writeInline(block, hasMath)
  if (text === '') return []
  if (!text.includes('\n')) return [escapeLineStart(text, true)]
  return text.split('\n').map((line, index) => escapeLineStart(line, index === 0))
}

/** Always one line. */
export const writeHeading = (block: TextBlock, hasMath: boolean): string[] => {
  const text = writeInline(block, hasMath)
  if (text === '') return []
  // Signs at the end would be taken for the closing sequence of a heading.
  const safe = /(?:^|\s)#+$/.test(text) ? text.replace(/(?<!#)#+$/, '\\$&') : text
  return [`${'#'.repeat(block.level)} ${safe}`]
}

export const writeCell = (block: TextBlock, hasMath: boolean): string => writeInline(block, hasMath)

const writeInline = (block: TextBlock, hasMath: boolean): string => {
  const context = { inCell: block.kind === 'cell', hasMath, hasDeletion: false }
  const [first] = block.pieces
  if (first?.kind === 'text' && block.pieces.length === 1) return writeText(first.text, context)
  const segments = toSegments(block)
  if (block.kind === 'heading') dropStrong(segments)
  const shown = onlyShowable(segments, segment => edgesOf(segment, context))
  const live = liveSegments(shown)
  context.hasDeletion = live.some(
    segment => segment.kind === 'delimiter' && segment.emphasis === 'del',
  )
  const out = new LongText()
  for (let i = 0; i < live.length; i++) {
    const address = addressOnly(live, i)
    if (address) {
      out.add(address)
      i += 2
      continue
    }
    out.add(writeSegment(live, i, context))
  }
  return out.toString()
}

/** Most blocks are nothing but text. */
const writeText = (text: string, context: Context): string =>
  escapeText(collapse(text).trim(), { ...context, inLink: false, before: '', after: '' })

/** What is left to write: two codes that touch become one, as do two equal emphases. */
const liveSegments = (segments: Segment[]): Segment[] => {
  if (!segments.some(({ kind }) => kind === 'delimiter' || kind === 'code')) return segments
  const live: Segment[] = []
  for (const segment of segments) {
    const last = live.at(-1)
    if (segment.kind === 'delimiter' && segment.dead) continue
    if (segment.kind === 'delimiter' && segment.open && endsSame(last, segment)) {
      live.pop()
      continue
    }
    if (segment.kind === 'code' && last?.kind === 'code')
      live[live.length - 1] = { kind: 'code', text: last.text + segment.text }
    else live.push(segment)
  }
  return live
}

const endsSame = (last: Segment | undefined, { emphasis }: Delimiter): boolean =>
  last?.kind === 'delimiter' && !last.open && last.emphasis === emphasis

type Context = { inCell: boolean; hasMath: boolean; hasDeletion: boolean }

/** A heading is strong as it is. */
const dropStrong = (segments: Segment[]): void => {
  for (const segment of segments)
    if (segment.kind === 'delimiter' && segment.emphasis === 'strong') segment.dead = true
}

/** A link whose text is its own address: `<https://…>`. */
const addressOnly = (segments: Segment[], index: number): string | undefined => {
  const open = segments[index]
  if (open?.kind !== 'link') return undefined
  const text = segments[index + 1]
  if (text?.kind !== 'text' || segments[index + 2]?.kind !== 'link') return undefined
  const { url, title } = open.link
  if (title || /[<>|\s]/.test(url)) return undefined
  return url === text.text || url === `mailto:${text.text}` ? `<${text.text}>` : undefined
}

const writeSegment = (segments: Segment[], index: number, context: Context): string => {
  const segment = segments[index] as Segment
  if (segment.kind !== 'text') return fixedText(segment, context)
  if (!hasSigns(segment.text)) return segment.text
  const before = segments[index - 1]
  const after = segments[index + 1]
  return escapeText(segment.text, {
    ...context,
    inLink: segment.inLink,
    before: before ? edgesOf(before, context)[1] : '',
    after: after ? edgesOf(after, context)[0] : '',
  })
}

const edgesOf = (segment: Segment, context: Context): [string, string] => {
  if (segment.kind === 'break') return context.inCell ? ['<', '>'] : ['\n', '\n']
  const text = segment.kind === 'text' ? segment.text : fixedText(segment, context)
  return [firstChar(text), lastChar(text)]
}

const fixedText = (segment: Exclude<Segment, { kind: 'text' }>, context: Context): string => {
  switch (segment.kind) {
    case 'break':
      return context.inCell ? '<br>' : '  \n'
    case 'delimiter':
      return segment.dead ? '' : signOf(segment)
    case 'link':
      return segment.open
        ? '['
        : `](${destination(segment.link.url)}${titleOf(segment.link.title)})`
    case 'tag':
      return tagOf(segment.span, segment.open)
    case 'note':
      return `[^${segment.label}]`
    case 'code':
      return context.inCell ? writeCellCode(segment.text, context) : writeCodeSpan(segment.text)
    case 'math': {
      const tex = collapse(segment.tex).trim()
      return `$${context.inCell ? tex.replaceAll('|', '\\|') : tex}$`
    }
    case 'image': {
      const alt = { ...context, before: '[', after: ']', inLink: true }
      const words = escapeText(collapse(segment.alt).trim(), alt)
      return `![${words}](${destination(segment.url)}${titleOf(segment.title)})`
    }
  }
}

/** A backslash before a pipe cannot be said in the code of a cell, only in its HTML. */
const writeCellCode = (text: string, context: Context): string => {
  if (!text.includes('\\|')) return writeCodeSpan(text).replaceAll('|', '\\|')
  const words = escapeText(text, { ...context, before: '>', after: '<', inLink: true })
  return `<code>${words}</code>`
}

/** Addresses are already absolute and encoded; only what ends them early is left to deal with. */
const destination = (url: string): string => {
  if (!/[()\\`|<>*_\s]/.test(url)) return url
  const encoded = url.replace(/[\\`|<>\s]/g, encodeURIComponent)
  return isBalanced(encoded) ? encoded : encoded.replace(/[()]/g, '\\$&')
}

const isBalanced = (url: string): boolean => {
  let depth = 0
  let deepest = 0
  for (const char of url) {
    if (char === '(') depth++
    else if (char === ')') depth--
    if (depth < 0) return false
    deepest = Math.max(deepest, depth)
  }
  // Parsers may stop counting at 32.
  return depth === 0 && deepest < 30
}

const titleOf = (title: Link['title']): string => {
  const text = collapse(title).trim()
  return text ? ` "${text.replace(/["\\|]/g, '\\$&').replace(/[<&]/g, escapeHtml)}"` : ''
}

const tagOf = (span: InlineSpan, open: boolean): string => {
  if (!open) return `</${span.kind}>`
  const title = span.kind === 'abbr' ? collapse(span.title).trim() : ''
  return title ? `<abbr title="${title.replace(/["<>&|]/g, escapeHtml)}">` : `<${span.kind}>`
}

const escapeHtml = (sign: string): string => `&#${sign.charCodeAt(0)};`

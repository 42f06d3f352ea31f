import { firstChar, isPunctuation, isSpace, lastChar } from './flanking.ts'
import { LongText } from './long-text.ts'

type EscapeContext = {
  /** What stands directly beside the text; empty at an edge. */
  before: string
  after: string
  inLink: boolean
  inCell: boolean
  hasMath: boolean
  /** Something is struck out beside it. */
  hasDeletion: boolean
}

/**
 * Literal text as Markdown: a backslash only before what Markdown would take for a sign of its
 * own at that very place.
 */
export const escapeText = (text: string, context: EscapeContext): string => {
  if (!hasSigns(text)) return text
  const signs = new RegExp(special, 'gi')
  const out = new LongText()
  let from = 0
  while (signs.test(text)) {
    const at = signs.lastIndex - 1
    const end = endOfSign(text, at, context)
    const written = writeSign(text, at, end, context)
    signs.lastIndex = end
    if (written === undefined) continue
    if (from < at) out.add(text.slice(from, at))
    out.add(written)
    from = end
  }
  out.add(text.slice(from))
  return out.toString()
}

export const hasSigns = (text: string): boolean => special.test(text)

/** One character each: of an address the first. */
const special = /[\\`*_[\]<&~|$!]|h(?=ttps?:\/\/)|w(?=ww\.)/i

/** Runs of some signs, and addresses, are looked at as a whole. */
const endOfSign = (text: string, at: number, context: EscapeContext): number => {
  const sign = text[at] as string
  if (isLetter(sign)) return endOfAddress(text, at, context)
  let end = at + 1
  if (sign === '*' || sign === '_' || sign === '~') while (text[end] === sign) end++
  return end
}

const isLetter = (sign: string): boolean =>
  sign === 'h' || sign === 'w' || sign === 'H' || sign === 'W'

/** What is written for the sign from `at` to `end`, unless that is the sign itself. */
const writeSign = (
  text: string,
  at: number,
  end: number,
  context: EscapeContext,
): string | undefined => {
  const sign = text[at] as string
  if (isLetter(sign)) return writeAddress(text.slice(at, end), context)
  if (!isEscaped(text, at, end, context)) return undefined
  return end === at + 1 ? `\\${sign}` : `\\${sign}`.repeat(end - at)
}

const isEscaped = (text: string, at: number, end: number, context: EscapeContext): boolean => {
  const next = text[at + 1] ?? context.after
  switch (text[at]) {
    case '\\':
      return next === '' || end === text.length || /[!-/:-@[-`{-~]/.test(next)
    case '`':
      return true
    case '*':
    case '_':
    case '~':
      return !isLiteralRun(text, at, end, context)
    case '[':
      return context.inLink || next === '^'
    case ']':
      return context.inLink || next === '('
    case '<':
      return /^[a-z/!?]/i.test(next)
    case '&':
      return entity.test(text.slice(at, at + 40))
    case '|':
      return context.inCell
    case '$':
      return context.hasMath
    default:
      return end === text.length && context.after === '['
  }
}

const entity = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i

/** A run of signs stands for itself between spaces, and underscores also inside a word. */
const isLiteralRun = (text: string, at: number, end: number, context: EscapeContext): boolean => {
  const sign = text[at]
  const before = lastChar(text, at) || context.before
  const after = firstChar(text, end) || context.after
  return (
    (isSpace(before) && isSpace(after)) ||
    (sign === '_' && isWord(before) && isWord(after)) ||
    // What cannot end a stretch cannot make one, as long as every possible end is escaped.
    (sign === '~' && isSpace(before) && !context.hasDeletion && end === at + 1)
  )
}

const isWord = (char: string): boolean => !isSpace(char) && !isPunctuation(char)

const endOfAddress = (text: string, at: number, context: EscapeContext): number => {
  // Before it is looked at: what stays text is come by again at every `http://` in it.
  if (context.inLink || isWord(text[at - 1] ?? context.before)) return at + 1
  const whole = /[^\s<>]*/y
  whole.lastIndex = at
  const address = (whole.exec(text)?.[0] ?? '').replace(
    /(?<![\p{P}\p{S}])[\p{P}\p{S}]+$/u,
    keepSlash,
  )
  return at + address.length
}

/**
 * GFM makes links of bare addresses and takes backslashes in them as they are; one that would
 * need any is put in angle brackets.
 */
const writeAddress = (address: string, context: EscapeContext): string | undefined => {
  if (!/[\\`*_~[\]|$&]/.test(address)) return undefined
  const bare = /^w/i.test(address) || address.includes('|') || address.includes('\\')
  if (!bare) return `<${address}>`
  return context.inCell ? address.replaceAll('|', '\\|') : undefined
}

/** An address may end in a slash, not in the punctuation of the sentence around it. */
const keepSlash = (tail: string): string => tail.slice(0, tail.lastIndexOf('/') + 1)

/** A line of a paragraph that must not be taken for the start of another block. */
export const escapeLineStart = (line: string, isFirst: boolean): string => {
  const first = line[0] ?? ''
  if (!lineStarts.has(first)) return line
  if (first >= '0' && first <= '9')
    return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, (_, number, sign) => `${number}\\${sign}`)
  if (first === '[') return escapeBracketStart(line)
  return isBlockStart(line, isFirst) ? `\\${line}` : line
}

const lineStarts = new Set('0123456789#>-+*_=|:[~'.split(''))

const isBlockStart = (line: string, isFirst: boolean): boolean => {
  switch (line[0]) {
    case '#':
      return /^#{1,6}(?:\s|$)/.test(line)
    case '>':
      return true
    case '-':
    case '+':
    case '*':
      return /^.(?:\s|$)/.test(line) || /^(?:-[-\s|:]*|[*\s]*)$/.test(line)
    case '_':
      return /^[_\s]*$/.test(line)
    case '~':
      return line.startsWith('~~~')
    case '=':
      return !isFirst && /^=+\s*$/.test(line)
    default:
      return !isFirst && /^[|:-][|:\s-]*$/.test(line)
  }
}

/** The first line of a quotation that would make an alert of it; a link is none. */
export const escapeAlertSign = (line: string): string =>
  /^\[![a-z]+\](?!\()/i.test(line) ? `\\${line}` : line

/** Not a task's box, and not the definition of a reference or a footnote. */
const escapeBracketStart = (line: string): string => {
  if (/^\[[ xX]\](?:\s|$)/.test(line)) return `\\${line}`
  let end = 1
  while (end < line.length && line[end] !== ']' && line[end] !== '[')
    end += line[end] === '\\' ? 2 : 1
  return line[end] === ']' && line[end + 1] === ':'
    ? `${line.slice(0, end + 1)}\\${line.slice(end + 1)}`
    : line
}

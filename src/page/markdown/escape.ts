import { firstChar, isPunctuation, isSpace, lastChar } from './flanking.ts'

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
  if (!special.test(text)) return text
  const signs = new RegExp(special, 'gi')
  let out = ''
  let from = 0
  for (let match = signs.exec(text); match; match = signs.exec(text)) {
    const at = match.index
    out += text.slice(from, at)
    const [written, end] = escapeSign(text, at, match[0], context)
    out += written
    from = end
    signs.lastIndex = end
  }
  return out + text.slice(from)
}

const special = /[\\`*_[\]<&~|$!]|https?:\/\/|www\./i

/** What is written for the sign at `at`, and where the text goes on. */
const escapeSign = (
  text: string,
  at: number,
  sign: string,
  context: EscapeContext,
): [string, number] => {
  if (sign.length > 1) return writeAddress(text, at, sign, context)
  const next = text[at + 1] ?? context.after
  const one = (escaped: boolean): [string, number] => [escaped ? `\\${sign}` : sign, at + 1]
  switch (sign) {
    case '\\':
      return one(next === '' || at + 1 === text.length || /[!-/:-@[-`{-~]/.test(next))
    case '`':
      return one(true)
    case '*':
    case '_':
    case '~':
      return escapeRun(text, at, sign, context)
    case '[':
      return one(context.inLink || next === '^')
    case ']':
      return one(context.inLink || next === '(')
    case '<':
      return one(/^[a-z/!?]/i.test(next))
    case '&':
      return one(entity.test(text.slice(at, at + 40)))
    case '|':
      return one(context.inCell)
    case '$':
      return one(context.hasMath)
    default:
      return one(sign === '!' && at + 1 === text.length && context.after === '[')
  }
}

const entity = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i

/** A run of signs stands for itself between spaces, and underscores also inside a word. */
const escapeRun = (
  text: string,
  at: number,
  sign: string,
  context: EscapeContext,
): [string, number] => {
  let end = at + 1
  while (text[end] === sign) end++
  const before = lastChar(text.slice(Math.max(0, at - 2), at)) || context.before
  const after = firstChar(text.slice(end, end + 2)) || context.after
  const run = text.slice(at, end)
  const literal =
    (isSpace(before) && isSpace(after)) ||
    (sign === '_' && isWord(before) && isWord(after)) ||
    // What cannot end a stretch cannot make one, as long as every possible end is escaped.
    (sign === '~' && isSpace(before) && !context.hasDeletion && run.length === 1)
  return [literal ? run : `\\${sign}`.repeat(run.length), end]
}

const isWord = (char: string): boolean => !isSpace(char) && !isPunctuation(char)

/**
 * GFM makes links of bare addresses and takes backslashes in them as they are; one that would
 * need any is put in angle brackets.
 */
const writeAddress = (
  text: string,
  at: number,
  start: string,
  context: EscapeContext,
): [string, number] => {
  // Before it is looked at: what stays text is come by again at every `http://` in it.
  if (context.inLink || isWord(text[at - 1] ?? context.before)) return [start, at + start.length]
  const whole = /[^\s<>]*/y
  whole.lastIndex = at
  const address = (whole.exec(text)?.[0] ?? '').replace(
    /(?<![\p{P}\p{S}])[\p{P}\p{S}]+$/u,
    keepSlash,
  )
  const end = at + address.length
  if (!/[\\`*_~[\]|$&]/.test(address)) return [address, end]
  const bare = start.toLowerCase() === 'www.' || address.includes('|') || address.includes('\\')
  return [bare ? (context.inCell ? address.replaceAll('|', '\\|') : address) : `<${address}>`, end]
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

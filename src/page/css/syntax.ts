import { tokenize, tokenTypes } from './css-tree.ts'

/**
 * CSS cut into rules and declarations, as CSS Syntax 3 says; what is inside a block is cut when
 * somebody asks for it. Linear, unlike css-tree's own parser, which at every malformed declaration
 * goes through the whole text for its message: 200 kB of `a;a;a;` take it six seconds.
 */
export type CssPart =
  | { is: 'declaration'; name: string; value: string; important: boolean }
  | { is: 'rule'; prelude: string; block: CssBlock }
  /** A statement such as `@layer a, b;` has no block. */
  | { is: 'at-rule'; name: string; prelude: string; block: CssBlock | undefined }

export type CssBlock = () => CssPart[]

export const cutSheet = (css: string): CssPart[] => {
  const tokens = tokensOf(css)
  return partsOf(tokens, { from: 0, to: tokens.types.length, inBlock: false })
}

/** The inside of a `style` attribute. */
export const cutBlock = (css: string): CssPart[] => {
  const tokens = tokensOf(css)
  return partsOf(tokens, { from: 0, to: tokens.types.length, inBlock: true })
}

type Tokens = {
  css: string
  types: number[]
  starts: number[]
  ends: number[]
  /** Of an opening token, the index of the one that closes it; of any other its own. */
  closing: number[]
}

const types = tokenTypes

const closers = new Map<number, number>([
  [types.Function, types.RightParenthesis],
  [types.LeftParenthesis, types.RightParenthesis],
  [types.LeftSquareBracket, types.RightSquareBracket],
  [types.LeftCurlyBracket, types.RightCurlyBracket],
])

const tokensOf = (css: string): Tokens => {
  const tokens: Tokens = { css, types: [], starts: [], ends: [], closing: [] }
  const open: { at: number; closer: number }[] = []
  tokenize(css, (type, start, end) => {
    if (type === types.Comment) return
    const at = tokens.types.push(type) - 1
    tokens.starts.push(start)
    tokens.ends.push(end)
    tokens.closing.push(at)
    const closer = closers.get(type)
    if (closer !== undefined) open.push({ at, closer })
    // Any other closing token is a part of what is open.
    else if (open.at(-1)?.closer === type) tokens.closing[open.pop()?.at ?? at] = at
  })
  // What is never closed goes on to the end.
  for (const { at } of open) tokens.closing[at] = tokens.types.length
  return tokens
}

type Range = { from: number; to: number; inBlock: boolean }

const partsOf = (tokens: Tokens, { from, to, inBlock }: Range): CssPart[] => {
  const parts: CssPart[] = []
  let at = from
  while (at < to) {
    const type = tokens.types[at] as number
    if (isBetween(type, inBlock)) {
      at++
      continue
    }
    if (type === types.AtKeyword) {
      const end = findEnd(tokens, at + 1, to, endsStatement)
      const name = textOf(tokens, at, at + 1)
        .slice(1)
        .toLowerCase()
      const block = blockAt(tokens, end, to)
      parts.push({ is: 'at-rule', name, prelude: textOf(tokens, at + 1, end), block })
      at = block ? afterBlock(tokens, end, to) : end + 1
      continue
    }
    const colon = inBlock && type === types.Ident ? skipSpace(tokens, at + 1, to) : -1
    const isNamed = tokens.types[colon] === types.Colon && colon < to
    const isCustom = isNamed && tokens.css.startsWith('--', tokens.starts[at])
    // `a:hover { … }` is a rule; `--a: { … }` is a custom property.
    const end = findEnd(
      tokens,
      at,
      to,
      isCustom ? isSemicolon : inBlock ? endsStatement : opensBlock,
    )
    const block = isCustom ? undefined : blockAt(tokens, end, to)
    if (block) {
      parts.push({ is: 'rule', prelude: textOf(tokens, at, end), block })
      at = afterBlock(tokens, end, to)
      continue
    }
    const declaration = isNamed ? declarationAt(tokens, { at, colon, end }, isCustom) : undefined
    if (declaration) parts.push(declaration)
    at = end + 1
  }
  return parts
}

const isBetween = (type: number, inBlock: boolean): boolean =>
  type === types.WhiteSpace ||
  type === types.Semicolon ||
  (!inBlock && (type === types.CDO || type === types.CDC))

const isSemicolon = (type: number): boolean => type === types.Semicolon
const opensBlock = (type: number): boolean => type === types.LeftCurlyBracket
const endsStatement = (type: number): boolean => isSemicolon(type) || opensBlock(type)

/** The first such token that is not inside brackets, or `to`. */
const findEnd = (
  { types, closing }: Tokens,
  from: number,
  to: number,
  isEnd: (type: number) => boolean,
): number => {
  for (let at = from; at < to; at++) {
    if (isEnd(types[at] as number)) return at
    at = closing[at] as number
  }
  return to
}

const blockAt = (tokens: Tokens, at: number, to: number): CssBlock | undefined => {
  if (at >= to || tokens.types[at] !== types.LeftCurlyBracket) return undefined
  const end = Math.min(tokens.closing[at] as number, to)
  return () => partsOf(tokens, { from: at + 1, to: end, inBlock: true })
}

const afterBlock = (tokens: Tokens, at: number, to: number): number =>
  Math.min(tokens.closing[at] as number, to) + 1

const skipSpace = (tokens: Tokens, from: number, to: number): number => {
  let at = from
  while (at < to && tokens.types[at] === types.WhiteSpace) at++
  return at
}

const declarationAt = (
  tokens: Tokens,
  { at, colon, end }: { at: number; colon: number; end: number },
  isCustom: boolean,
): CssPart | undefined => {
  const mark = findMark(tokens, colon + 1, end)
  // Only one word may follow an exclamation mark.
  const word = mark < end ? skipSpace(tokens, mark + 1, end) : end
  if (mark < end && (tokens.types[word] !== types.Ident || skipSpace(tokens, word + 1, end) < end))
    return undefined
  const name = textOf(tokens, at, at + 1)
  const value = textOf(tokens, colon + 1, mark)
  if (value === '' && !isCustom) return undefined
  return {
    is: 'declaration',
    name: isCustom ? name : name.toLowerCase(),
    value,
    important: mark < end,
  }
}

const findMark = ({ css, types: all, starts, closing }: Tokens, from: number, to: number) => {
  for (let at = from; at < to; at++) {
    if (all[at] === types.Delim && css[starts[at] as number] === '!') return at
    at = closing[at] as number
  }
  return to
}

/** Without what stands around it, and with nothing in its comments. */
const textOf = (tokens: Tokens, from: number, to: number): string => {
  if (from >= to) return ''
  const text = tokens.css.slice(tokens.starts[from], tokens.ends[to - 1])
  return (text.includes('/*') ? emptyComments(tokens, from, to) : text).trim()
}

const emptyComments = ({ css, starts, ends }: Tokens, from: number, to: number): string => {
  let text = ''
  for (let at = from; at < to; at++) {
    if (at > from && starts[at] !== ends[at - 1]) text += '/**/'
    text += css.slice(starts[at], ends[at])
  }
  return text
}

/** Where a text stops being JSON, as the rest of a sentence about it. */
export const jsonFault = (text: string): string => {
  const at = placeOfFault(text)
  if (at >= text.length) return 'ends before its JSON does.'
  const before = text.slice(0, at).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  const shown = text.slice(at, at + 20).split('\n', 1)[0]
  const advice = text[at] === "'" ? ' (JSON uses double quotes)' : ''
  return `is not valid JSON at line ${before.length}, column ${column}: ${shown}${advice}.`
}

/** The first token that no JSON could have there. Without recursion: bodies may be deep. */
const placeOfFault = (text: string): number => {
  const open: string[] = []
  let expected: Expected = 'value'
  for (let at = 0; ; ) {
    while (isSpace(text[at])) at++
    const token = tokenAt(text, at)
    const next = follow(token, expected, open)
    if (!next) return at
    expected = next
    at += token.length
  }
}

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'rest'

/** What may come after a token; undefined where the token itself may not come. */
const follow = (token: string, expected: Expected, open: string[]): Expected | undefined => {
  const inObject = open.at(-1) === '{'
  if (expected === 'colon') return token === ':' ? 'value' : undefined
  if (open.length > 0 && token === (inObject ? '}' : ']') && endable.has(expected)) {
    open.pop()
    return 'rest'
  }
  if (expected === 'rest')
    return token === ',' && open.length > 0 ? (inObject ? 'name' : 'value') : undefined
  if (expected === 'name' || expected === 'name or }')
    return token.startsWith('"') ? 'colon' : undefined
  if (token === '{' || token === '[') {
    open.push(token)
    return token === '{' ? 'name or }' : 'value or ]'
  }
  return token === '' || marks.includes(token) ? undefined : 'rest'
}

const endable = new Set<Expected>(['rest', 'value or ]', 'name or }'])
const marks = '{}[],:'
const escapes = /["\\/bfnrt]|u[\da-fA-F]{4}/y
const word = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Empty where no token begins. */
const tokenAt = (text: string, at: number): string => {
  const char = text[at] ?? ''
  if (marks.includes(char)) return char
  if (char === '"') return text.slice(at, endOfString(text, at))
  word.lastIndex = at
  return word.exec(text)?.[0] ?? ''
}

/** Behind the closing quote; where there is none, or what no string may hold, the start itself. */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] as string
    if (char === '"') return at + 1
    if (char < ' ') return start
    if (char !== '\\') continue
    escapes.lastIndex = at + 1
    const escaped = escapes.exec(text)?.[0]
    if (!escaped) return start
    at += escaped.length
  }
  return start
}

const isSpace = (char: string | undefined): boolean =>
  char === ' ' || char === '\n' || char === '\r' || char === '\t'

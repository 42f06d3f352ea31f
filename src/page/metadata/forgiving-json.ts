import { attempt } from '../../kit/attempt.ts'
/**
 * JSON as people paste it into pages: comments, trailing commas, raw line breaks in strings, HTML
 * entities instead of quotes, something after the end. What can be read is returned; undefined
 * where nothing can.
 */
export const parseForgivingJson = (source: string): unknown => {
  const text = source.replace(/^[\s\ufeff]+/, '')
  if (text === '' || text.length > maxLength) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return readLoose(text.includes('"') ? text : decodeQuotes(text))
  }
}

const maxLength = 2_000_000
const maxDepth = 100

const decodeQuotes = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const readLoose = (text: string): unknown => {
  const cursor = { text, at: 0 }
  skipSpace(cursor)
  const { value } = readValue(cursor, 0)
  return typeof value === 'object' && value !== null ? value : undefined
}

type Cursor = { text: string; at: number }
type Read = { value: unknown }

const nothing: Read = { value: undefined }

const readValue = (cursor: Cursor, depth: number): Read => {
  const sign = cursor.text[cursor.at]
  if (sign === '{') return depth < maxDepth ? readObject(cursor, depth) : nothing
  if (sign === '[') return depth < maxDepth ? readArray(cursor, depth) : nothing
  if (sign === '"') return { value: readString(cursor) }
  return readWord(cursor)
}

const readObject = (cursor: Cursor, depth: number): Read => {
  const object: Record<string, unknown> = {}
  cursor.at++
  for (;;) {
    skipSeparators(cursor)
    const sign = cursor.text[cursor.at]
    if (sign === '}') cursor.at++
    if (sign !== '"') return { value: object }
    const key = readString(cursor)
    skipSpace(cursor)
    if (cursor.text[cursor.at] !== ':') return { value: object }
    cursor.at++
    skipSpace(cursor)
    const { value } = readValue(cursor, depth + 1)
    if (value === undefined) return { value: object }
    // Written as data, so that a key such as `__proto__` is a key and nothing else.
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
}

const readArray = (cursor: Cursor, depth: number): Read => {
  const array: unknown[] = []
  cursor.at++
  for (;;) {
    skipSeparators(cursor)
    if (cursor.text[cursor.at] === ']') {
      cursor.at++
      return { value: array }
    }
    const { value } = readValue(cursor, depth + 1)
    if (value === undefined) return { value: array }
    array.push(value)
  }
}

const readString = (cursor: Cursor): string => {
  const { text } = cursor
  let end = cursor.at + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  const raw = text.slice(cursor.at + 1, end)
  cursor.at = end + 1
  // biome-ignore lint/suspicious/noControlCharactersInRegex: raw ones are what is forgiven here.
  const escaped = raw.replace(/[\u0000-\u001f]/g, ' ')
  return attempt(() => JSON.parse(`"${escaped}"`)) ?? raw
}

const readWord = (cursor: Cursor): Read => {
  const word = /[^\s,\]}:]*/y
  word.lastIndex = cursor.at
  const text = word.exec(cursor.text)?.[0] ?? ''
  cursor.at += text.length
  if (text === 'true' || text === 'false') return { value: text === 'true' }
  if (text === 'null') return { value: null }
  return text !== '' && Number.isFinite(Number(text)) ? { value: Number(text) } : nothing
}

const skipSeparators = (cursor: Cursor): void => {
  skipSpace(cursor)
  while (cursor.text[cursor.at] === ',') {
    cursor.at++
    skipSpace(cursor)
  }
}

/** White space, comments of JavaScript and of HTML, and the marks of a CDATA section. */
const skipSpace = (cursor: Cursor): void => {
  const { text } = cursor
  for (;;) {
    while (cursor.at < text.length && isBlank(text, cursor.at)) cursor.at++
    const end = commentEnd(text, cursor.at)
    if (end === undefined) return
    cursor.at = end
  }
}

const isBlank = (text: string, at: number): boolean =>
  text.charCodeAt(at) <= 32 || /[\s;\ufeff]/.test(text[at] ?? '')

const commentEnd = (text: string, at: number): number | undefined => {
  const [open, close] = comments.find(([start]) => text.startsWith(start, at)) ?? []
  if (open === undefined || close === undefined) return undefined
  const end = text.indexOf(close, at + open.length)
  return end < 0 ? text.length : end + close.length
}

const comments = [
  ['/*', '*/'],
  ['//', '\n'],
  ['<!--', ''],
  ['<![CDATA[', ''],
] as const

import { attempt } from '../../kit/attempt.ts'
import { guessEncoding } from './guess-encoding.ts'

/**
 * The bytes of a page as text, as browsers do it: a byte order mark, then what the HTTP header
 * says, then what the page says of itself, else UTF-16 or UTF-8 where the bytes allow it, else a guess
 * by its letters. Only the encodings of the WHATWG standard exist: never UTF-7.
 */
export const decodeHtml = (
  bytes: Uint8Array,
  contentType: string | undefined,
): { text: string; encoding: string } => {
  const encoding =
    byteOrderMark(bytes) ??
    known(charsetOf(contentType ?? '')) ??
    declared(bytes) ??
    unmarkedUtf16(bytes) ??
    escapedJapanese(bytes) ??
    (isUtf8(bytes) ? 'utf-8' : guessEncoding(bytes))
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

/** A file that cannot say of itself how it is written: a stylesheet, a manifest. */
export const decodeText = (bytes: Uint8Array, contentType: string | undefined): string => {
  const encoding = byteOrderMark(bytes) ?? known(charsetOf(contentType ?? '')) ?? 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

const charsetOf = (contentType: string): string | undefined => {
  const lower = contentType.toLowerCase()
  for (let at = lower.indexOf('charset'); at >= 0; at = lower.indexOf('charset', at + 7)) {
    const rest = contentType.slice(at + 7).trimStart()
    if (!rest.startsWith('=')) continue
    const value = rest.slice(1).trimStart()
    const quote = value[0] === '"' || value[0] === "'" ? value[0] : undefined
    const end = quote ? value.indexOf(quote, 1) : value.search(/[\s;]/)
    // An open quote is no value at all, by the standard.
    if (quote) return end < 0 ? undefined : value.slice(1, end)
    return end < 0 ? value : value.slice(0, end)
  }
  return undefined
}

const byteOrderMark = (bytes: Uint8Array): string | undefined => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return undefined
}

/** Files in UTF-16 often lack their mark. Where they are mostly ASCII, every second byte is zero. */
const unmarkedUtf16 = (bytes: Uint8Array): string | undefined => {
  const head = bytes.subarray(0, 1_024)
  const low = [0, 1].find(at => zerosOf(head, 1 - at) >= Math.max(minZeros, head.length * 0.35))
  const isText = low !== undefined && !head.some((byte, at) => at % 2 === low && byte < 9)
  return isText ? ['utf-16le', 'utf-16be'][low] : undefined
}

/** Old Japanese mail and text change between scripts by escapes, which are ASCII themselves. */
const escapedJapanese = (bytes: Uint8Array): string | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, prescanBytes))
  const parts = head.toString('latin1').split('\u001b')
  const isEscaped = parts.some(
    (part, at) => /^\$[@B](?:[!-~]{2})+$/.test(part) && /^\([BJ]/.test(parts[at + 1] ?? ''),
  )
  return isEscaped ? 'iso-2022-jp' : undefined
}

const zerosOf = (bytes: Uint8Array, parity: number): number =>
  bytes.reduce((sum, byte, at) => (at % 2 === parity && byte === 0 ? sum + 1 : sum), 0)

const minZeros = 8

/** The name of an encoding that can be decoded, or undefined for a label nobody knows. */
const known = (label: string | undefined): string | undefined =>
  label ? attempt(() => new TextDecoder(label.trim()).encoding) : undefined

/** Pages that could be read so far cannot be in UTF-16: what they mean is UTF-8. */
const declared = (bytes: Uint8Array): string | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, prescanBytes))
  const text = head.toString('latin1')
  const label = xmlEncoding(text) ?? metaEncoding(text)
  if (label?.toLowerCase().trim() === 'x-user-defined') return 'windows-1252'
  const encoding = known(label)
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding
}

/** The standard asks for 1,024 bytes at least; scripts often come before the declaration. */
const prescanBytes = 16_384

const xmlEncoding = (text: string): string | undefined => {
  if (!text.startsWith('<?xml')) return undefined
  const end = text.indexOf('>')
  const declaration = text.slice(0, end < 0 ? 0 : end)
  return /encoding\s*=\s*["']([^"']+)["']/.exec(declaration)?.[1]
}

/** The prescan of the HTML standard: comments are skipped, tags are read, the first answer wins. */
const metaEncoding = (text: string): string | undefined => {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 2)
      if (end < 0) return undefined
      at = end + 3
    } else if (/^<meta[\s/]/i.test(text.slice(at, at + 6))) {
      const { attributes, end } = readAttributes(text, at + 5)
      const label = labelOf(attributes)
      if (label !== undefined && (known(label) || /^x-user-defined$/i.test(label))) return label
      at = end
    } else if (/^<\/?[a-z]/i.test(text.slice(at, at + 3))) {
      at = readAttributes(text, at + tagNameLength(text, at)).end
    } else if (/^<[!/?]/.test(text.slice(at, at + 2))) {
      const end = text.indexOf('>', at)
      if (end < 0) return undefined
      at = end
    } else at++
  }
  return undefined
}

const tagNameLength = (text: string, at: number): number => {
  let end = at + 1
  while (end < text.length && !/[\s>]/.test(text[end] as string)) end++
  return end - at
}

const labelOf = (attributes: Map<string, string>): string | undefined => {
  const charset = attributes.get('charset')
  if (charset !== undefined) return charset
  const isPragma = attributes.get('http-equiv')?.toLowerCase() === 'content-type'
  return isPragma ? charsetOf(attributes.get('content') ?? '') : undefined
}

const readAttributes = (
  text: string,
  from: number,
): { attributes: Map<string, string>; end: number } => {
  const attributes = new Map<string, string>()
  let at = from
  const skip = (chars: RegExp) => {
    while (at < text.length && chars.test(text[at] as string)) at++
  }
  while (at < text.length) {
    skip(/[\s/]/)
    if (text[at] === '>' || at >= text.length) break
    const start = at
    skip(/[^\s/>=]/)
    if (at === start) at++
    const name = text.slice(start, at).toLowerCase()
    skip(/\s/)
    let value = ''
    if (text[at] === '=') {
      at++
      skip(/\s/)
      const quote = text[at] === '"' || text[at] === "'" ? text[at] : undefined
      const valueStart = quote ? at + 1 : at
      if (quote) {
        const close = text.indexOf(quote, valueStart)
        value = text.slice(valueStart, close < 0 ? text.length : close)
        at = close < 0 ? text.length : close + 1
      } else {
        skip(/[^\s>]/)
        value = text.slice(valueStart, at)
      }
    }
    if (!attributes.has(name)) attributes.set(name, value)
  }
  return { attributes, end: at }
}

const isUtf8 = (bytes: Uint8Array): boolean =>
  attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)) !== undefined ||
  isBrokenUtf8(bytes)

/**
 * Cut by whoever sent or pasted it, UTF-8 has a few broken letters among whole ones. Other encodings
 * hardly ever make a whole one, except that a text may end within its first.
 */
const isBrokenUtf8 = (bytes: Uint8Array): boolean => {
  const text = new TextDecoder().decode(bytes)
  let [whole, broken] = [0, text.endsWith('\ufffd') ? -1 : 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) broken++
    else if (code > 0x7f && (code & 0xfc00) !== 0xdc00) whole++
  }
  return whole > 0 && whole >= broken * minWhole
}
/** Whole letters for each broken one. */
const minWhole = 5

import { gunzipSync } from 'node:zlib'
import { limits } from './limits.ts'
import { SvgRefused } from './refused.ts'

/**
 * Bytes to text, as the XML specification orders it: byte order mark, then the declaration, then
 * UTF-8. Only encodings whose ASCII range is ASCII are read; in UTF-7 or ISO-2022 a harmless
 * looking file can hide markup.
 */
export const readSource = (input: Uint8Array | string): string => {
  if (typeof input === 'string') {
    if (input.length > limits.bytes) throw tooLarge()
    return input.startsWith('\ufeff') ? input.slice(1) : input
  }
  if (input.length > limits.bytes) throw tooLarge()
  const bytes = isGzip(input) ? unpack(input) : input
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof SvgRefused) throw error
    throw new SvgRefused('encoding', 'The bytes are not text in the declared encoding.', error)
  }
}

const tooLarge = () => new SvgRefused('too_large', `The file is over ${limits.bytes} bytes.`)

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** One layer only; a gzip inside a gzip then fails as text. */
const unpack = (bytes: Uint8Array): Uint8Array => {
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.bytes })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge()
    throw new SvgRefused('encoding', 'The gzip data is broken.', error)
  }
}

const encodingOf = (bytes: Uint8Array): string => {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0x3c && b === 0) return 'utf-16le'
  if (a === 0 && b === 0x3c) return 'utf-16be'
  if (a === 0xef) return 'utf-8'
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1]
  const encoding = declared ? readable[declared.toLowerCase()] : 'utf-8'
  if (!encoding) throw new SvgRefused('encoding', `The encoding ${declared} is not read.`)
  return encoding
}

/** `utf-16` without any sign of two-byte characters is a wrong label on an ASCII file. */
const readable: Record<string, string> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'utf-16': 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1251': 'windows-1251',
}

import { isUtf8 } from 'node:buffer'
import { invalidRequest } from '../../kit/errors.ts'

type Headers = Record<string, string>

/** Ours to decide (framing, encoding, where it goes), or a leak of where the caller came from. */
const reservedHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** What a caller may say to the site it named; a header that would break the request is refused. */
export const usableHeaders = (headers: Readonly<Headers>): Headers =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([given, value]) => {
      const name = given.toLowerCase()
      if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
        throw invalidRequest(`The header "${given.slice(0, 100)}" cannot be sent.`)
      return reservedHeaders.has(name) || name.startsWith('proxy-') ? [] : [[name, value]]
    }),
  )

/** A list of what may cross to another origin: a key can hide in any header a caller makes up. */
export const publicHeaders = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => crossing.has(name)))

const crossing = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-type',
  'user-agent',
])

/** What browsers read in a header, whose bytes come as latin1; undefined where they are no UTF-8. */
export const textOfHeader = (value: string): string | undefined => {
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined
}

/** Any text as the bytes that a header takes. */
export const headerOfText = (text: string): string => Buffer.from(text).toString('latin1')

/** The header Retry-After, seconds or a date, as RFC 9110 has it. */
export const retryAfterSeconds = (value: string | undefined): number | undefined => {
  if (value === undefined) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000
  return seconds > 0 && Number.isFinite(seconds) ? Math.ceil(seconds) : undefined
}

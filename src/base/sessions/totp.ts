import { createHmac } from 'node:crypto'
import { invalidRequest } from '../../kit/errors.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of this half minute (RFC 6238), for a key as authenticator apps take it. */
export const oneTimeCode = (key: string, nowMs: number): string => {
  const { bytes, digits, periodSeconds, algorithm } = readTotpKey(key)
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 1_000 / periodSeconds)))
  const digest = createHmac(algorithm, bytes).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** Base32, or the address `otpauth://totp/…` that a QR code holds. */
export const readTotpKey = (key: string) => {
  const url = key.startsWith('otpauth:') ? URL.parse(key) : undefined
  const parameter = (name: string) => url?.searchParams.get(name) ?? undefined
  const text = (url ? (parameter('secret') ?? '') : key).toUpperCase().replace(/[\s=-]/g, '')
  const digits = Number(parameter('digits') ?? 6)
  const periodSeconds = Number(parameter('period') ?? 30)
  const algorithm = (parameter('algorithm') ?? 'SHA1').toLowerCase()
  const isUsable =
    text.length >= 8 &&
    [...text].every(letter => alphabet.includes(letter)) &&
    [6, 7, 8].includes(digits) &&
    periodSeconds >= 10 &&
    periodSeconds <= 300 &&
    ['sha1', 'sha256', 'sha512'].includes(algorithm)
  if (!isUsable)
    throw invalidRequest(
      'With "totp", "value" is the key of an authenticator app: base32, or an otpauth:// address.',
    )
  return { bytes: fromBase32(text), digits, periodSeconds, algorithm }
}

const fromBase32 = (text: string): Buffer => {
  const bits = [...text]
    .map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

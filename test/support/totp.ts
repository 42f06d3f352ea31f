import { createHmac } from 'node:crypto'

/** What an authenticator app shows (RFC 6238) for a QR code's address, so many steps from now. */
export const totp = (uri: string, steps = 0): string => {
  const { searchParams } = new URL(uri)
  const secret = base32(searchParams.get('secret') ?? '')
  const periodMs = 1_000 * Number(searchParams.get('period') ?? 30)
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / periodMs) + steps))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const base32 = (text: string): Buffer => {
  const bits = [...text]
    .map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

import { hash, randomBytes, randomUUID } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Unbiased letters and digits: bytes past the last whole multiple of 62 are thrown away. */
export const randomToken = (length: number): string => {
  let token = ''
  while (token.length < length)
    for (const byte of randomBytes(length))
      if (byte < 248 && token.length < length) token += alphabet[byte % 62]
  return token
}

/**
 * 22 letters and digits that are a UUID: its 128 bits fit, two never meet, and a door whose clients
 * want UUIDs shows the same id as one.
 */
export const newId = (prefix: string): string => idOfUuid(prefix, randomUUID())

export const idOfUuid = (prefix: string, uuid: string): string => {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`)
  let digits = ''
  for (; rest > 0n; rest /= 62n) digits = `${alphabet[Number(rest % 62n)]}${digits}`
  return `${prefix}_${digits.padStart(22, '0')}`
}

/** Undefined for ids that were made before they were UUIDs, and for what is no id. */
export const uuidOfId = (id: string): string | undefined => {
  const [, digits] = /^[a-z]+_([0-9A-Za-z]{22})$/.exec(id) ?? []
  if (digits === undefined) return undefined
  let value = 0n
  for (const digit of digits) value = value * 62n + BigInt(alphabet.indexOf(digit))
  const hex = value.toString(16).padStart(32, '0')
  const [uuid] = uuidText.exec(hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')) ?? []
  return uuid
}

const uuidText = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')
export const sha256Hex = (text: string): string => hash('sha256', text, 'hex')

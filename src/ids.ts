import { createHash, randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Unbiased letters and digits: bytes past the last whole multiple of 62 are thrown away. */
export const randomToken = (length: number): string => {
  let token = ''
  while (token.length < length)
    for (const byte of randomBytes(length))
      if (byte < 248 && token.length < length) token += alphabet[byte % 62]
  return token
}

/** 22 characters are 131 bits: two ids never meet. */
export const newId = (prefix: string): string => `${prefix}_${randomToken(22)}`

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

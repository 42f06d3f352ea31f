import { randomInt } from 'node:crypto'

/** Without letters and digits that look alike on paper: 31 signs, so ten of them are 49 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const half = 5

export const makeRecoveryCodes = (): string[] => Array.from({ length: 10 }, makeCode)

const makeCode = (): string =>
  inHalves(Array.from({ length: 2 * half }, () => alphabet[randomInt(alphabet.length)]).join(''))

/** As it was written, whatever was typed between and in which case. */
export const readRecoveryCode = (typed: string): string =>
  inHalves(typed.toLowerCase().replace(/[\s-]/g, ''))

const inHalves = (code: string): string => `${code.slice(0, half)}-${code.slice(half)}`

import { fold } from '../../../page/words/words.ts'
import { tokenise } from './stream.ts'

/** The same value; one may be longer: "Brass desk lamp" and "Brass desk lamp, 40 W". */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'string' || typeof b !== 'string') return a === b
  const [one, two] = [spaced(a), spaced(b)]
  return one.includes(two) || two.includes(one) || squash(a) === squash(b)
}

const spaced = (text: string) =>
  ` ${tokenise(text)
    .map(({ token }) => token)
    .join(' ')} `

export const squash = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

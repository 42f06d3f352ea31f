import type { Said } from './ask.ts'
import type { Shape } from './reader.ts'

type Words = Pick<Said, 'quote' | 'value' | 'isPart'>

/** What all of these have, or none of them. */
export const shapeOf = (said: readonly Words[]): Shape => {
  const shape: Shape = {}
  if (said.length === 0) return shape
  for (const name of signNames) {
    const having = said.filter(({ quote }) => signs[name].test(quote)).length
    if (having === said.length && name !== 'minus') shape[name] = true
    else if (having === 0 && isTelling(name, said)) shape[name] = false
  }
  if (said.length < fewestOfForm || !said.every(isPlain)) return shape
  const [form, ...forms] = said.map(({ quote }) => formOf(quote))
  if (form && isTellingForm(form) && forms.every(one => one === form)) shape.form = form
  const [digits = 0, ...counts] = said.map(({ quote }) => digitsIn(quote))
  if (digits >= fewestDigits && counts.every(count => count === digits)) shape.digits = digits
  return shape
}

export const fitsShape = ({ quote, isPart = false }: Words, shape: Shape): boolean =>
  signNames.every(
    name =>
      shape[name] === undefined ||
      signs[name].test(quote) === shape[name] ||
      // Beside a part of a text may stand what belongs to it: the “$” before “179.00”.
      (isPart && name === 'currency' && shape[name]),
  ) &&
  (isPart || shape.form === undefined || formOf(quote) === shape.form) &&
  (shape.digits === undefined || digitsIn(quote) === shape.digits)

/** The value is the text itself: of “$39.00 with tax” read as 39, the words around it say nothing. */
const isPlain = ({ quote, value }: Words): boolean => quote === value && !signs.address.test(quote)

const signs = {
  digit: /\p{N}/u,
  letter: /\p{L}/u,
  currency: /\p{Sc}/u,
  address: /https?:\/\/|www\./,
  minus: /(?:^|[\s(\p{Sc}])[-−–]\p{Sc}?\p{N}/u,
}
type SignName = keyof typeof signs
const signNames = Object.keys(signs) as SignName[]

/**
 * Not having a digit says little of the next value; not being a price or an address says much, and
 * so does a figure without a minus.
 */
const isTelling = (name: SignName, said: readonly Words[]): boolean =>
  name === 'minus'
    ? said.every(({ value }) => typeof value === 'number')
    : name === 'currency' || name === 'address'

/** One text has some form or other; two that have the same say something. */
const fewestOfForm = 2

/** `07/01/2007` is `9/9/9`, `Dec 6, 2010` is `a 9, 9`. */
const formOf = (text: string): string =>
  text
    .trim()
    .slice(0, 100)
    .replace(/\p{N}+(?:[.,]\p{N}+)*/gu, '9')
    .replace(/\p{L}[\p{L}\p{M}]*/gu, 'a')
    .replace(/\s+/g, ' ')

/** Words and model names take any form; dates, numbers and codes of digits keep theirs. */
const isTellingForm = (form: string): boolean => {
  const numbers = form.split('9').length - 1
  return numbers > 1 || (numbers === 1 && !form.includes('a'))
}

/** The digits of an ISBN or a telephone number; a price has more or fewer. */
const fewestDigits = 8
const digitsIn = (text: string): number => text.match(/\p{N}/gu)?.length ?? 0

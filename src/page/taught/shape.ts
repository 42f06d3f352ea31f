import type { Shape } from './reader.ts'

/** What all of these texts have, or none of them. */
export const shapeOf = (texts: readonly string[]): Shape => {
  const shape: Shape = {}
  if (texts.length === 0) return shape
  for (const name of signNames) {
    const having = texts.filter(text => signs[name].test(text)).length
    if (having === texts.length) shape[name] = true
    else if (having === 0 && isTelling(name)) shape[name] = false
  }
  if (texts.length < fewestOfForm) return shape
  const [form, ...forms] = texts.map(formOf)
  if (form && isTellingForm(form) && forms.every(one => one === form)) shape.form = form
  const [digits = 0, ...counts] = texts.map(digitsIn)
  if (digits >= fewestDigits && counts.every(count => count === digits)) shape.digits = digits
  return shape
}

export const fitsShape = (text: string, shape: Shape): boolean =>
  signNames.every(name => shape[name] === undefined || signs[name].test(text) === shape[name]) &&
  (shape.form === undefined || formOf(text) === shape.form) &&
  (shape.digits === undefined || digitsIn(text) === shape.digits)

const signs = {
  digit: /\p{N}/u,
  letter: /\p{L}/u,
  currency: /\p{Sc}/u,
  address: /https?:\/\/|www\./,
}
type SignName = keyof typeof signs
const signNames = Object.keys(signs) as SignName[]

/** Not having a digit says little of the next value; not being a price or an address says much. */
const isTelling = (name: SignName): boolean => name === 'currency' || name === 'address'

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

import { memoizeObjects } from '../../../kit/memoize.ts'
import { fold } from '../../../page/words/words.ts'
import type { Field } from '../schema/fields.ts'
import { intentOf } from '../words/intent.ts'

/** Kinds of numbers that are told from all others by their length and beginning. */
const isbn13 = /(?<![\w-])97[89][- ]?(?:\d[- ]?){9}\d(?![\w-])/
const isbn10 = /(?<![\w-])(?:\d[- ]?){9}[\dx](?![\w-])/i
const isbn = /(?<![\w-])(?:97[89][- ]?(?:\d[- ]?){9}\d|(?:\d[- ]?){9}[\dx])(?![\w-])/i
const ean = /(?<![\w-])(?:(?:\d[- ]?){12}\d|\d{8})(?![\w-])/
const gtin = /(?<![\w-])(?:(?:\d[- ]?){11,13}\d|\d{8})(?![\w-])/
const issn = /(?<![\w-])\d{4}-?\d{3}[\dx](?![\w-])/i

/**
 * What a field asks for, where its words name such a number: `isbn_13`, "International Standard Book
 * Number". The author of the book with that ISBN is none.
 */
const formOf = memoizeObjects((field: Field): RegExp | undefined => {
  const isText = field.kind === 'string' || field.kind === 'any'
  // `bookNumber` reads as a count.
  const isNumber = /^(?:code|count)$/.test(intentOf(field))
  return isText && isNumber
    ? formIn(` ${spaced(`${field.name} ${field.title} ${field.description.slice(0, 80)}`)} `)
    : undefined
})

const formIn = (words: string): RegExp | undefined => {
  if (/ isbn | standard book number /.test(words))
    return / 13 /.test(words) ? isbn13 : / 10 /.test(words) ? isbn10 : isbn
  return kinds.find(([asked]) => asked.test(words))?.[1]
}

const kinds: [asked: RegExp, form: RegExp][] = [
  [/ issn /, issn],
  [/ (?:ean|european article number) /, ean],
  [/ (?:gtin|upc|barcode) /, gtin],
]

const spaced = (text: string) =>
  fold(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/(\p{L})(?=\d)/gu, '$1 ')
    .replace(/(\d)(?=\p{L})/gu, '$1 ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether a field asks for a number that has a form of its own. */
export const asksCode = (field: Field): boolean => formOf(field) !== undefined

/** The number in "ISBN-13: 978-0-306-40615-7 (paperback)"; of an ISBN-10 nothing, where 13 digits are asked for. */
export const codeIn = (field: Field, text: string): string | undefined =>
  formOf(field)?.exec(text.slice(0, 200))?.[0]

/** A code without what else its line says: "WD-100 | In stock", "WD-100 (in stock)". */
export const bareCode = (field: Field, text: string): string | undefined => {
  if (intentOf(field) !== 'code' || text.length > maxCodeChars) return undefined
  const end = text.search(/\s?[|•·]|\s?[;(]|,\s|\s[/–—-]\s/)
  const [code, rest] = [text.slice(0, Math.max(0, end)), text.slice(end).trimStart()]
  // "WD-100 / XL" is the code of a size.
  const isSaid = /^[|•·]/.test(rest) || (/\p{Ll}/u.test(rest) && !/\d/.test(rest))
  return isSaid && /\d/.test(code) ? code : undefined
}

const maxCodeChars = 120

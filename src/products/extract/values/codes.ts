import type { Field } from '../schema/fields.ts'
import { fold } from '../words/words.ts'

/** A kind of number that is told from all others by its length and beginning. */
type CodeForm = { pattern: RegExp }

const group = (digits: number) => `(?:\\d[- ]?){${digits - 1}}`
const alone = (body: string): CodeForm => ({
  pattern: new RegExp(`(?<![\\w-])${body}(?![\\w-])`, 'i'),
})

const isbn13 = alone(`97[89][- ]?${group(10)}\\d`)
const isbn10 = alone(`${group(10)}[\\dx]`)
const isbn = alone(`(?:97[89][- ]?${group(10)}\\d|${group(10)}[\\dx])`)
const ean = alone(`(?:${group(13)}\\d|\\d{8})`)
const gtin = alone(`(?:${group(14)}\\d|${group(13)}\\d|${group(12)}\\d|\\d{8})`)
const issn = alone('\\d{4}-?\\d{3}[\\dx]')

/** What a field asks for, where its words name such a number: `isbn_13`, "International Standard Book Number". */
const formOf = (field: Field): CodeForm | undefined => {
  if (field.kind !== 'string' && field.kind !== 'any') return undefined
  const known = forms.get(field)
  if (known !== undefined) return known ?? undefined
  const words = ` ${spaced(field.name)} ${spaced(field.title)} ${spaced(field.description.slice(0, 80))} `
  const form = / isbn | standard book number /.test(words)
    ? / 13 /.test(words)
      ? isbn13
      : / 10 /.test(words)
        ? isbn10
        : isbn
    : / issn /.test(words)
      ? issn
      : / (?:ean|european article number) /.test(words)
        ? ean
        : / (?:gtin|upc|barcode) /.test(words)
          ? gtin
          : undefined
  forms.set(field, form ?? null)
  return form
}

const forms = new WeakMap<Field, CodeForm | null>()

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
  formOf(field)?.pattern.exec(text.slice(0, 200))?.[0]

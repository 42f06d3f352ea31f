import type { Page } from '../source/page.ts'

/**
 * Whether 1,299 is less than two on a page and 1.299 more than a thousand: by its figures of which
 * there is one reading, then by its language.
 */
export const readsDecimalComma = ({ nodes, language }: Page, isMoney: boolean): boolean => {
  let [commas, points] = [0, 0]
  for (const { text } of nodes)
    for (const [, comma] of text.matchAll(decimal)) comma === ',' ? commas++ : points++
  if (commas !== points) return commas > points
  // Shops in every language write $1,299.
  return !isMoney && isCommaLanguage(language?.replaceAll('_', '-') ?? '')
}

/** 5,4 or 1.299,50; not 12.5.2024, 2.4.1 or 18.30 Uhr. */
const decimal =
  /(?<![\p{L}\d.,:/-])(?:\d+|\d{1,3}(?:[.,'’]\d{3}){1,4})([.,])(?:\d{1,2}|\d{4,6})(?![.,:/-]?\d|\.\s|\s?(?:uhr|h)\b)/giu

const isCommaLanguage = (language: string): boolean =>
  /^[a-z]{2}(?:-[a-z]{2})?$/i.test(language) &&
  new Intl.NumberFormat(language).format(1.5).includes(',')

/** What a value is by the other reading of the figure that it was read from. */
export const rereadWithComma = (quote: string, value: number): number => {
  const [, whole = '', mark, rest = ''] = figure.exec(quote) ?? []
  const [joined, parted] = [Number(whole + rest), Number(`${whole}.${rest}`)]
  if (mark === '.' && Math.abs(value) === parted) return Math.sign(value) * joined
  return mark === ',' && Math.abs(value) === joined ? Math.sign(value) * parted : value
}

const figure = /^\D{0,4}([1-9]\d{0,2})([.,])(\d{3})(?![.,]?\d)/

import { AppError } from '../../../kit/errors.ts'
import type { PdfItem } from './page.ts'

/** Text that was recognised in the picture of a page, where it stands on the page. */
export type RecognizedPage = {
  number: number
  height: number
  /** Empty where there is no text in the picture. */
  items: PdfItem[]
  /** Of its letters, from 0 to 1. */
  confidence: number
  letters: number
}

export type Language = { code: string; file: string }

export type RecognizeInput = {
  bytes: Uint8Array
  languages: readonly Language[]
  /** In their order; of a picture, whose pages nobody has counted, a list as `pagesOf` reads it. */
  pages: readonly number[] | string | undefined
  /** Of one turn. */
  maxPages: number
  /** Those that also have letters, and of which only a picture of most of the page is recognised. */
  lettered: readonly number[]
}

/** What one turn came to; `left` are pages that it did not come to. */
export type RecognizedPages = { pages: RecognizedPage[]; pageCount: number; left: number[] }

/** The confidence of all of it, each page by its letters; undefined where nothing was recognised. */
const meanConfidence = (pages: readonly RecognizedPage[]): number | undefined => {
  const letters = pages.reduce((sum, page) => sum + page.letters, 0)
  if (letters === 0) return undefined
  const mean = pages.reduce((sum, page) => sum + page.confidence * page.letters, 0) / letters
  return Math.round(mean * 100) / 100
}

/** Which pages were recognised, and how surely. */
export type Ocr = { pages: number[]; meanConfidence: number }

export const ocrOf = ({ pages }: RecognizedPages): Ocr | undefined => {
  const read = pages.filter(({ items }) => items.length > 0)
  const confidence = meanConfidence(read)
  return confidence === undefined
    ? undefined
    : { pages: numbersOf(read), meanConfidence: confidence }
}

/** Below it about one word in twenty is wrong. */
const goodConfidence = 0.8

export const ocrWarning = (recognized: RecognizedPages | undefined): string | undefined => {
  if (!recognized) return undefined
  const confidence = ocrOf(recognized)?.meanConfidence ?? 1
  const [next] = recognized.left
  return joined(
    confidence < goodConfidence
      ? `The text was recognised in pictures with a confidence of ${confidence}: expect mistakes.`
      : undefined,
    next === undefined
      ? undefined
      : `From page ${next} on, ${pagesIn(recognized.left.length)} without text could not be recognised. "documents": {"pages": "${next}-"} reads on.`,
  )
}

/** The pages that a list such as `1-5,9` or `10-` names and that there are, in order, each once. */
export const pagesOf = (list: string | undefined, count: number): number[] => {
  const ranges = (list ?? '1-').split(',').map(range => {
    const [first = '', last] = range.split('-')
    return { first: Number(first), last: last === '' ? count : Number(last ?? first) }
  })
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  return numbers.filter(number =>
    ranges.some(({ first, last }) => number >= first && number <= last),
  )
}

export const noneAskedFor = (what: string, count: number): AppError =>
  new AppError('page_empty', `The ${what} has ${pagesIn(count)}, none of which was asked for.`)

export const numbersOf = (pages: readonly { number: number }[]): number[] =>
  pages.map(({ number }) => number)

export const pagesIn = (count: number): string => (count === 1 ? 'one page' : `${count} pages`)

export const joined = (...sentences: (string | undefined)[]): string | undefined =>
  sentences.filter(sentence => sentence !== undefined).join(' ') || undefined

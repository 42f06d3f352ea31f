import { isSpaced } from '../pdf/lines.ts'
import type { PdfItem } from '../pdf/page.ts'
import type { RecognizedPage } from '../pdf/recognized.ts'
import type { Raster } from './rasters.ts'

type Word = {
  text: string
  left: number
  top: number
  right: number
  bottom: number
  confidence: number
}

/** Tesseract finds letters in leaves and walls too, but is seldom sure of a whole line of them. */
const sure = { word: 0.6, line: 0.5, page: 0.55 }

/** What Tesseract read on a page, as text that stands where it stood; nothing where it only guessed. */
export const readWords = (tsv: string, raster: Raster, number: number): RecognizedPage => {
  const scale = 72 / raster.dpi
  const height = raster.height * scale
  const lines = linesOf(tsv).filter(isText)
  const letters = sum(lines.flat(), lettersOf)
  const confidence = letters === 0 ? 0 : meanOf(lines.flat())
  const isGuess =
    letters < fewLetters && sum(lines.flat().filter(isSure), lettersOf) < letters * 0.6
  if (letters < 3 || confidence < sure.page || isGuess)
    return { number, height, items: [], confidence: 0, letters: 0 }
  const usual = median(lines.flatMap(line => line.map(() => heightOf(line))))
  const items = lines.flatMap(line => itemsOf(line, usual, scale, height))
  return { number, height, items, confidence, letters }
}

/** A page of text has more; what is found in bricks and leaves seldom has so many. */
const fewLetters = 40

/** Found in a pattern, words are short. */
const isSure = (word: Word): boolean =>
  word.confidence >= 0.9 || (word.confidence >= 0.7 && lettersOf(word) >= 3)

/** The columns of the table: level, page, block, paragraph, line, word, box, confidence, text. */
const linesOf = (tsv: string): Word[][] => {
  const lines = new Map<string, Word[]>()
  for (const row of tsv.split('\n')) {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, ...rest] =
      row.split('\t')
    const text = rest.join(' ').trim()
    if (level !== '5' || text === '') continue
    const key = `${block} ${paragraph} ${line}`
    const words = lines.get(key) ?? []
    lines.set(key, words)
    words.push({
      ...{ text, left: Number(left), top: Number(top), confidence: Number(confidence) / 100 },
      ...{ right: Number(left) + Number(width), bottom: Number(top) + Number(height) },
    })
  }
  return [...lines.values()]
}

const isText = (line: readonly Word[]): boolean =>
  meanOf(line) >= sure.line &&
  line.some(word => word.confidence >= sure.word && lettersOf(word) >= 2)

const lettersOf = ({ text }: Word): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

const sum = (words: readonly Word[], of: (word: Word) => number): number =>
  words.reduce((total, word) => total + of(word), 0)

/** By letters: a dash is easily taken for one. */
const meanOf = (words: readonly Word[]): number => {
  const letters = sum(words, lettersOf)
  return letters === 0 ? 0 : sum(words, word => word.confidence * lettersOf(word)) / letters
}

/** Of its tallest word: the box of a whole line is higher where the page lies aslant. */
const heightOf = (line: readonly Word[]): number =>
  Math.max(...line.map(({ top, bottom }) => bottom - top))

const median = (numbers: number[]): number =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** In points from the lower left corner, as a PDF has its text. */
const itemsOf = (line: Word[], usual: number, scale: number, height: number): PdfItem[] => {
  // A line without long letters is lower than others: only clear differences are of size.
  const times = heightOf(line) / usual
  const isLarge = times >= 1.4 && line.some(word => lettersOf(word) >= 3)
  const size = usual * (isLarge ? Math.round(times * 4) / 4 : 1) * scale
  // At its beginning, so that lines of an aslant page keep their distance.
  const bottom = median(line.slice(0, 3).map(word => word.bottom))
  const isFollowed = ({ text }: Word, next: Word | undefined) =>
    next !== undefined && isSpaced(text, next.text)
  return line.map((word, at) => ({
    text: isFollowed(word, line[at + 1]) ? `${word.text} ` : word.text,
    x: word.left * scale,
    y: height - bottom * scale,
    width: (word.right - word.left) * scale,
    size,
    font: '',
    isMono: false,
    endsLine: at === line.length - 1,
    link: undefined,
    marks: [],
  }))
}

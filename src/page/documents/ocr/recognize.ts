import {
  noneAskedFor,
  pagesOf,
  type RecognizedPages,
  type RecognizeInput,
} from '../pdf/recognized.ts'
import { openRasters, type Raster } from './rasters.ts'
import { openEngine } from './tesseract.ts'
import { readWords } from './words.ts'

/** So that others get their turn: a turn begins no page after so long. */
const turnMs = 4_000

/**
 * The text in pictures: of pages of a PDF, or of a picture itself. Decoders and recognition are
 * native code and WebAssembly: this is for a process that holds nothing worth stealing
 * (`src/process/ocr-process.ts`).
 */
export const recognize = async (input: RecognizeInput): Promise<RecognizedPages> => {
  const begunMs = performance.now()
  const rasters = await openRasters(input.bytes)
  try {
    const { pageCount } = rasters
    const left = leftOf(input, pageCount)
    const pages: RecognizedPages['pages'] = []
    const isOver = () => pages.length > 0 && performance.now() - begunMs >= turnMs
    while (left.length > 0 && pages.length < input.maxPages && !isOver()) {
      const number = left.shift() as number
      const raster = await rasters.page(number)
      const isWanted = raster && (!input.lettered.includes(number) || isFull(raster))
      pages.push(
        isWanted
          ? readWords((await openEngine(input.languages)).read(raster), raster, number)
          : { number, height: 0, items: [], confidence: 0, letters: 0 },
      )
    }
    return { pages, pageCount, left }
  } finally {
    rasters.close()
  }
}

const leftOf = ({ pages }: RecognizeInput, pageCount: number): number[] => {
  if (typeof pages === 'object') return pages.filter(number => number <= pageCount)
  const wanted = pagesOf(pages, pageCount)
  if (wanted.length === 0) throw noneAskedFor('picture', pageCount)
  return wanted
}

/** Whether what is drawn spreads over more than half of the page, as a scan does. */
const isFull = ({ pixels, width, height }: Raster): boolean => {
  let top = height
  let bottom = 0
  let first = width
  let last = 0
  for (let row = 0; row < height; row += 4)
    for (let column = 0; column < width; column += 4) {
      if ((pixels[row * width + column] as number) > 200) continue
      top = Math.min(top, row)
      bottom = Math.max(bottom, row)
      first = Math.min(first, column)
      last = Math.max(last, column)
    }
  return (bottom - top) * (last - first) > (width * height) / 2
}

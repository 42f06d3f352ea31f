import { layoutPages } from '../pdf/layout.ts'
import { ocrOf, ocrWarning, type RecognizedPages } from '../pdf/recognized.ts'

/** Pictures as a PDF without tags is read: by where their text stands. */
export const readRecognized = (recognized: RecognizedPages, isByPage = false) => {
  const isOne = recognized.pageCount === 1
  const pages = recognized.pages.map(({ items, height, number }) => ({
    ...{ items, height, fields: [], structure: undefined, number: isOne ? undefined : number },
  }))
  const laidOut = layoutPages(pages, isByPage)
  return {
    pages: recognized.pages.map(({ number }, at) => ({ number, blocks: laidOut[at] ?? [] })),
    ocr: ocrOf(recognized),
    pageCount: recognized.pageCount > 1 ? recognized.pageCount : undefined,
    warning: ocrWarning(recognized),
  }
}

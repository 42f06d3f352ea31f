import type { HtmlNode } from '../../html/html.ts'
import { layoutPages } from '../pdf/layout.ts'
import { type Ocr, ocrOf, ocrWarning, type RecognizedPages } from '../pdf/recognized.ts'

/** Pictures as a PDF without tags is read: by where their text stands. */
export const readRecognized = (recognized: RecognizedPages): RecognizedText => {
  const isOne = recognized.pageCount === 1
  const pages = recognized.pages.map(({ items, height, number }) => ({
    ...{ items, height, fields: [], structure: undefined, number: isOne ? undefined : number },
  }))
  return {
    blocks: layoutPages(pages).flat(),
    ocr: ocrOf(recognized),
    pageCount: recognized.pageCount > 1 ? recognized.pageCount : undefined,
    warning: ocrWarning(recognized),
  }
}

type RecognizedText = {
  blocks: HtmlNode[]
  ocr: Ocr | undefined
  pageCount: number | undefined
  warning: string | undefined
}

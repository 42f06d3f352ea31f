import type { HtmlNode } from '../../html/html.ts'
import { layoutPages } from '../pdf/layout.ts'
import { type Ocr, ocrOf, ocrWarning, type RecognizedPages } from '../pdf/recognized.ts'

/** Pictures as a PDF without tags is read: by where their text stands. */
export const readRecognized = (recognized: RecognizedPages): RecognizedText => {
  const pages = recognized.pages.map(page => ({ ...page, fields: [], structure: undefined }))
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

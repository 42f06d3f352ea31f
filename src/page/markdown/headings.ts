import { descendants, type HtmlElement, textContent } from '../html/html.ts'
import type { TextBlock } from './blocks.ts'
import { headingLevel } from './elements.ts'

/** 1 to 6 for a heading, 0 for everything else. */
export const shownLevel = (element: HtmlElement): number => {
  const level = headingLevel(element)
  return level > 0 && isProse(element) ? 0 : level
}

/** Paragraphs that are only set like a heading, and whole comments that are called one. */
const isProse = (element: HtmlElement): boolean => {
  if (element.name === 'h1') return false
  const isCalled = !/^h\d$/.test(element.name)
  // Headings nest, and each is asked for its text.
  if (descendants(element).some((_, at) => at === maxElements)) return isCalled
  const text = textContent(element).trim()
  if (text.length > maxChars) return true
  if (isCalled)
    return text.length > maxCalled || descendants(element).some(({ name }) => proseTags.has(name))
  return text.length > maxHeading && sentenceEnd.test(text) && /[.!?…]["”’)]?$/.test(text)
}
const maxElements = 400
const maxChars = 4_000
const maxCalled = 200
const maxHeading = 150
const proseTags = new Set(['p', 'ul', 'ol', 'pre', 'blockquote'])
const sentenceEnd = /[.!?…]["”’)]?\s+\p{Lu}/u

/** A heading without a word in it is a picture. */
export const hasWords = ({ pieces }: TextBlock): boolean =>
  pieces.some(piece =>
    piece.kind === 'text'
      ? /\S/.test(piece.text)
      : piece.kind === 'code' || piece.kind === 'math' || piece.kind === 'note',
  )

/** A level that a page never uses, between two that it does, is left out for all that are deeper. */
export const closeGaps = (headings: readonly TextBlock[]): void => {
  const used = [...new Set(headings.map(({ level }) => level))].sort()
  const [least = 1] = used
  for (const heading of headings) heading.level = least + used.indexOf(heading.level)
}

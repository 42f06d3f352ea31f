import type { HtmlElement } from '../html/html.ts'
import type { TextBlock } from './blocks.ts'
import type { Draft } from './draft.ts'
import type { Leave } from './line.ts'
import type { MarkupSurvey } from './survey.ts'

/** What reading an element may use. */
export type Reader = {
  draft: Draft
  baseUrl: string
  survey: MarkupSurvey
  /** Cells of the data tables entered so far. */
  cells: Map<HtmlElement, TextBlock>
  /** What in them only says the head of the column again. */
  labels: Set<HtmlElement>
  /** Abbreviations that were spelled out once. */
  abbreviations: Set<string>
  /** Lists of which the items are sections of the page. */
  sections: Set<HtmlElement>
  /** Lists of terms alone, each with those below it. */
  outlines: Set<HtmlElement>
  /** Definitions that share their term with others. */
  shared: Set<HtmlElement>
  /** The term whose definition may follow on the same line. */
  term: TextBlock | undefined
  insideNoscript: boolean
  root: HtmlElement
}

/** How an element is read: `skip` leaves its content out, `Leave` runs after it. */
export type Rule = (reader: Reader, element: HtmlElement) => Leave | 'skip' | undefined

/** An element that stands on lines of its own and means nothing else. */
export const enterBlock = ({ draft }: Reader): Leave => {
  draft.boundary()
  return () => draft.boundary()
}

import type { Quotation } from '../ground/quotation.ts'
import type { Page } from '../source/page.ts'
import type { Candidate } from './candidates.ts'
import type { MarkupScope } from './markup.ts'
import type { RankedRegion } from './records.ts'

/** What is known while a schema is filled in: read of the page when first needed, and found so far. */
export type State = {
  page: Page
  scope: MarkupScope
  /** The schema asks for records once: at its root, or in one of its properties. */
  isOnlyList: boolean
  candidates: Candidate[] | undefined
  vocabulary: Set<string> | undefined
  regions: RankedRegion[] | undefined
  /** Where each value stood, by JSON Pointer. */
  sources: Map<string, Quotation>
  /** Fields that ask for a judgement: only a model can answer them. */
  needsModel: string[]
  /** Fields that were looked for and not found. */
  missing: string[]
  /** Lists that go on. */
  cut: string[]
}

import type { PageSigns } from '../../../page/metadata/signs.ts'
import type { Quotation } from '../ground/quotation.ts'
import type { Page } from '../source/page.ts'
import type { Candidate } from './candidates.ts'
import type { Learned } from './learned.ts'
import type { MarkupScope } from './markup.ts'
import type { RankedRegion } from './records.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Words of the page that answer a field, and how likely they are the right ones. */
export type Found = Quotation & { confidence: number }

/** A value for which no text of the page was sure enough at first. */
export type Late = { value: unknown; source: Found }

/** What is known while a schema is filled in: read of the page when first needed, and found so far. */
export type State = {
  page: Page
  scope: MarkupScope
  learned: Learned
  /** The schema asks for records once: at its root, or in one of its properties. */
  isOnlyList: boolean
  /** The schema asks for what companies have, and for no other title. */
  isOfCompany: boolean
  /** It asks for lists of things, or for how many there are. */
  asksMany: boolean
  /** It asks for what vacancies and events have: their company is not the site's. */
  isOfJob: boolean
  /** It asks for what goods have: their brand is not the shop's. */
  isOfGoods: boolean
  candidates: Candidate[] | undefined
  vocabulary: Vocabulary | undefined
  regions: RankedRegion[] | undefined
  /** All that a reader sees, in small letters. */
  said: string | undefined
  signs: PageSigns | undefined
  /** For how many fields all lines were read once more. */
  searches: number
  /** Where each value stood, by JSON Pointer. */
  sources: Map<string, Found>
  /** Fields that ask for a judgement: only a model can answer them. */
  needsModel: string[]
  /** Fields that were looked for and not found. */
  missing: string[]
  /** Lists that go on. */
  cut: string[]
}

import type { PageSigns } from '../../../../page/metadata/signs.ts'
import type { PageNode } from '../../../../page/text/nodes.ts'
import type { Word } from '../../../../page/words/words.ts'
import type { Quotation } from '../../grounding/quotation.ts'
import type { Page } from '../../source/page.ts'
import type { MarkupScope } from '../markup/markup.ts'
import type { Candidate } from '../rank/candidates.ts'
import type { Vocabulary } from '../rank/vocabulary.ts'
import type { RankedRegion } from '../regions/records.ts'
import type { Aim } from './aim.ts'
import type { Learned } from './learned.ts'

/** Words of the page that answer a field, and how likely they are the right ones. */
export type Found = Quotation & { confidence: number }

/** A value for which no text of the page was sure enough at first. */
export type Late = { value: unknown; source: Found }

/**
 * What a reader takes in as one: a sentence, and a short heading right above it; a figure, and the
 * line that says of what.
 */
export type Sentence = {
  text: string
  heading: string
  words: Word[]
  node: PageNode
  /** Of other things, or of those who write about it. */
  isBeside: boolean
}

/** What is known while a schema is filled in: read of the page when first needed, and found so far. */
export type State = Aim & {
  page: Page
  scope: MarkupScope
  learned: Learned
  candidates: Candidate[] | undefined
  vocabulary: Vocabulary | undefined
  regions: RankedRegion[] | undefined
  /** All that a reader sees, in small letters. */
  said: string | undefined
  signs: PageSigns | undefined
  /** Those with a number in them. */
  sentences: Sentence[] | undefined
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

import type { FactItem } from '../../../../page/metadata/facts/item.ts'
import type { PageSigns } from '../../../../page/metadata/signs.ts'
import type { PageNode } from '../../../../page/text/page-nodes.ts'
import type { Word } from '../../../../page/words/words.ts'
import type { Quotation } from '../../grounding/quotation.ts'
import type { Field } from '../../schema/fields.ts'
import type { Page } from '../../source/page.ts'
import type { MarkupScope } from '../markup/markup.ts'
import type { Candidate } from '../rank/candidates.ts'
import type { Query } from '../rank/query.ts'
import type { Answer } from '../rank/rank.ts'
import type { Vocabulary } from '../rank/vocabulary.ts'
import type { RankedRegion } from '../regions/records.ts'
import type { Learned } from './learned.ts'
import type { SchemaHints } from './schema-hints.ts'

/** Words of the page that answer a field, how likely they are the right ones, and who found them. */
export type Found = Quotation & { confidence: number; reader?: string }

/** A field, and where it stands in the schema and in the page's markup. */
export type FieldPlace = {
  field: Field
  pointer: string
  /** The names of the objects around the field, outermost first. */
  parents: string[]
  /** What the page's markup describes the object around the field by. */
  item: FactItem | undefined
}

/** One single value that a schema asks for. */
export type Question = FieldPlace & { query: Query; answer: (value: unknown) => void }

/** What a reader found. */
export type Finding = {
  value: unknown
  quote: string
  node?: number | undefined
  fact?: string | undefined
  /** Where it is not the reader's usual one. */
  confidence?: number | undefined
}

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
export type State = SchemaHints & {
  page: Page
  scope: MarkupScope
  learned: Learned
  /** Readers that are switched off, to see what they are worth. */
  without: ReadonlySet<string>
  candidates?: Candidate[]
  vocabulary?: Vocabulary
  /** What the page's markup calls its values. */
  factWords?: Word[]
  regions?: RankedRegion[]
  /** All that a reader sees, in small letters. */
  said?: string
  signs?: PageSigns
  /** Those with a number in them. */
  sentences?: Sentence[]
  /** For how many fields all lines were read once more. */
  searches: number
  /** Single values that no reader has found yet. */
  open: Set<Question>
  /** What the ranker says of all that was open when it was first needed. */
  ranking?: Map<Query, Answer>
  /** Where each value stood, by JSON Pointer. */
  sources: Map<string, Found>
  /** Fields that ask for a judgement: only a model can answer them. */
  needsModel: string[]
  /** Fields that were looked for and not found. */
  missing: string[]
  /** Lists that go on. */
  cut: string[]
}

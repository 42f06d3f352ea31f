import type { Field } from '../../schema/fields.ts'
import { normalise } from '../../values/normalise.ts'
import type { Finding, Question, State } from '../state/state.ts'

/** One way to find a single value. */
export type Reader = {
  name: string
  /** Whether the question is one for this reader, by the schema and what sort of page it is. */
  asks: (question: Question, state: State) => boolean
  read: (state: State, question: Question) => Finding | undefined
  /** How sure its findings are that do not say so themselves. */
  trust: number
  /** Reads all lines of the page for one field: not for thousands of them. */
  isSearch?: true
  /** Goes by the sort of a value: it must not answer where the page never says which is meant. */
  needsOwnWords?: true
  /** Also reads what stands beside the page's subject: its next page, its first story. */
  readsSideContent?: true
}

/** Words of the page as a field's value, with the place where they stood. */
export const toFinding = (
  field: Field,
  text: string | undefined,
  place: Pick<Finding, 'node' | 'fact' | 'confidence'>,
): Finding | undefined => {
  const found = text ? normalise(field, text) : undefined
  return found && { ...place, ...found }
}

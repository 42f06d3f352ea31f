import type { Field } from '../../schema/fields.ts'
import { normalise } from '../../values/normalise.ts'
import type { Late } from './state.ts'

/** Words of the page as a field's value, with the place where they stood. */
export const toLate = (
  field: Field,
  text: string | undefined,
  { node, fact, confidence = 0.6 }: Place,
): Late | undefined => {
  const found = text ? normalise(field, text) : undefined
  return found && { value: found.value, source: { quote: found.quote, node, fact, confidence } }
}

type Place = { node?: number | undefined; fact?: string | undefined; confidence?: number }

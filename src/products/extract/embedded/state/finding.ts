import type { Field } from '../../schema/fields.ts'
import { normalise } from '../../values/normalise.ts'
import type { Finding } from './state.ts'

/** Words of the page as a field's value, with the place where they stood. */
export const toFinding = (
  field: Field,
  text: string | undefined,
  place: Pick<Finding, 'node' | 'fact' | 'confidence'>,
): Finding | undefined => {
  const found = text ? normalise(field, text) : undefined
  return found && { ...place, ...found }
}

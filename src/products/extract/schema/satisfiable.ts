import { AppError } from '../../../kit/errors.ts'
import { compileSchema } from './compile.ts'
import { impossibility } from './impossible.ts'
import type { JsonSchema } from './limits.ts'

/**
 * In a thread: whether a schema can be used at all. One that does not come to an end over nothing
 * at all comes to none over anything.
 */
export const checkSatisfiable = (source: JsonSchema | boolean): undefined => {
  const { schema, validate } = compileSchema(source)
  const reason = impossibility(schema)
  if (reason)
    throw new AppError('invalid_schema', `Nothing can satisfy the JSON Schema: ${reason}.`)
  if (validate(null).some(({ keyword }) => keyword === 'timeout'))
    throw new AppError(
      'invalid_schema',
      'The JSON Schema cannot be used: it leads back to itself without end.',
    )
}

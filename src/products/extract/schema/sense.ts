import { AppError } from '../../../errors.ts'
import { compileSchema } from './compile.ts'
import type { JsonSchema } from './limits.ts'

/**
 * In a thread: whether a schema can be used at all. One that does not come to an end over nothing
 * at all comes to none over anything.
 */
export const checkSense = (schema: JsonSchema | boolean): undefined => {
  const { validate } = compileSchema(schema)
  if (validate(null).some(({ keyword }) => keyword === 'timeout'))
    throw new AppError(
      'invalid_schema',
      'The JSON Schema cannot be used: it leads back to itself without end.',
    )
}

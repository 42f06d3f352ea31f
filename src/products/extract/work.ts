import { AppError } from '../../errors.ts'
import { compileSchema } from './schema/compile.ts'
import type { JsonSchema } from './schema/limits.ts'

/** A schema that does not come to an end over nothing at all comes to none over anything. */
export const check = ({ schema }: { schema: JsonSchema | boolean }): undefined => {
  const { validate } = compileSchema(schema)
  if (validate(null).some(({ keyword }) => keyword === 'timeout'))
    throw new AppError(
      'invalid_schema',
      'The JSON Schema cannot be used: it leads back to itself without end.',
    )
}

import { AppError } from '../../kit/errors.ts'
import { firstFew } from '../extract/grounding/notices.ts'
import { compileSchema } from '../extract/schema/compile.ts'
import { readFields } from '../extract/schema/fields.ts'
import { checkSchema } from '../extract/schema/limits.ts'
import { taughtKinds } from '../extract/taught/kinds.ts'
import type { ReaderFile } from './file.ts'

/** In a thread: refuses rules for fields that the schema does not have, which nobody would ever see. */
export const checkFileFields = ({
  schema,
  fields,
  lists,
}: Pick<ReaderFile, 'schema' | 'fields' | 'lists'>): void => {
  const kinds = taughtKinds(readFields(compileSchema(checkSchema(schema)).schema))
  const strange = [
    ...Object.keys(fields).filter(pointer => !kinds.fields.has(pointer)),
    ...Object.entries(lists).flatMap(([pointer, list]) => {
      const columns = kinds.lists.get(pointer)
      if (!columns) return [pointer]
      const others = Object.keys(list.fields).filter(column => !columns.has(column))
      return others.map(column => `${pointer}/*${column}`)
    }),
  ]
  if (strange.length > 0)
    throw new AppError(
      'reader_file_invalid',
      `The reader file has rules for fields that its schema lacks: ${firstFew(strange.sort())}.`,
    )
}

import { compileSchema, type SchemaProblem } from '../schema/compile.ts'
import type { ExtractionSpec } from '../schema/extraction-spec.ts'
import { readFields } from '../schema/fields.ts'
import { restore } from './restore.ts'
import { followsForm, unwrap } from './unwrap.ts'

/**
 * In a thread: what the caller's own schema has against an answer, as far as asking again may
 * mend it. That something is missing is no such thing: the page may not have it, and a model that
 * is pressed for a value makes one up.
 */
export const reviewAnswer = (task: {
  spec: ExtractionSpec
  answer: unknown
  /** Address of the page. */
  url: string
}): SchemaProblem[] => {
  const { schema } = task.spec
  if (schema === undefined) return []
  const compiled = compileSchema(schema)
  const root = readFields(compiled.schema)
  const answer = unwrap(root, task.answer)
  if (!followsForm(root, answer)) return [notTheForm]
  const { data } = restore(root, answer, { url: task.url })
  const problems = compiled.validate(data)
  const mendable = problems.filter(({ keyword, path }) => !lacking.has(keyword) && path !== '')
  return mendable.length > 0 || isObjectLike(task.answer) ? mendable : problems
}

const notTheForm: SchemaProblem = {
  path: '',
  field: '',
  keyword: 'form',
  message: 'must be an object with the properties of the form, by their names',
}

const lacking = new Set([
  'required',
  'dependentRequired',
  'dependencies',
  'minItems',
  'minProperties',
  'contains',
  'minContains',
  'anyOf',
  'oneOf',
  'if',
])

const isObjectLike = (value: unknown) => typeof value === 'object' && value !== null

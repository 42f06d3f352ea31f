import { AppError } from '../../../kit/errors.ts'
import type { SchemaProblem } from './compile.ts'

/** Why there is no answer, by the first thing that the schema asks for and the page does not give. */
export const outcomeRefusal = (
  { problems, needsModel }: { problems: SchemaProblem[]; needsModel: string[] },
  { hasModel }: { hasModel: boolean },
): AppError => {
  const problem = problems.find(({ keyword }) => keyword === 'required') ?? problems[0]
  if (!problem) return new AppError('value_missing')
  const where = `"${problem.field || 'the whole'}"`
  if (problem.keyword === 'grounded')
    return new AppError('model_failed', 'Nothing that the language model answered is on the page.')
  if (!hasModel && needsModel.includes(problem.field))
    return new AppError(
      'value_missing',
      `${where} asks for a judgement, which needs a language model, and none is configured (LLM_PROVIDER).`,
    )
  return new AppError('value_missing', sentenceFor(where, problem))
}

const sentenceFor = (where: string, { field, keyword, message }: SchemaProblem): string => {
  if (keyword === 'required')
    return `The schema requires ${field ? where : 'a value'}, and the page does not have it.`
  if (keyword === 'false schema' || keyword === 'not')
    return `The schema does not allow what the page has for ${where}.`
  if (keyword === 'timeout')
    return 'A pattern or a reference of the schema takes too long on what the page has.'
  return `What the page has for ${where} does not satisfy the schema: it ${message}.`
}

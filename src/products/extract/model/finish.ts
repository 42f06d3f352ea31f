import { groundData } from '../ground/data.ts'
import type { Evidence } from '../ground/evidence.ts'
import { type Grounded, prepareGround } from '../ground/ground.ts'
import type { PageLines } from '../ground/lines.ts'
import { firstFew } from '../ground/notices.ts'
import type { Outcome } from '../ground/outcome.ts'
import { toEvidence } from '../ground/to-evidence.ts'
import { compileSchema } from '../schema/compile.ts'
import { orEmpty } from '../schema/empty.ts'
import { readFields } from '../schema/fields.ts'
import { prune } from '../schema/prune.ts'
import type { Wish } from '../schema/wish.ts'
import { asksJudgement } from '../words/intent.ts'
import { doubtsOf } from './doubts.ts'
import { mergeAnswers } from './merge.ts'
import { restore } from './restore.ts'
import { isWrapped } from './strict.ts'
import { unwrap } from './unwrap.ts'

/**
 * In a thread: a model's answers as data. Every value is held against the page; what the page does
 * not show is taken out, and so is what the caller's schema refuses.
 */
export const finishAnswers = (task: {
  page: PageLines
  wish: Wish
  answers: unknown[]
}): Outcome => {
  const { schema, prompt } = task.wish
  const compiled = compileSchema(schema ?? { type: 'object' })
  const root = readFields(compiled.schema)
  const ground = prepareGround(task.page)
  const merged = mergeAnswers(task.answers.map(answer => unwrap(root, answer)))
  const { data, cited } = restore(root, merged, schema !== undefined && isWrapped(root))
  // Without a schema the prompt is all that can ask for a judgement.
  const judges = schema === undefined && asksJudgement(prompt ?? '')
  const shown = groundData(ground, root, data, { cited, judges })
  const before = new Set(shown.evidence.keys())
  const pruned = orEmpty(compiled, prune(compiled, root, shown.data, shown.evidence))
  const refused = [...before].filter(pointer => !shown.evidence.has(pointer))
  const problems = [...pruned.problems]
  if (schema === undefined && shown.evidence.size === 0)
    problems.push({
      path: '',
      field: '',
      keyword: 'grounded',
      message: 'nothing of it is on the page',
    })
  return {
    data: pruned.data,
    evidence: evidenceOf(shown.evidence),
    warnings: warningsOf(shown.evidence, shown.dropped, refused),
    problems,
    needsModel: [],
  }
}

const evidenceOf = (evidence: Map<string, Grounded>): Record<string, Evidence> =>
  Object.fromEntries([...evidence].map(([pointer, one]) => [pointer, toEvidence(one)]))

const warningsOf = (
  evidence: Map<string, Grounded>,
  dropped: string[],
  refused: string[],
): string[] => {
  const warnings: string[] = []
  const judged = [...evidence].flatMap(([pointer, { status }]) =>
    status === 'judged' ? pointer : [],
  )
  if (dropped.length > 0)
    warnings.push(
      `The model’s values for ${firstFew(dropped)} are not on the page and were left out.`,
    )
  if (refused.length > 0)
    warnings.push(`The values for ${firstFew(refused)} do not follow the schema and were left out.`)
  if (evidence.size === 0 && warnings.length === 0)
    warnings.push('The model found nothing of what is asked for.')
  warnings.push(...doubtsOf(evidence))
  if (judged.length > 0) warnings.push(`Judged by the model, not quoted: ${firstFew(judged)}.`)
  return warnings
}

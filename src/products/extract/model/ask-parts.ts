import type { Model, ModelAnswer, ModelQuestion } from '../../../base/llm/model.ts'
import { isTooDeep, unfinishedJson } from '../../../base/llm/read-json.ts'
import { AppError } from '../../../kit/errors.ts'
import { randomToken } from '../../../kit/ids.ts'
import type { SchemaProblem } from '../schema/compile.ts'
import type { ExtractionSpec } from '../schema/extraction-spec.ts'
import { freeInstructions, instructions, questionOf, repairRequest } from './instructions.ts'
import type { SchemaPart } from './plan.ts'

type AskDeps = {
  model: Model
  review: Review
  spent: Spent
}

/** What the caller's schema has against an answer, as far as asking again may mend it. */
export type Review = (answer: unknown, signal: AbortSignal) => Promise<SchemaProblem[]>

/** What a model said to each part, as it came. */
export type Asked = { answers: unknown[]; warnings: string[] }

/** What the questions of a call cost, counted as it comes: a failure costs too. */
export type Spent = { calls: number; inputTokens: number; outputTokens: number }

/** Every part of a page, a few at a time; one part without an answer is no answer. */
export const askParts = async (
  deps: AskDeps,
  parts: readonly SchemaPart[],
  spec: ExtractionSpec,
  signal: AbortSignal,
): Promise<Asked> => {
  const asked: Asked = { answers: [], warnings: [] }
  const failed = new AbortController()
  const life = AbortSignal.any([signal, failed.signal])
  let next = 0
  const worker = async () => {
    for (let at = next++; at < parts.length; at = next++) {
      const part = parts[at] as SchemaPart
      asked.answers[at] = await askPart(deps, part, spec, asked, life)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(maxAtOnce, parts.length) }, worker))
    return asked
  } catch (error) {
    failed.abort(error)
    throw error
  }
}

const maxAtOnce = 3
/** As much as a part may hold, so that a list can be copied out of it whole. */
const maxOutputTokens = 8_192
/** Some models think at the expense of their answer: who was cut off gets room for both. */
const moreOutputTokens = 24_576

/** One question, and one more with what was wrong about the answer. */
const askPart = async (
  { model, review, spent }: AskDeps,
  part: SchemaPart,
  spec: ExtractionSpec,
  asked: Asked,
  signal: AbortSignal,
): Promise<unknown> => {
  const question: ModelQuestion = {
    system: part.schema ? instructions : freeInstructions,
    messages: [{ role: 'user', content: questionOf(part, spec.prompt, randomToken(16)) }],
    schema: part.schema,
    name: 'page_data',
    maxOutputTokens,
  }
  const ask = async (again: Partial<ModelQuestion> = {}): Promise<Read> => {
    spent.calls++
    const answer = await model.ask({ ...question, ...again }, signal)
    spent.inputTokens += answer.usage.inputTokens
    spent.outputTokens += answer.usage.outputTokens
    if (answer.isRefused && !isUsable(answer))
      throw new AppError('model_failed', 'The language model or its provider refused to answer.')
    const problems = isUsable(answer) ? await review(answer.value, signal) : []
    const isForm = problems.every(({ keyword }) => keyword !== 'form')
    return { answer, isForm, faults: faultsOf(answer, problems) }
  }
  const first = await ask()
  if (first.faults.length === 0) return first.answer.value
  const said = first.answer.text.trim().slice(0, maxRepeatedChars).trim()
  const second = await ask({
    messages: [
      ...question.messages,
      { role: 'assistant', content: said || '(nothing)' },
      { role: 'user', content: repairRequest(first.faults) },
    ],
    ...(first.answer.isCut && { maxOutputTokens: moreOutputTokens }),
  })
  const value = await bestOf(second, first, asked)
  if (value === undefined)
    throw new AppError(
      'model_failed',
      'The language model gave no usable answer, also when asked again.',
    )
  return value
}

/** `isForm`: it says at least something in the words of the form. */
type Read = { answer: ModelAnswer; isForm: boolean; faults: string[] }

const maxRepeatedChars = 20_000

const isUsable = ({ value, isCut }: ModelAnswer) =>
  !isCut && typeof value === 'object' && value !== null

const faultsOf = (answer: ModelAnswer, problems: { path: string; message: string }[]): string[] => {
  if (answer.isCut)
    return ['It was cut off at the length limit. Leave out whatever the form does not ask for.']
  if (!isUsable(answer)) return ['It is no JSON object.']
  return problems.slice(0, 20).map(({ path, message }) => `${path || 'the whole'} ${message}`)
}

/**
 * After the second try whatever is there counts: single values that break the schema are taken
 * out later, and of a list that was cut off the whole entries are kept, with a warning.
 */
const bestOf = async (second: Read, first: Read, asked: Asked): Promise<unknown> => {
  for (const { answer, isForm } of [second, first])
    if (isUsable(answer) && isForm) return answer.value
  for (const { answer } of [second, first]) {
    if (!answer.isCut || isTooDeep(answer.text)) continue
    const { parsePartialJson } = await import('ai')
    const { value } = await parsePartialJson(withoutTail(unfinishedJson(answer.text)))
    if (typeof value !== 'object' || value === null) continue
    // Of several parts, each may be.
    if (!asked.warnings.includes(cutOff)) asked.warnings.push(cutOff)
    return value
  }
  return undefined
}

const cutOff = 'The model’s answer was cut off: entries at the end of lists may be missing.'

/** Up to the last entry that is whole. */
const withoutTail = (text: string) => text.slice(0, text.lastIndexOf('}') + 1)

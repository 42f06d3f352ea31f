import type { Database, Sql } from '../../base/db/sql.ts'
import type { Model } from '../../base/llm/model.ts'
import { findCopy, prepareCopy } from '../../base/reader/copies.ts'
import type { Scrape } from '../../base/reader/read-page.ts'
import { AppError } from '../../errors.ts'
import type { ExtractAnswer } from './answer.ts'
import { firstFew } from './ground/notices.ts'
import type { Outcome } from './ground/outcome.ts'
import { askParts, type Review, type Spent } from './model/ask.ts'
import { findAnswers, hashQuestions, prepareAnswers } from './model/kept-answers.ts'
import type { CheckedRequest } from './request.ts'
import { refusalOf } from './schema/refusal.ts'
import type { PageSource } from './task.ts'
import type { Workers } from './workers.ts'

type ExtractDeps = {
  sql: Database
  scrape: Scrape
  workers: Pick<Workers, 'run'>
  /** None: the embedded extractor answers. */
  model: Model | undefined
  /** For all questions of one call together. */
  modelTimeoutMs: number
}

type Extracted = {
  answer: ExtractAnswer
  /** Stored in the same transaction as the charge. */
  keep: (sql: Sql) => Promise<void>
}
/** For the log, also of a call that fails. */
export type Tell = (note: Record<string, unknown>) => void
export type Extract = (
  request: CheckedRequest,
  tell: Tell,
  signal: AbortSignal,
) => Promise<Extracted>

type Keep = ((sql: Sql) => Promise<void>) | undefined
type Found = { outcome: Outcome; warnings: string[]; keep: Keep }

/** A page, and what it says of the fields that a caller asks for. */
export const createExtract =
  (deps: ExtractDeps): Extract =>
  async (request, tell, signal) => {
    const { page, warning, keep } = await readSource(deps, request, signal)
    const found = deps.model
      ? await withModel({ ...deps, model: deps.model, tell }, request, page, signal)
      : await withoutModel({ ...deps, tell }, request, page, signal)
    const { data, evidence } = found.outcome
    const warnings = [warning, ...found.warnings, ...found.outcome.warnings].filter(Boolean)
    return {
      answer: {
        data,
        ...(request.evidence && { evidence }),
        ...(warnings.length > 0 && { warning: warnings.join(' ') }),
      },
      keep: async sql => {
        await keep?.(sql)
        await found.keep?.(sql)
      },
    }
  }

/** The page through the same reading as a scrape; our own copy where the caller takes one. */
const readSource = async (
  { sql, scrape }: ExtractDeps,
  { accountId, reading, onlyMainContent }: CheckedRequest,
  signal: AbortSignal,
): Promise<{ page: PageSource; warning: string | undefined; keep: Keep }> => {
  const copy = await findCopy(sql, accountId, reading)
  const { url, source = '', warning, ...rest } = copy ?? (await scrape(reading, signal))
  const keep = copy
    ? undefined
    : await prepareCopy(
        accountId,
        reading,
        JSON.stringify({ ...rest, url, source, ...(warning && { warning }) }),
      )
  const { includeTags, excludeTags } = reading
  return { page: { html: source, url, onlyMainContent, includeTags, excludeTags }, warning, keep }
}

type CallDeps = ExtractDeps & { tell: Tell }
type ModelDeps = CallDeps & { model: Model }

const withoutModel = async (
  { workers, tell }: CallDeps,
  { wish }: CheckedRequest,
  page: PageSource,
  signal: AbortSignal,
): Promise<Found> => {
  tell({ extractor: 'embedded' })
  const outcome = await workers.run('embedded', { page, wish }, signal)
  if (outcome.problems.length > 0) throw refusalOf(outcome, { hasModel: false })
  const warnings = ['The embedded extractor answered: no language model is configured.']
  if (wish.prompt) warnings.push('It does not read prompts.')
  if (Object.keys(outcome.evidence).length === 0 && outcome.warnings.length === 0)
    warnings.push('It found nothing that the schema names.')
  return { outcome, warnings: [...warnings, ...needed(outcome)], keep: undefined }
}

const needed = ({ needsModel }: Outcome): string[] =>
  needsModel.length > 0 ? [`A language model is needed for ${firstFew(needsModel)}.`] : []

const withModel = async (
  deps: ModelDeps,
  request: CheckedRequest,
  page: PageSource,
  signal: AbortSignal,
): Promise<Found> => {
  try {
    const found = await askModel(deps, request, page, signal)
    if (found.outcome.problems.length > 0) throw refusalOf(found.outcome, { hasModel: true })
    return found
  } catch (error) {
    if (isModelFault(error)) deps.tell({ modelFault: error.code, ...causeOf(error) })
    const instead = isModelFault(error)
      ? await takeOver(deps, request, page, error, signal)
      : undefined
    if (!instead) throw error
    return instead
  }
}

const askModel = async (
  { sql, workers, model, modelTimeoutMs, tell }: ModelDeps,
  { accountId, wish }: CheckedRequest,
  page: PageSource,
  signal: AbortSignal,
): Promise<Found> => {
  tell({ extractor: 'model', model: model.id, calls: 0 })
  const { plan, lines } = await workers.run('plan', { page, wish }, signal)
  const hash = hashQuestions(model.id, plan, wish)
  const kept = await findAnswers(sql, accountId, hash)
  const spent: Spent = { calls: 0, inputTokens: 0, outputTokens: 0 }
  const review: Review = (answer, life) => workers.run('review', { wish, answer }, life)
  const ask = (life: AbortSignal) => askParts({ model, review, spent }, plan.parts, wish, life)
  const asked =
    kept ?? (await inTime(modelTimeoutMs, signal, ask).finally(() => tell({ ...spent })))
  const outcome = await workers.run('finish', { page: lines, wish, answers: asked.answers }, signal)
  return {
    outcome,
    warnings: [...plan.warnings, ...asked.warnings],
    keep: kept ? undefined : await prepareAnswers(accountId, hash, asked),
  }
}

const inTime = async <T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (life: AbortSignal) => Promise<T>,
): Promise<T> => {
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    return await work(AbortSignal.any([signal, deadline]))
  } catch (error) {
    throw deadline.aborted && !signal.aborted ? new AppError('model_timeout') : error
  }
}

const causeOf = ({ cause }: AppError) => (cause instanceof Error ? { cause: cause.message } : {})

const isModelFault = (error: unknown): error is AppError =>
  error instanceof AppError &&
  ['model_failed', 'model_timeout', 'value_missing'].includes(error.code)

/** Better than nothing when it found something that the schema takes; said so, never in silence. */
const takeOver = async (
  { workers, tell }: CallDeps,
  { wish }: CheckedRequest,
  page: PageSource,
  fault: AppError,
  signal: AbortSignal,
): Promise<Found | undefined> => {
  if (wish.schema === undefined) return undefined
  const outcome = await workers.run('embedded', { page, wish }, signal)
  if (outcome.problems.length > 0 || Object.keys(outcome.evidence).length === 0) return undefined
  tell({ extractor: 'embedded' })
  const warning = `The language model failed (${fault.message.replace(/\.$/, '')}), and the embedded extractor answered instead.`
  return { outcome, warnings: [warning, ...needed(outcome)], keep: undefined }
}

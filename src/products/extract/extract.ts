import { prices } from '../../base/accounts/prices.ts'
import { type Database, inTransaction, type Sql } from '../../base/db/sql.ts'
import type { Model } from '../../base/llm/model.ts'
import { type CopyDeps, findCopy, prepareCopy } from '../../base/reader/copies.ts'
import { leftMs } from '../../base/reader/page-request.ts'
import { createReadPage, type ReaderDeps } from '../../base/reader/read-page.ts'
import { inTime } from '../../kit/deadline.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { isHollow } from '../../kit/hollow.ts'
import { withBase } from '../../page/taught/with-base.ts'
import type { ExtractAnswer } from './answer.ts'
import { type CheckedRequest, mayAskModel } from './check-request.ts'
import type { PageCopy, PageQuestion, PageReading, Planned } from './extract-page.ts'
import { firstFew, nothingFound } from './grounding/notices.ts'
import type { ExtractOutcome } from './grounding/outcome.ts'
import { askParts, type Review, type Spent } from './model/ask-parts.ts'
import { findAnswers, hashQuestions, prepareAnswers } from './model/kept-answers.ts'
import type { Observe } from './observation.ts'
import { outcomeRefusal } from './schema/refusal.ts'
import type { RunTask } from './tasks.ts'

type ExtractDeps = CopyDeps & {
  sql: Database
  reader: ReaderDeps
  run: RunTask
  /** None: the embedded extractor answers. */
  model: Model | undefined
  /** For all questions of one call together. */
  modelTimeoutMs: number
  observe: Observe
}

type Extracted = {
  answer: ExtractAnswer
  /** What it costs, where that is less than an extraction. */
  credits: number | undefined
  /** Stored in the same transaction as the charge. */
  keep: (sql: Sql) => Promise<void>
  /** What a model said of the whole page. */
  said: ExtractOutcome | undefined
}
/** For the log, also of a call that fails. */
export type Tell = (note: Record<string, unknown>) => void
export type Extract = (
  request: CheckedRequest,
  tell: Tell,
  signal: AbortSignal,
  /** The page, where it is here already. */
  copy?: PageCopy,
) => Promise<Extracted>

type Keep = ((sql: Sql) => Promise<void>) | undefined
type Found = {
  outcome: ExtractOutcome
  warnings: string[]
  keep: Keep
  askedModel: boolean
  /** What the model said of the whole page, as it was grounded. */
  said?: ExtractOutcome
}
type Call = { request: CheckedRequest; tell: Tell; signal: AbortSignal }

/** A page, and what it says of the fields that a caller asks for. */
export const createExtract =
  (deps: ExtractDeps): Extract =>
  async (request, tell, signal, given) => {
    const call = { request, tell, signal }
    checkHost(request)
    const { copy, reading, keep } = await readPage(deps, call, given)
    const { readers } = request
    const { seen, skeleton } = reading
    const observe = async (said: ExtractOutcome | undefined) => {
      const { accountId, spec } = request
      const { url } = request.reading
      const source = withBase(copy.source, url.href, copy.url)
      return (
        readers && deps.observe({ accountId, url, ...spec, readers, seen, skeleton, source, said })
      )
    }
    if (reading.is === 'mismatch') {
      const refused = await observe(undefined)
      if (refused) await inTransaction(deps.sql, refused)
    }
    const found = await answerFrom(deps, call, reading)
    const choice = seen && readers?.choices[seen.choice]
    const used = choice && !choice.isProving && !seen.taught.isOther ? choice : undefined
    const observed = await observe(found.said)
    const { data, evidence } = found.outcome
    const isByReader = (used ?? readers?.named) && !found.askedModel
    const warnings = [copy.warning, ...found.warnings, ...found.outcome.warnings].filter(Boolean)
    return {
      answer: {
        data,
        ...(request.evidence && { evidence }),
        ...(used && { reader: { id: used.id, version: used.version } }),
        ...(warnings.length > 0 && { warning: warnings.join(' ') }),
      },
      credits: isHollow(data) ? 0 : isByReader ? prices.reader : undefined,
      keep: async sql => {
        await keep?.(sql)
        await found.keep?.(sql)
        await observed?.(sql)
      },
      said: found.said,
    }
  }

/** What was learned of one site says nothing of another. */
const checkHost = ({ readers, reading: { url } }: CheckedRequest): void => {
  const named = readers?.named
  if (named && url.host.replace(/^www\./, '') !== named.host)
    throw invalidRequest(
      `The reader ${named.id} was taught pages of ${named.host}, not of ${url.host}.`,
    )
}

const answerFrom = async (deps: ExtractDeps, call: Call, reading: PageReading): Promise<Found> => {
  const { named } = call.request.readers ?? {}
  const unused = named?.silence
    ? `The reader ${named.id} ${named.silence}`
    : `The page does not match the template of ${named?.id}`
  if (reading.is === 'mismatch')
    throw new AppError(
      'template_mismatch',
      named?.silence ? `${unused}, and has no fallback.` : `${unused}.`,
    )
  const found = await (reading.is === 'planned'
    ? withModel(deps, call, reading)
    : withoutModel(call, reading.outcome, reading.by))
  if (!reading.isOther && !named?.silence) return found
  return { ...found, warnings: [`${unused}, and the fallback answered.`, ...found.warnings] }
}

/** The page through the same reading as a scrape; our own copy where the caller takes one. */
const readPage = async (
  deps: ExtractDeps,
  { request, signal }: Call,
  given: PageCopy | undefined,
): Promise<{ copy: PageCopy; reading: PageReading; keep: Keep }> => {
  const { reader, run, model } = deps
  const { accountId, reading: options } = request
  const question = questionOf(request, mayAskModel(model, request))
  const known = given ?? (await findCopy<PageCopy>(deps, accountId, options))
  if (known) {
    const task = { copy: known, tags: tagsOf(request), question }
    const reading = await run('extractFromCopy', task, signal)
    return { copy: known, reading, keep: undefined }
  }
  const read = createReadPage({
    ...reader,
    readBytes: (page, life) => run('extractFromPage', { page, question }, life),
  })
  const { copy, reading } = await read(options, signal)
  return { copy, reading, keep: await prepareCopy(deps, accountId, options, JSON.stringify(copy)) }
}

const questionOf = (
  { spec, onlyMainContent, evidence, readers }: CheckedRequest,
  forModel: boolean,
): PageQuestion => ({
  ...{ spec, onlyMainContent, forModel, evidence },
  ...(readers && { readers: { choices: readers.choices, named: readers.named?.fallback } }),
})

const tagsOf = ({ reading: { includeTags, excludeTags } }: CheckedRequest) => ({
  includeTags,
  excludeTags,
})

const withoutModel = (
  { request: { spec }, tell }: Call,
  outcome: ExtractOutcome,
  by: 'reader' | 'reader+embedded' | 'embedded' = 'embedded',
): Found => {
  tell({ extractor: by })
  if (outcome.problems.length > 0) throw outcomeRefusal(outcome, { hasModel: false })
  const warnings: string[] = []
  if (spec.prompt) warnings.push('The prompt was not read: only a language model reads one.')
  if (Object.keys(outcome.evidence).length === 0 && outcome.warnings.length === 0)
    warnings.push(nothingFound)
  return {
    ...{ outcome, keep: undefined, askedModel: false },
    warnings: [...warnings, ...needed(outcome)],
  }
}

const needed = ({ needsModel }: ExtractOutcome): string[] =>
  needsModel.length > 0 ? [`A language model is needed for ${firstFew(needsModel)}.`] : []

const withModel = async (deps: ExtractDeps, call: Call, planned: Planned): Promise<Found> => {
  try {
    const found = await askModel(deps, call, planned)
    if (found.outcome.problems.length > 0) throw outcomeRefusal(found.outcome, { hasModel: true })
    return found
  } catch (error) {
    if (!isModelFault(error)) throw error
    call.tell({ modelFault: error.code, ...causeOf(error) })
    const instead = await takeOver(deps, call, planned, error)
    if (!instead) throw error
    return instead
  }
}

const askModel = async (
  { sql, run, model, modelTimeoutMs }: ExtractDeps,
  { request, tell, signal }: Call,
  { plan, lines, instead, spec, taught }: Planned,
): Promise<Found> => {
  const { accountId, reading, isTimed } = request
  if (!model) throw new Error('questions were planned for a model that is not there')
  tell({ extractor: taught ? 'reader+model' : 'model', model: model.id, calls: 0 })
  const hash = hashQuestions(model.id, plan, spec)
  const kept = await findAnswers(sql, accountId, hash)
  const spent: Spent = { calls: 0, inputTokens: 0, outputTokens: 0 }
  const review: Review = (answer, life) =>
    run('reviewAnswer', { spec, answer, url: lines.url }, life)
  const ask = (life: AbortSignal) => askParts({ model, review, spent }, plan.parts, spec, life)
  const late = () => new AppError('model_timeout')
  const timeoutMs = isTimed ? Math.min(modelTimeoutMs, leftMs(reading)) : modelTimeoutMs
  const limit = { timeoutMs, signal, late }
  const asked = kept ?? (await inTime(limit, ask).finally(() => tell({ ...spent })))
  const finish = { page: lines, spec, answers: asked.answers, instead }
  const outcome = await run('finishAnswers', finish, signal)
  const { schema = true } = request.spec
  return {
    outcome: taught
      ? await run('finishTaught', { schema, taught, rest: outcome }, signal)
      : outcome,
    askedModel: true,
    ...(!taught && { said: outcome }),
    warnings: [...plan.warnings, ...asked.warnings],
    keep: kept ? undefined : await prepareAnswers(accountId, hash, asked),
  }
}

const causeOf = ({ cause }: AppError) => (cause instanceof Error ? { cause: cause.message } : {})

const isModelFault = (error: unknown): error is AppError =>
  error instanceof AppError &&
  ['model_failed', 'model_timeout', 'value_missing'].includes(error.code)

/** Better than nothing when it found something that the schema takes; said so, never in silence. */
const takeOver = async (
  { run }: ExtractDeps,
  { request, tell, signal }: Call,
  { instead, taught }: Planned,
  fault: AppError,
): Promise<Found | undefined> => {
  const { schema = true } = request.spec
  const outcome = taught
    ? await run('finishTaught', { schema, taught, rest: instead }, signal)
    : instead
  if (!outcome || outcome.problems.length > 0 || Object.keys(outcome.evidence).length === 0)
    return undefined
  tell({ extractor: taught ? 'reader+embedded' : 'embedded' })
  const warning = `The language model failed (${fault.message.replace(/\.$/, '')}), and the built-in extractor answered instead.`
  return {
    // What a reader found costs as much as where no model was asked.
    ...{ outcome, keep: undefined, askedModel: !taught },
    warnings: [warning, ...(instead ? needed(instead) : [])],
  }
}

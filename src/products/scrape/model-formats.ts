import { prices } from '../../base/accounts/prices.ts'
import type { Sql } from '../../base/db/sql.ts'
import type { Model } from '../../base/llm/model.ts'
import type { FollowedAnswer } from '../../base/reader/answer.ts'
import type { JsonFormatOption, PageFormat } from '../../base/reader/formats.ts'
import { leftMs, type PageRequest, wantsBrowser } from '../../base/reader/page-request.ts'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import { bothOf, inTime } from '../../kit/deadline.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { isHollow } from '../../kit/hollow.ts'
import { summarize, type Tell } from './summary.ts'

type Keep = ((sql: Sql) => Promise<void>) | undefined

/** Structured data of a page that is here already: the work of another product. */
export type JsonFormat = {
  /** Throws what cannot work, before it costs anything. */
  check(spec: JsonFormatOption, accountId: string): Promise<void>
  fill(
    page: PageRequest & { json: JsonFormatOption },
    source: { url: string; source: string },
    call: ModelFormatCall,
  ): Promise<{
    data: unknown
    warning: string | undefined
    credits: number | undefined
    keep: Keep
  }>
}

export type ModelFormatCall = { accountId: string; tell: Tell; signal: AbortSignal }

export type ModelDeps = { model: Model | undefined; jsonFormat: JsonFormat }

/** Whatever cannot work is said before it costs anything and before any page is asked for. */
export const checkModelFormats = async (
  { model, jsonFormat }: ModelDeps,
  { formats, json }: PageRequest,
  accountId: string,
): Promise<void> => {
  if (formats.includes('summary')) needed(model)
  if (json) await jsonFormat.check(json, accountId)
}

const needed = (model: Model | undefined): Model => {
  if (model) return model
  throw invalidRequest(
    '"summary" needs a language model, and this server has none: leave it out, or configure one (LLM_PROVIDER, LLM_MODEL).',
  )
}

/** What is let in as an extraction: it is one, of a page that is read as well. */
export const admitModelCall = <T>(
  deps: ModelDeps & {
    lines: { extract: AdmissionQueue; pages: AdmissionQueue; rendered: AdmissionQueue }
  },
  accountId: string,
  page: PageRequest,
  work: () => Promise<T>,
): Promise<T> =>
  deps.lines.extract.admit(accountId, async () => {
    await checkModelFormats(deps, page, accountId)
    return (wantsBrowser(page) ? deps.lines.rendered : deps.lines.pages).join(work)
  })

/** A page with what a model says of it; `read` gets it, with what the model is shown besides. */
export const readWithModel = async (
  { model, jsonFormat }: ModelDeps,
  page: PageRequest,
  read: (page: PageRequest) => Promise<FollowedAnswer>,
  call: ModelFormatCall,
): Promise<{ answer: FollowedAnswer; credits?: number | undefined; keep: Keep }> => {
  const { json, formats } = page
  const besides: PageFormat[] = [
    ...(json ? (['source'] as const) : []),
    ...(formats.includes('summary') ? (['markdown'] as const) : []),
  ]
  const got = await read({ ...page, formats: [...new Set([...formats, ...besides])] })
  if (got.follow?.empty) return { answer: got, keep: undefined }
  const { source = '', markdown = '', ...answer } = got
  const { url } = answer
  const [data, summary] = await bothOf(
    call.signal,
    async life =>
      json && jsonFormat.fill({ ...page, json }, { url, source }, { ...call, signal: life }),
    // A job's page may be read by a process that has no model, although the one that took it had.
    async life =>
      formats.includes('summary')
        ? inTimeOf(page, life, left => summarize(needed(model), { url, markdown }, call.tell, left))
        : undefined,
  )
  const warnings = [answer.warning, data?.warning, summary?.warning].filter(Boolean)
  return {
    answer: {
      ...answer,
      ...(formats.includes('markdown') && { markdown }),
      ...(summary && { summary: summary.summary }),
      ...(data && { json: data.data }),
      ...(warnings.length > 0 && { warning: warnings.join(' ') }),
    },
    credits: costOf(page, data),
    keep: data?.keep,
  }
}

/** Where a page has no data, what else it was read for; a summary is a model's in any case. */
const costOf = (
  { formats }: PageRequest,
  data: { data: unknown; credits: number | undefined } | undefined,
): number | undefined => {
  if (formats.includes('summary') || !data) return undefined
  if (!isHollow(data.data)) return data.credits
  return formats.some(format => format !== 'json') ? prices.scrape : 0
}

/** A time that the caller named is for all of it; otherwise the model has its own. */
const inTimeOf = <T>(
  page: PageRequest,
  signal: AbortSignal,
  work: (life: AbortSignal) => Promise<T>,
): Promise<T> => {
  const late = () => new AppError('model_timeout')
  return page.isTimed ? inTime({ timeoutMs: leftMs(page), signal, late }, work) : work(signal)
}

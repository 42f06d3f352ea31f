import type { Sql } from '../../base/db/sql.ts'
import type { Model } from '../../base/llm/model.ts'
import type { PageAnswer } from '../../base/reader/answer.ts'
import type { FollowedAnswer } from '../../base/reader/followed.ts'
import type { JsonWish, PageFormat } from '../../base/reader/formats.ts'
import { type PageRequest, wantsBrowser } from '../../base/reader/page-request.ts'
import { AppError } from '../../errors.ts'
import type { Line } from '../../line.ts'
import { summarize, type Tell } from './summary.ts'

type Keep = ((sql: Sql) => Promise<void>) | undefined

/** Structured data of a page that is here already: the work of another product. */
export type JsonFormat = {
  /** Throws what cannot work, before it costs anything. */
  check(wish: JsonWish): Promise<void>
  fill(
    page: PageRequest & { json: JsonWish },
    source: { url: string; source: string },
    call: Call,
  ): Promise<{ data: unknown; warning: string | undefined; keep: Keep }>
}

export type Call = { accountId: string; tell: Tell; signal: AbortSignal }

export type ModelDeps = { model: Model | undefined; jsonFormat: JsonFormat }

/** Whatever cannot work is said before it costs anything and before any page is asked for. */
export const checkModelFormats = async (
  { model, jsonFormat }: ModelDeps,
  { formats, json }: PageRequest,
): Promise<void> => {
  if (formats.includes('summary') && !model)
    throw new AppError(
      'invalid_request',
      '"summary" needs a language model, and this server has none: leave it out, or configure one (LLM_PROVIDER, LLM_MODEL).',
    )
  if (json) await jsonFormat.check(json)
}

/** What is let in as an extraction: it is one, of a page that is read as well. */
export const admitModelCall = <T>(
  deps: ModelDeps & { lines: { extract: Line; pages: Line; rendered: Line } },
  accountId: string,
  page: PageRequest,
  work: () => Promise<T>,
): Promise<T> =>
  deps.lines.extract.admit(accountId, async () => {
    await checkModelFormats(deps, page)
    return (wantsBrowser(page) ? deps.lines.rendered : deps.lines.pages).join(work)
  })

/** A page with what a model says of it; `read` gets it, with what the model is shown besides. */
export const readWithModel = async (
  { model, jsonFormat }: ModelDeps,
  page: PageRequest,
  read: (page: PageRequest) => Promise<FollowedAnswer>,
  call: Call,
): Promise<{ answer: PageAnswer; keep: Keep }> => {
  const { json, formats } = page
  const needed: PageFormat[] = [
    ...(json ? (['source'] as const) : []),
    ...(formats.includes('summary') ? (['markdown'] as const) : []),
  ]
  const got = await read({ ...page, formats: [...new Set([...formats, ...needed])] })
  const { source = '', markdown = '', ...answer } = got
  const { url } = answer
  const [data, summary] = await Promise.all([
    json && jsonFormat.fill({ ...page, json }, { url, source }, call),
    formats.includes('summary') && model
      ? summarize(model, { url, markdown }, call.tell, call.signal)
      : undefined,
  ])
  const warnings = [answer.warning, data?.warning, summary?.warning].filter(Boolean)
  return {
    answer: {
      ...answer,
      ...(formats.includes('markdown') && { markdown }),
      ...(summary && { summary: summary.summary }),
      ...(data && { json: data.data }),
      ...(warnings.length > 0 && { warning: warnings.join(' ') }),
    },
    keep: data?.keep,
  }
}

import { readJob, type ScrapeJob } from '../../base/reader/job.ts'
import { AppError } from '../../errors.ts'
import type { ExtractRequest } from './request.ts'
import { checkSchema } from './schema/limits.ts'
import type { Wish } from './task.ts'
import type { Workers } from './workers.ts'

/** A call of extract, checked, with every default filled in. */
export type ExtractJob = {
  accountId: string
  /** How the page is read. */
  reading: ScrapeJob
  onlyMainContent: boolean
  wish: Wish
  evidence: boolean
}

export type ExtractJobDeps = {
  parseTarget: (text: string) => URL
  workers: Pick<Workers, 'run'>
  /** None: the embedded extractor answers. */
  model: unknown
}

/** Whatever cannot work is said before it costs anything and before any page is asked for. */
export const readExtractJob = async (
  deps: ExtractJobDeps,
  request: ExtractRequest,
  accountId: string,
): Promise<ExtractJob> => {
  const { schema, prompt, evidence = false, onlyMainContent = false, ...options } = request
  // The choice of content is made where the text is read; here the whole page is fetched.
  const reading = readJob(
    deps.parseTarget,
    { ...options, onlyMainContent: false },
    { formats: ['source'], respectRobots: false },
  )
  if (schema === undefined && prompt === undefined)
    throw new AppError('invalid_request', 'Send a «schema», a «prompt» or both.')
  if (prompt?.trim() === '') throw new AppError('invalid_request', '«prompt» says nothing.')
  if (schema === undefined && !deps.model)
    throw new AppError(
      'invalid_request',
      'Without a «schema» a language model is needed, and this server has none: send a schema, or configure one (LLM_PROVIDER, LLM_MODEL).',
    )
  const wish: Wish = { schema: schema === undefined ? undefined : checkSchema(schema), prompt }
  // Compiling runs the caller's schema, so it happens where it can be killed.
  if (wish.schema !== undefined)
    await deps.workers.run('check', { schema: wish.schema }, new AbortController().signal)
  return { accountId, reading, onlyMainContent, wish, evidence }
}

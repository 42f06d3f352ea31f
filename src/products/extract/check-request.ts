import { type PageRequest, readPageRequest } from '../../base/reader/page-request.ts'
import { AppError } from '../../errors.ts'
import type { ExtractRequest } from './request.ts'
import { checkSchema } from './schema/limits.ts'
import type { Wish } from './schema/wish.ts'
import type { RunTask } from './tasks.ts'

/** A request that can work, with every default filled in. */
export type CheckedRequest = {
  accountId: string
  /** How the page is read. */
  reading: PageRequest
  onlyMainContent: boolean
  wish: Wish
  evidence: boolean
}

export type CheckDeps = {
  parseTarget: (text: string) => URL
  run: RunTask
  /** None: the embedded extractor answers. */
  model: unknown
}

/** Whatever cannot work is said before it costs anything and before any page is asked for. */
export const checkRequest = async (
  deps: CheckDeps,
  request: ExtractRequest,
  accountId: string,
): Promise<CheckedRequest> => {
  const { schema, prompt, evidence = false, onlyMainContent = false, ...options } = request
  // The choice of content is made where the text is read; here the whole page is fetched.
  const reading = readPageRequest(
    deps.parseTarget,
    { ...options, onlyMainContent: false },
    { formats: ['source'], respectRobots: false },
  )
  const wish = await checkWish(deps, { schema, prompt })
  return {
    ...{ accountId, reading, wish, evidence },
    onlyMainContent: readsMainContent(onlyMainContent, reading),
  }
}

/** Who names elements to include has chosen already. */
export const readsMainContent = (asked: boolean, { includeTags }: PageRequest): boolean =>
  asked && includeTags.length === 0

/** What is wanted of a page, where it can be had. */
export const checkWish = async (
  deps: Pick<CheckDeps, 'run' | 'model'>,
  { schema, prompt }: { schema?: unknown; prompt?: string | undefined },
): Promise<Wish> => {
  if (schema === undefined && prompt === undefined)
    throw new AppError('invalid_request', 'Send a "schema", a "prompt" or both.')
  if (prompt?.trim() === '') throw new AppError('invalid_request', '"prompt" says nothing.')
  if (schema === undefined && !deps.model)
    throw new AppError(
      'invalid_request',
      'Without a "schema" a language model is needed, and this server has none: send a schema, or configure one (LLM_PROVIDER, LLM_MODEL).',
    )
  const wish: Wish = { schema: schema === undefined ? undefined : checkSchema(schema), prompt }
  // Compiling runs the caller's schema, so it happens where it can be killed.
  if (wish.schema !== undefined) await deps.run('checkSense', wish.schema)
  return wish
}

import type { Allowed } from '../../base/reader/actions/check.ts'
import { type PageRequest, readPageRequest } from '../../base/reader/page-request.ts'
import { AppError } from '../../kit/errors.ts'
import type { ExtractRequest } from './request.ts'
import { type ExtractionSpec, promptIn } from './schema/extraction-spec.ts'
import { checkSchema, isSchemaObject } from './schema/limits.ts'
import type { RunTask } from './tasks.ts'

/** A request that can work, with every default filled in. */
export type CheckedRequest = {
  accountId: string
  /** How the page is read. */
  reading: PageRequest
  onlyMainContent: boolean
  spec: ExtractionSpec
  evidence: boolean
  /** Whether the caller named a time: then all is done within it, not the reading alone. */
  isTimed: boolean
}

export type CheckDeps = {
  parseTarget: (text: string) => URL
  allowed: Allowed
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
    deps.allowed,
  )
  if (reading.actions.some(({ type }) => type === 'screenshot'))
    throw new AppError('invalid_request', 'An extraction has no place for screenshots.')
  const spec = await checkExtractionSpec(deps, { schema, prompt })
  return {
    ...{ accountId, reading, spec, evidence },
    onlyMainContent: readsMainContent(onlyMainContent, reading),
    isTimed: request.timeout !== undefined,
  }
}

/** Who names elements to include has chosen already. */
export const readsMainContent = (asked: boolean, { includeTags }: PageRequest): boolean =>
  asked && includeTags.length === 0

/** What is wanted of a page, where it can be had. */
export const checkExtractionSpec = async (
  deps: Pick<CheckDeps, 'run' | 'model'>,
  asked: { schema?: unknown; prompt?: string | undefined },
): Promise<ExtractionSpec> => {
  const { schema } = asked
  const prompt = promptIn(asked)
  if (schema === undefined && prompt === undefined)
    throw new AppError('invalid_request', 'Send a "schema", a "prompt" or both.')
  if (schema === undefined && !deps.model)
    throw new AppError(
      'invalid_request',
      'Without a "schema" a language model is needed, and this server has none: send a schema, or configure one (LLM_PROVIDER, LLM_MODEL).',
    )
  if (prompt === undefined && asksNothing(schema))
    throw new AppError('invalid_schema', 'The JSON Schema is empty and so asks for nothing.')
  const spec: ExtractionSpec = {
    schema: schema === undefined ? undefined : checkSchema(schema),
    prompt,
  }
  // Compiling runs the caller's schema, so it happens where it can be killed.
  if (spec.schema !== undefined) await deps.run('checkSense', spec.schema)
  return spec
}

const asksNothing = (schema: unknown): boolean =>
  schema === true || (isSchemaObject(schema) && Object.keys(schema).length === 0)

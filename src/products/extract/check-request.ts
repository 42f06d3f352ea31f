import type { Allowed } from '../../base/reader/actions/check.ts'
import { type PageRequest, readPageRequest } from '../../base/reader/page-request.ts'
import { sessionRef } from '../../base/reader/page-session.ts'
import type { Sessions } from '../../base/sessions/sessions.ts'
import { AppError } from '../../kit/errors.ts'
import type { TaughtReader } from '../../page/taught/reader.ts'
import type { Fallback } from './extract-page.ts'
import type { ExtractRequest } from './request.ts'
import { type ExtractionSpec, promptIn } from './schema/extraction-spec.ts'
import { checkSchema, isSchemaObject, type JsonSchema } from './schema/limits.ts'
import type { RunTask } from './tasks.ts'

/** A request that can work, with every default filled in. */
export type CheckedRequest = {
  accountId: string
  /** How the page is read. */
  reading: PageRequest
  onlyMainContent: boolean
  spec: ExtractionSpec
  /** Asked before anybody else. */
  reader?: ReaderInUse | undefined
  evidence: boolean
  /** Whether the caller named a time: then all is done within it, not the reading alone. */
  isTimed: boolean
}

/** What was taught of pages such as the one that is asked for. */
export type ReaderInUse = {
  id: string
  version: number
  schema: JsonSchema | boolean
  taught: TaughtReader
  fallback: Fallback
  /** Of the pages that it was taught from. */
  host: string
}
/** Throws `reader_not_found` where the account has none of that id. */
export type FindReader = (owned: { accountId: string; id: string }) => Promise<ReaderInUse>

export type CheckDeps = {
  findReader: FindReader
  parseTarget: (text: string) => URL
  allowed: Allowed
  sessions: Pick<Sessions, 'check'>
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
  const { schema, prompt, reader: id, ...more } = request
  const { evidence = false, onlyMainContent = false, ...options } = more
  // The choice of content is made where the text is read; here the whole page is fetched.
  const reading = readPageRequest(
    deps.parseTarget,
    { ...options, session: sessionRef(options, accountId), onlyMainContent: false },
    { formats: ['source'], respectRobots: false },
    deps.allowed,
  )
  if (reading.session) await deps.sessions.check(reading.session)
  if (reading.actions.some(({ type }) => type === 'screenshot'))
    throw new AppError('invalid_request', 'An extraction has no place for screenshots.')
  const { reader, ...spec } = await checkExtractionSpec(deps, accountId, {
    schema,
    prompt,
    reader: id,
  })
  return {
    ...{ accountId, reading, spec, reader, evidence },
    onlyMainContent: readsMainContent(onlyMainContent, reading),
    isTimed: request.timeout !== undefined,
  }
}

/** Who names elements to include has chosen already. */
export const readsMainContent = (asked: boolean, { includeTags }: PageRequest): boolean =>
  asked && includeTags.length === 0

/** What is wanted of a page, where it can be had. */
export const checkExtractionSpec = async (
  deps: Pick<CheckDeps, 'run' | 'model' | 'findReader'>,
  accountId: string,
  asked: AskedSpec,
): Promise<ExtractionSpec & Pick<CheckedRequest, 'reader'>> => {
  const reader = await readerOf(deps, accountId, asked)
  const { schema = reader?.schema } = asked
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
  return { ...spec, reader }
}

export type AskedSpec = {
  schema?: unknown
  prompt?: string | undefined
  reader?: string | undefined
}

export const readerOf = async (
  { findReader }: Pick<CheckDeps, 'findReader'>,
  accountId: string,
  { reader: id }: AskedSpec,
): Promise<ReaderInUse | undefined> =>
  id === undefined || id === 'none' ? undefined : findReader({ accountId, id })

/** Whether a language model may be asked: a reader may do without one. */
export const mayAskModel = (model: unknown, { reader }: Pick<CheckedRequest, 'reader'>): boolean =>
  model !== undefined && (reader === undefined || reader.fallback === 'model')

const asksNothing = (schema: unknown): boolean =>
  schema === true || (isSchemaObject(schema) && Object.keys(schema).length === 0)

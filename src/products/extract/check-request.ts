import type { Allowed } from '../../base/reader/actions/check.ts'
import { type PageRequest, readPageRequest } from '../../base/reader/page-request.ts'
import { sessionRef } from '../../base/reader/session-ref.ts'
import type { Sessions } from '../../base/sessions/sessions.ts'
import type { Ways } from '../../base/ways/ways.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import type { TaughtReader } from '../../page/taught/reader.ts'
import type { Fallback } from './fallback.ts'
import type { ExtractRequest } from './request.ts'
import { type ExtractionSpec, promptIn } from './schema/extraction-spec.ts'
import { checkSchema, isSchemaObject, type JsonSchema } from './schema/limits.ts'
import type { RunTask } from './tasks.ts'

/** A request that can work, with every default filled in. */
export type CheckedRequest = {
  accountId: string
  reading: PageRequest
  onlyMainContent: boolean
  spec: ExtractionSpec
  /** Asked before anybody else. */
  readers?: ReadersInUse | undefined
  evidence: boolean
  /** Whether the caller named a time: then all is done within it, not the reading alone. */
  isTimed: boolean
}

/** What was learned of pages such as the one that is asked for. */
export type ReadersInUse = {
  /** The one that the caller named; with `auto` the page decides. */
  named?: NamedReader | undefined
  /** The one that fits the page best answers. */
  choices: readonly ReaderChoice[]
}
type NamedReader = {
  id: string
  host: string
  schema: JsonSchema | boolean
  fallback: Fallback
  /** Why it answers no page, where that is so: “is paused”. */
  silence: string | undefined
}
export type ReaderChoice = {
  id: string
  version: number
  taught: TaughtReader
  fallback: Fallback
  /** Learned from a model and not proven yet: it reads along, and the model answers. */
  isProving?: boolean
  /** The share of its answers that somebody else is asked for too. */
  checks?: number
}
export type ReadersWanted = {
  accountId: string
  /** Of a reader, or `auto`. */
  id: string
  schema: unknown
  prompt: string | undefined
  /** Undefined where a job of many pages is only checked. */
  url: URL | undefined
}
/** Throws `reader_not_found` where the account has none of that id. */
export type FindReaders = (wanted: ReadersWanted) => Promise<ReadersInUse>

export type CheckDeps = {
  findReaders: FindReaders
  parseTarget: (text: string) => URL
  allowed: Allowed
  sessions: Pick<Sessions, 'check'>
  ways: Pick<Ways, 'check'>
  run: RunTask
  /** None: the embedded extractor answers. */
  model: unknown
}

/** Whatever cannot work is said before it costs anything and before any page is asked for. */
export const checkRequest = async (
  deps: CheckDeps,
  request: ExtractRequest,
  accountId: string,
  /** Its address stands for those of many pages. */
  isSample = false,
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
  deps.ways.check(reading.exit, accountId)
  if (reading.session) await deps.sessions.check(reading.session)
  if (reading.actions.some(({ type }) => type === 'screenshot'))
    throw invalidRequest('An extraction has no place for screenshots.')
  const asked = { schema, prompt, reader: id, url: isSample ? undefined : reading.url }
  const { readers, ...spec } = await checkExtractionSpec(deps, accountId, asked)
  return {
    ...{ accountId, reading, spec, readers, evidence },
    onlyMainContent: readsMainContent(onlyMainContent, reading),
    isTimed: request.timeout !== undefined,
  }
}

/** Who names elements to include has chosen already. */
export const readsMainContent = (asked: boolean, { includeTags }: PageRequest): boolean =>
  asked && includeTags.length === 0

/** What is wanted of a page, where it can be had. */
export const checkExtractionSpec = async (
  deps: Pick<CheckDeps, 'run' | 'model' | 'findReaders'>,
  accountId: string,
  asked: AskedSpec,
): Promise<ExtractionSpec & Pick<CheckedRequest, 'readers'>> => {
  const readers = await readersOf(deps, accountId, asked)
  const { schema = readers?.named?.schema } = asked
  const prompt = promptIn(asked)
  if (schema === undefined && prompt === undefined)
    throw invalidRequest('Send a "schema", a "prompt" or both.')
  if (schema === undefined && !deps.model)
    throw invalidRequest(
      'Without a "schema" a language model is needed, and this server has none: send a schema, or configure one (LLM_PROVIDER, LLM_MODEL).',
    )
  if (prompt === undefined && asksNothing(schema))
    throw new AppError('invalid_schema', 'The JSON Schema is empty, so it asks for nothing.')
  if (prompt === undefined && !deps.model && namesNothing(schema))
    throw new AppError(
      'invalid_schema',
      'The JSON Schema names no properties, and without a language model they are what is looked for: add some, or configure a model (LLM_PROVIDER, LLM_MODEL).',
    )
  const spec: ExtractionSpec = {
    schema: schema === undefined ? undefined : checkSchema(schema),
    prompt,
  }
  // Compiling runs the caller's schema, so it happens where it can be killed.
  if (spec.schema !== undefined) await deps.run('checkSense', spec.schema)
  return { ...spec, readers }
}

export type AskedSpec = {
  schema?: unknown
  prompt?: string | undefined
  reader?: string | undefined
  url?: URL | undefined
}

export const readersOf = async (
  { findReaders }: Pick<CheckDeps, 'findReaders'>,
  accountId: string,
  { reader: id, schema, prompt, url }: AskedSpec,
): Promise<ReadersInUse | undefined> => {
  if (id === undefined || id === 'none') return undefined
  if (id === 'auto' && schema === undefined)
    throw invalidRequest('Send a "schema" with "reader": "auto".')
  return findReaders({ accountId, id, schema, prompt, url })
}

/** Whether a language model may be asked: a reader may do without one. */
export const mayAskModel = (
  model: unknown,
  { readers }: Pick<CheckedRequest, 'readers'>,
): boolean =>
  model !== undefined && (readers?.named === undefined || readers.named.fallback === 'model')

const asksNothing = (schema: unknown): boolean =>
  schema === true || (isSchemaObject(schema) && Object.keys(schema).length === 0)

const namesNothing = (schema: unknown): boolean =>
  isSchemaObject(schema) &&
  schema.type === 'object' &&
  Object.keys(schema).every(key => ['type', '$schema', '$id'].includes(key))

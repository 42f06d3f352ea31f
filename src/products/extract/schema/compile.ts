import vm from 'node:vm'
import type { ErrorObject, Options, ValidateFunction } from 'ajv'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats, { type FormatName } from 'ajv-formats'
import { attempt } from '../../../kit/attempt.ts'
import { cpuMs } from '../../../kit/cpu-time.ts'
import { AppError } from '../../../kit/errors.ts'
import { escapePointer } from '../../../kit/json-pointer.ts'
import { isOldDialect, modernise } from './dialect.ts'
import { findFault } from './faults.ts'
import { checkSchema, type JsonSchema } from './limits.ts'

export type CompiledSchema = {
  /** The caller's schema in draft-07 or 2020-12 terms: what is really compiled. */
  schema: JsonSchema | boolean
  /** Judged by the caller's own schema, never by a weakened copy. */
  validate: (data: unknown) => SchemaProblem[]
}

export type SchemaProblem = {
  /** JSON Pointer into the data; empty for the whole. */
  path: string
  /** The same, but of the property that is missing where one is. */
  field: string
  keyword: string
  message: string
}

/**
 * A schema is a program of the caller's: its size, depth and references are bounded before it is
 * compiled, and both compiling and validating stop at a limit of processor time, because a pattern
 * such as `(a+)+$` would otherwise hold the process for ever.
 */
export const compileSchema = (source: unknown): CompiledSchema => {
  const checked = checkSchema(source)
  const text = JSON.stringify(checked)
  if (last?.text !== text) last = { text, compiled: compileChecked(checked) }
  return last.compiled
}

/** A thread reads page after page for one caller: the schema of the next is mostly that of the last. */
let last: { text: string; compiled: CompiledSchema } | undefined

const compileChecked = (checked: JsonSchema | boolean): CompiledSchema => {
  const old = isOldDialect(checked)
  const schema = modernise(checked, old)
  const validate = compile(schema, old)
  return { schema, validate: data => judge(validate, data) }
}

/** Three thousand properties take half a second. */
const compileCpuMs = 5000
const validateCpuMs = 500

const compile = (schema: JsonSchema | boolean, old: boolean): ValidateFunction => {
  try {
    return within(compileCpuMs, () => compiler(old, ajv => ajv.compile(schema)))
  } catch (error) {
    if (isTimeout(error))
      throw new AppError('invalid_schema', 'The JSON Schema takes too long to compile.')
    const reason = (schema !== true && schema !== false && findFault(schema)) || readable(error)
    const end = reason.endsWith('?') ? '' : '.'
    throw new AppError('invalid_schema', `The JSON Schema cannot be used: ${reason}${end}`, {
      cause: error,
    })
  }
}

const judge = (validate: ValidateFunction, data: unknown): SchemaProblem[] => {
  try {
    if (within(validateCpuMs, () => validate(data))) return []
  } catch (error) {
    if (!isTimeout(error) && !(error instanceof RangeError)) throw error
    const message = 'a pattern or a reference of the schema takes too long on this value'
    return [{ path: '', field: '', keyword: 'timeout', message }]
  }
  return (validate.errors ?? []).slice(0, 100).map(toProblem)
}

/**
 * A compiler is kept for each dialect (making one costs more than most schemas do), forgets each
 * schema at once, and is thrown away when a schema broke off its work.
 */
const compiler = <T>(old: boolean, run: (ajv: Ajv) => T): T => {
  const dialect = old ? 'old' : 'new'
  const ajv = compilers.get(dialect) ?? newAjv(old)
  compilers.delete(dialect)
  const result = run(ajv)
  ajv.removeSchema()
  compilers.set(dialect, ajv)
  return result
}

const compilers = new Map<'old' | 'new', Ajv>()

const newAjv = (old: boolean): Ajv => {
  const options: Options = {
    strict: false,
    allErrors: true,
    // The data comes from us, so it has no cycles and no custom types; the schema may be anything.
    validateSchema: true,
    logger: false,
    addUsedSchema: false,
    // Else every object would have a `constructor`.
    ownProperties: true,
    unicodeRegExp: true,
    code: { regExp: pattern },
  }
  const ajv = old ? new Ajv(options) : new Ajv2020(options)
  addFormats.default(ajv, { mode: 'full', formats: [...assertedFormats] })
  return ajv
}

/** What ajv-formats knows; any other word (`grid`, `color`) is a note to the reader, as the standard has it. */
const assertedFormats: FormatName[] = [
  'date',
  'time',
  'date-time',
  'iso-time',
  'iso-date-time',
  'duration',
  'uri',
  'uri-reference',
  'uri-template',
  'url',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'regex',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
]

/** Patterns in the wild escape what the `u` flag forbids to escape: read them as browsers do. */
const pattern = (source: string, flags: string): RegExp => {
  return attempt(() => new RegExp(source, flags)) ?? new RegExp(source, flags.replace('u', ''))
}
pattern.code = 'new RegExp'

/**
 * What ran out of time without having had that time of a processor is tried again with twice the
 * time: a busy machine is not a bad schema. The end of it all is that of the thread.
 */
const within = <T>(limitMs: number, run: () => T): T => {
  for (let timeoutMs = limitMs; ; timeoutMs *= 2) {
    const begunMs = cpuMs()
    try {
      return runFor(timeoutMs, run)
    } catch (error) {
      if (!isTimeout(error) || cpuMs() - begunMs > 0.9 * limitMs) throw error
    }
  }
}

/** V8 looks at the clock while a regular expression backtracks, so this ends those too. */
const runFor = <T>(timeoutMs: number, run: () => T): T => {
  let result: T | undefined
  context.run = () => {
    result = run()
  }
  script.runInContext(context, { timeout: timeoutMs })
  return result as T
}

const context = vm.createContext({}) as { run?: () => void }
const script = new vm.Script('run()')

const isTimeout = (error: unknown) =>
  (error as { code?: unknown } | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

const toProblem = (error: ErrorObject): SchemaProblem => {
  const { params, instancePath, keyword } = error
  const below = (name: unknown) =>
    typeof name === 'string' ? `${instancePath}/${escapePointer(name)}` : instancePath
  return {
    // A property that may not be there at all is what is wrong, not all that is around it.
    path: below(
      error.propertyName ??
        params.propertyName ??
        params.additionalProperty ??
        params.unevaluatedProperty,
    ),
    field: below(params.missingProperty),
    keyword,
    message: error.message ?? keyword,
  }
}

/** The compiler names a fault once for each branch of its own schema of schemas. */
const readable = (error: unknown) => {
  const faults = (error instanceof Error ? error.message : String(error))
    .replace(/^schema is invalid: /, '')
    .replace(/\bdata(?=[/ ])/g, '#')
    .split(', ')
  return [...new Set(faults)].slice(0, 5).join(', ').slice(0, 500)
}

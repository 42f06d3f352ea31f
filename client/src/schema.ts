import { SiterayError } from './error.ts'

/** Standard Schema v1 (zod, valibot, arktype and more), with or without its JSON Schema face. */
export type StandardSchema<Output = unknown> = {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
    }
  }
}
type Result<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] }
type Issue = { readonly message: string; readonly path?: readonly unknown[] | undefined }

export type OutputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output']

/** The type that a JSON Schema describes, where it is written in place; a TypeBox schema is one. */
export type FromJsonSchema<S> = S extends { const: infer C }
  ? C
  : S extends { enum: readonly (infer E)[] }
    ? E
    : S extends { anyOf: readonly (infer One)[] }
      ? FromJsonSchema<One>
      : S extends { type: 'object'; properties: infer P }
        ? Fields<P, RequiredOf<S, P>>
        : S extends { type: 'array'; items: infer I }
          ? FromJsonSchema<I>[]
          : S extends { type: infer T }
            ? Primitive<T>
            : unknown
type Fields<P, Needed> = {
  -readonly [K in keyof P as K extends Needed ? K : never]: FromJsonSchema<P[K]>
} & { -readonly [K in keyof P as K extends Needed ? never : K]?: FromJsonSchema<P[K]> }
/** TypeBox marks what is optional; everybody else names what is required. */
type RequiredOf<S, P> = S extends { '~kind': 'Object' }
  ? { [K in keyof P]: P[K] extends { '~optional': true } ? never : K }[keyof P]
  : S extends { required: readonly (infer R)[] }
    ? R
    : never
type Primitive<T> = T extends 'string'
  ? string
  : T extends 'number' | 'integer'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends readonly (infer One)[]
          ? Primitive<One>
          : unknown

export const isStandard = (schema: unknown): schema is StandardSchema =>
  (typeof schema === 'object' || typeof schema === 'function') &&
  schema !== null &&
  '~standard' in schema

export const toJsonSchema = (schema: StandardSchema): Record<string, unknown> => {
  const { vendor, jsonSchema } = schema['~standard']
  if (jsonSchema) return jsonSchema.input({ target: 'draft-2020-12' })
  const hint =
    vendor === 'valibot' ? 'wrap it in toStandardJsonSchema of @valibot/to-json-schema' : ''
  throw new TypeError(
    `This schema of ${vendor} cannot be written as JSON Schema: ${hint || 'use a newer version'}.`,
  )
}

/** What the schema makes of the data: its defaults and transforms included. */
export const parseWith = async (schema: StandardSchema, data: unknown): Promise<unknown> => {
  const result = await schema['~standard'].validate(data)
  if (!result.issues) return result.value
  const [first] = result.issues
  throw new SiterayError(`The data does not fit the schema: ${first?.message ?? 'unknown'}`, {
    code: 'schema_mismatch',
    cause: result.issues,
  })
}

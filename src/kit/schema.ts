import type {
  TArrayOptions,
  TLiteralValue,
  TNumberOptions,
  TObjectOptions,
  TProperties,
  TSchema,
  TSchemaOptions,
  TStringOptions,
  Type as TypeBox,
} from 'typebox'

type Names =
  | ('Array' | 'Boolean' | 'Enum' | 'Integer' | 'Literal' | 'Null' | 'Number' | 'Object')
  | ('Omit' | 'Optional' | 'Partial' | 'Record' | 'String' | 'Union' | 'Unknown' | 'Unsafe')

type Given = Record<string, unknown>
type Schema = TSchema & Given
type Properties = Record<string, Schema>

/** Only an object around it asks, and nobody writes it down. */
const mark = Symbol('optional')

const isOptional = (schema: Schema): boolean => Object.hasOwn(schema, mark)

const makeOptional = (schema: Schema): Schema =>
  Object.defineProperty({ ...schema }, mark, { value: true }) as Schema

const objectOf = (properties: Properties, options?: Given) => {
  const required = Object.keys(properties).filter(name => !isOptional(properties[name] as Schema))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

const keepIn = (properties: Properties, change: (entry: [string, Schema]) => [string, Schema][]) =>
  Object.fromEntries(Object.entries(properties).flatMap(change))

const plain = (type: string) => (options?: Given) => ({ type, ...options })

/**
 * JSON Schemas with the types that TypeBox knows of them. Its own functions do the same and much more
 * that nobody here needs: 400 modules, a quarter of a second of every start.
 */
const builders: Record<Names, (...args: never[]) => unknown> = {
  Array: (items: Schema, options?: Given) => ({ type: 'array', items, ...options }),
  Boolean: plain('boolean'),
  Enum: (values: readonly unknown[], options?: Given) => ({ enum: values, ...options }),
  Integer: plain('integer'),
  Literal: (value: unknown, options?: Given) => ({ type: typeof value, const: value, ...options }),
  Null: plain('null'),
  Number: plain('number'),
  Object: objectOf,
  Omit: ({ properties }: { properties: Properties }, names: readonly string[], options?: Given) =>
    objectOf(
      keepIn(properties, entry => (names.includes(entry[0]) ? [] : [entry])),
      options,
    ),
  Optional: makeOptional,
  Partial: ({ properties }: { properties: Properties }, options?: Given) =>
    objectOf(
      keepIn(properties, ([name, schema]) => [[name, makeOptional(schema)]]),
      options,
    ),
  Record: ({ pattern = '^.*$' }: { pattern?: string }, values: Schema, options?: Given) => ({
    type: 'object',
    patternProperties: { [pattern]: values },
    ...options,
  }),
  String: plain('string'),
  Union: (anyOf: readonly Schema[], options?: Given) => ({ anyOf, ...options }),
  Unknown: (options?: Given) => ({ ...options }),
  Unsafe: (schema: Schema) => schema,
}

export const Type = builders as unknown as Pick<typeof TypeBox, Names>

/** An object with these members and no others. */
export const closed = <T extends TProperties>(properties: T, options?: TObjectOptions) =>
  Type.Object(properties, { ...options, additionalProperties: false })

export const orNull = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** Members that may be absent: `optional.String()` is `Type.Optional(Type.String())`. */
export const optional = {
  Array: <T extends TSchema>(items: T, options?: TArrayOptions) =>
    Type.Optional(Type.Array(items, options)),
  Boolean: (options?: TSchemaOptions) => Type.Optional(Type.Boolean(options)),
  Enum: <T extends (string | number)[]>(values: readonly [...T], options?: TSchemaOptions) =>
    Type.Optional(Type.Enum(values, options)),
  Integer: (options?: TNumberOptions) => Type.Optional(Type.Integer(options)),
  Literal: <T extends TLiteralValue>(value: T, options?: TSchemaOptions) =>
    Type.Optional(Type.Literal(value, options)),
  Number: (options?: TNumberOptions) => Type.Optional(Type.Number(options)),
  Object: <T extends TProperties>(properties: T, options?: TObjectOptions) =>
    Type.Optional(Type.Object(properties, options)),
  Record: <K extends TSchema, V extends TSchema>(keys: K, values: V, options?: TObjectOptions) =>
    Type.Optional(Type.Record(keys, values, options)),
  String: (options?: TStringOptions) => Type.Optional(Type.String(options)),
  Unknown: (options?: TSchemaOptions) => Type.Optional(Type.Unknown(options)),
}

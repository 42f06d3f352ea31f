import type { TSchema, Type as TypeBox } from 'typebox'

type Names =
  | ('Array' | 'Boolean' | 'Enum' | 'Integer' | 'Literal' | 'Null' | 'Number' | 'Object')
  | ('Omit' | 'Optional' | 'Partial' | 'Record' | 'String' | 'Union' | 'Unknown' | 'Unsafe')

type Given = Record<string, unknown>
type Schema = TSchema & Given
type Properties = Record<string, Schema>

/** Only an object around it asks, and nobody writes it down. */
const optional = Symbol('optional')

const isOptional = (schema: Schema): boolean => Object.hasOwn(schema, optional)

const makeOptional = (schema: Schema): Schema =>
  Object.defineProperty({ ...schema }, optional, { value: true }) as Schema

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

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

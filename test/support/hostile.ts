import type { Random } from './random.ts'

/** As much of a JSON Schema as values are made from. */
export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  patternProperties?: Record<string, Schema>
}

/** JSON that `JSON.stringify` does not write: put in place of these words afterwards. */
const raw: Record<string, string> = {
  '@@endless': '1e999',
  '@@tiny': '-1e-999',
  '@@large': '9'.repeat(400),
  '@@deep': `${'['.repeat(150)}${']'.repeat(150)}`,
  '@@deeper': `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '@@proto': '{"__proto__":{"a":1}}',
  '@@nul': '"a\\u0000b"',
  '@@half': '"\\ud800"',
  '@@otherHalf': '{"\\udc00x":"\\udc00"}',
}

const texts = [
  ...[
    '',
    ' ',
    'a',
    '0',
    '-1',
    'null',
    'true',
    'NaN',
    '1e999',
    '__proto__',
    'constructor',
    'toString',
  ],
  ...[
    '%00',
    '%',
    '../../x',
    '\\',
    '"',
    "'; select 1 --",
    '$1',
    '{{x}}',
    '\r\nx: y',
    '\u2028',
    '\ufffe',
  ],
  ...['😀', 'é', 'مرحبا', '\u202eabc', '\u0301'.repeat(50), 'x'.repeat(300), 'x'.repeat(9_000)],
  ...[
    '2026-02-30',
    '0000-00-00',
    '99999-12-31',
    'Infinity',
    '[',
    '(a+)+$',
    're:(',
    're:(?<a',
    '* * * * *',
  ],
  ...Object.keys(raw),
]
const urls = [
  ...['https://site.test/', 'https://site.test/a', 'https://site.test/missing', 'site.test'],
  ...[
    'http://127.0.0.1/',
    'http://[::1]:80/',
    'http://[::ffff:127.0.0.1]/',
    'http://0/',
    'file:///etc',
  ],
  ...[
    'javascript:1',
    'https://',
    'https://site.test:99999/',
    'https://a b/',
    'https://user:x@site.test/',
  ],
  ...[
    'https://site.test/\u0000',
    'https://site.test/%00',
    'https://\ud800.test/',
    'https://xn--a/',
    'https://😀.test',
  ],
  ...[
    `https://site.test/${'a/'.repeat(3_000)}`,
    `https://${'a.'.repeat(200)}test`,
    '//site.test',
    '#',
    '?',
  ],
]
const numbers = [
  0,
  -0,
  1,
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  '@@endless',
  '@@tiny',
  '@@large',
]
const odd: unknown[] = [
  ...[null, true, false, [], {}, [[]], [null], { '': '' }, '@@deep', '@@deeper', '@@proto'],
  ...[{ toString: 1 }, { toString: null, valueOf: {} }, { toJSON: 1 }, { length: 5 }],
  ...[
    { constructor: { prototype: {} } },
    { constructor: 1 },
    { hasOwnProperty: 1 },
    { type: { toString: 1 } },
  ],
]

/** Values that somebody may send to break things, of one kind or of any. */
export const createHostile = (random: Random) => {
  const text = (): string => random.pick(random.int(3) === 0 ? urls : texts)
  const any = (): unknown =>
    [() => text(), () => random.pick(numbers), () => random.pick(odd)][random.int(3)]?.()

  /** Mostly what the schema asks for, with something hostile in its leaves. */
  const fitting = (schema: Schema, depth = 0): unknown => {
    if (random.int(12) === 0 || depth > 6) return any()
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return fitting(random.pick(choices), depth)
    if (schema.allOf)
      return Object.assign({}, ...schema.allOf.map(one => Object(fitting(one, depth))))
    if ('const' in schema) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
    if (type === 'object' || schema.properties) return object(schema, depth)
    if (type === 'array') {
      const length = random.pick([0, 1, 2, Math.min(schema.maxItems ?? 3, 300) + 1])
      return Array.from({ length }, () => fitting(schema.items ?? {}, depth + 1))
    }
    if (type === 'integer' || type === 'number') {
      const { minimum = 0, maximum = 100 } = schema
      return random.pick([minimum, maximum, minimum - 1, maximum + 1, minimum + 0.5, ...numbers])
    }
    if (type === 'boolean') return random.int(2) === 0
    if (type === 'null') return null
    if (type === 'string')
      return random.int(20) === 0 ? 'x'.repeat((schema.maxLength ?? 99) + 1) : text()
    return any()
  }

  const object = ({ properties = {}, required = [], patternProperties }: Schema, depth: number) => {
    const fields = Object.entries(properties).flatMap(([name, schema]) => {
      const isWanted = required.includes(name) ? random.int(10) > 0 : random.int(3) === 0
      return isWanted
        ? [
            [
              name,
              name === 'url' && random.int(2) === 0
                ? random.pick(urls)
                : fitting(schema, depth + 1),
            ],
          ]
        : []
    })
    const more = patternProperties || random.int(8) === 0 ? [[text(), any()]] : []
    return Object.fromEntries([...fields, ...more])
  }
  return { text, any, fitting }
}

/** As JSON, with what JSON can say and JavaScript cannot. */
export const writeHostile = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/"(@@\w+)"(\s*:)?/g, (all, name, isName) =>
    isName ? all : (raw[name] ?? all),
  )

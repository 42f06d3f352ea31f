import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { compileValidator } from '../../../src/base/http/validation.ts'

/** What is wrong with `a`, which may be one of several things. */
const faultOf = (choices: Parameters<typeof Type.Union>[0], value: unknown) => {
  const schema = Type.Object({ a: Type.Array(Type.Union(choices)) })
  const result = compileValidator({ schema, httpPart: 'body', method: 'POST', url: '/' })({
    a: [value],
  }) as { error?: Error }
  return result.error?.message
}

const name = Type.Unsafe<string>({ type: 'string', enum: ['text', 'links'] })
const company = Type.Object(
  { name: Type.Optional(Type.String()), ticker: Type.Optional(Type.String()) },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
)
const chunks = Type.Object(
  { type: Type.Literal('chunks'), size: Type.Optional(Type.Integer()) },
  { additionalProperties: false },
)
const json = Type.Object({ type: Type.Literal('json') }, { additionalProperties: false })

describe('a value that may be one of several things', () => {
  for (const [value, sentence] of [
    [{ name: 'a', ticker: 'b' }, '"a[0]" may have at most 1 field.'],
    [{}, '"a[0]" is empty.'],
    [{ nam: 'a' }, '"a[0].nam" is not a known field. Did you mean "name"?'],
    [{ name: 5 }, '"a[0].name" must be a string, not 5.'],
    [5, '"a[0]" must be a string, not 5.'],
  ] as const)
    it(`is judged as what it is: ${JSON.stringify(value)}`, () =>
      assert.equal(faultOf([Type.String(), company], value), sentence))

  for (const [value, sentence] of [
    [{ type: 'chunks', size: 'x' }, '"a[0].size" must be a whole number, not a string.'],
    [{ type: 'jsn' }, '"a[0].type" must be one of: chunks, json.'],
    [{}, '"a[0].type" must be one of: chunks, json.'],
    ['link', '"a[0]" must be one of: text, links. Did you mean "links"?'],
    ['json', '"a[0]" must be an object: {"type": "json", …}.'],
  ] as const)
    it(`is named by its type: ${JSON.stringify(value)}`, () =>
      assert.equal(faultOf([name, chunks, json], value), sentence))
})

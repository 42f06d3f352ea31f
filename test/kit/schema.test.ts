import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type as TypeBox } from 'typebox'
import { Type } from '../../src/kit/schema.ts'

describe('schemas', () => {
  const written = (build: (with_: typeof Type) => unknown) => [
    JSON.stringify(build(Type)),
    JSON.stringify(build(TypeBox as typeof Type)),
  ]

  it('are written as TypeBox writes them', () => {
    const examples: ((t: typeof Type) => unknown)[] = [
      t => t.String({ maxLength: 3, description: 'Text' }),
      t => [t.Boolean(), t.Null(), t.Number(), t.Integer({ minimum: 1 }), t.Unknown()],
      t => t.Unknown({ description: 'Anything' }),
      t => t.Array(t.String(), { maxItems: 2 }),
      t => t.Enum(['a', 'b'], { default: 'a' }),
      t => [t.Literal('a'), t.Literal(1), t.Literal(true, { description: 'Yes' })],
      t => t.Union([t.Null(), t.String()], { description: 'Perhaps' }),
      t => t.Object({}),
      t => t.Object({ a: t.Optional(t.String()) }, { additionalProperties: false }),
      t => t.Object({ a: t.String(), b: t.Optional(t.Number()), c: t.Null() }, { title: 'T' }),
      t => t.Object({ a: t.Optional(t.Optional(t.Object({ b: t.String() }))) }),
      t => t.Object({ a: t.Unsafe<string>(t.Array(t.String(), { minItems: 2 })) }),
      t => t.Object({ a: t.Optional(t.Unsafe<string>({ type: 'string' })) }),
      t => t.Record(t.String(), t.Number(), { description: 'By name' }),
      t => t.Record(t.String({ maxLength: 9 }), t.Number()),
      t => t.Record(t.String({ pattern: '^/' }), t.Number(), { maxProperties: 5 }),
      t => t.Omit(t.Object({ a: t.String(), b: t.Optional(t.Null()), c: t.Null() }), ['c']),
      t => t.Partial(t.Object({ a: t.String(), b: t.Number() }), { description: 'Some' }),
    ]
    for (const example of examples) {
      const [ours, theirs] = written(example)
      assert.equal(ours, theirs)
    }
  })

  it('do not make a schema optional wherever it is used', () => {
    const text = Type.String()
    const asked = Type.Object({ a: Type.Optional(text), b: text })
    assert.deepEqual(asked.required, ['b'])
  })

  it('forget that they are optional where they are copied, as those of TypeBox do', () => {
    for (const t of [Type, TypeBox])
      assert.deepEqual(t.Object({ a: { ...t.Optional(t.String()) } }).required, ['a'])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PropertyKind } from '../../../src/page/pixels/svg/allow-list.ts'
import {
  cleanValue,
  type ValueContext,
  type Variables,
} from '../../../src/page/pixels/svg/value.ts'

const open = (theme: 'light' | 'dark' = 'light') => {
  const told = { themed: 0, spent: 0 }
  const context: ValueContext = {
    ...{ theme, seen: new Map() },
    budget: {
      spend(steps) {
        told.spent += steps
      },
    },
    idOf: id => (id === 'known' ? 'a1' : undefined),
    onThemed: () => void told.themed++,
  }
  return { told, context }
}
const clean = (text: string, kind: PropertyKind, variables?: Variables, theme?: 'light' | 'dark') =>
  cleanValue(text, kind, variables, open(theme).context)
const scope = (own: Record<string, string>, outer?: Variables): Variables => ({
  ...{ own: new Map(Object.entries(own)), outer },
})

describe('a value of a drawing', () => {
  it('is written anew from pieces that are harmless', () => {
    const cases: [kind: PropertyKind, text: string, clean: string | undefined][] = [
      ['color', ' #AbC ', '#AbC'],
      ['color', '#12345', '#12345'],
      ['color', '#xyz', undefined],
      ['color', 'red', 'red'],
      ['color', 'rgb(1, 2.5 3 / 50%)', 'rgb(1, 2.5 3 / 50%)'],
      ['color', 'RGBA(1,2,3,.5)', 'rgba(1, 2, 3, .5)'],
      ['color', 'color-mix(in srgb, red, blue 20%)', 'color-mix(in srgb, red, blue 20%)'],
      ['color', 'url(#known)', undefined],
      ['color', 'expression(1)', undefined],
      ['paint', 'url(#known) red', 'url(#a1) red'],
      ['paint', 'url(#other)', 'url(#missing)'],
      ['paint', 'url(https://a.example/#known)', undefined],
      ['paint', 'rotate(5)', undefined],
      ['reference', 'url("#known")', 'url(#a1)'],
      ['reference', 'rgb(1 2 3)', undefined],
      ['transform', 'translatex(5px) scaleY(2)', 'translateX(5px) scaleY(2)'],
      ['transform', 'rotate(-4.5e2deg)', 'rotate(-4.5e2deg)'],
      ['transform', 'rgb(1 2 3)', undefined],
      ['font', "Arial, 'Open Sans'", "Arial, 'Open Sans'"],
      ['font', "'a;b'", undefined],
      ['color', "'Arial'", undefined],
      ['color', 're\\64', undefined],
      ['color', '', undefined],
      ['color', 'a;b', undefined],
      ['color', '1 2 ! 3', undefined],
      ['transform', 'rotate(5furlongs)', undefined],
    ]
    for (const [kind, text, expected] of cases)
      assert.equal(clean(text, kind), expected, `${kind} ${text}`)
  })

  it('may be so long', () => {
    assert.equal(clean(`${'a'.repeat(1_999)}b`, 'color')?.length, 2_000)
    assert.equal(clean(`${'a'.repeat(2_000)}b`, 'color'), undefined)
    assert.equal(clean('1 '.repeat(999).trim(), 'transform')?.length, 1_997)
  })

  it('costs a budget once, since the same few recur', () => {
    const { told, context } = open()
    cleanValue('#fff', 'color', undefined, context)
    assert.equal(told.spent, 0)
    for (const text of ['rgb(1 2 3)', 'bad(1)']) {
      const first = cleanValue(text, 'color', undefined, context)
      const { spent } = told
      assert.ok(spent > 0)
      assert.equal(cleanValue(text, 'color', undefined, context), first)
      assert.equal(told.spent, spent)
    }
  })

  it('takes variables from where they were set, and else what stands in for them', () => {
    const outer = scope({ '--a': 'red', '--b': 'var(--c)', '--c': 'green', '--bad': 'url(x)' })
    const inner = scope({ '--a': 'blue', '--c': 'black', '--self': 'var(--self)' }, outer)
    assert.equal(clean('var(--a)', 'color', inner), 'blue')
    assert.equal(clean('var(--a)', 'color', outer), 'red')
    assert.equal(clean('var(--b)', 'color', inner), 'green')
    assert.equal(clean('var(--none, rgb(1 2 3))', 'color', inner), 'rgb(1 2 3)')
    assert.equal(clean('var(--none)', 'color', inner), undefined)
    assert.equal(clean('var(--bad, red)', 'color', inner), undefined)
    assert.equal(clean('var(--self)', 'color', inner), undefined)
    assert.equal(clean('var(5)', 'color', inner), undefined)
    assert.equal(clean('var(--a)', 'color'), undefined)
  })

  it('chooses by the theme, and says where the two differ', () => {
    const of = (text: string, theme: 'light' | 'dark') => {
      const { told, context } = open(theme)
      return [cleanValue(text, 'color', undefined, context), told.themed]
    }
    assert.deepEqual(of('light-dark(red, blue)', 'light'), ['red', 1])
    assert.deepEqual(of('light-dark(red, blue)', 'dark'), ['blue', 1])
    assert.deepEqual(of('light-dark(red, red)', 'dark'), ['red', 0])
    assert.deepEqual(of('light-dark(rgb(1, 2, 3), blue)', 'light'), ['rgb(1, 2, 3)', 1])
    for (const wrong of [
      'light-dark(red)',
      'light-dark(red, blue, green)',
      'light-dark(red 1, blue)',
    ])
      assert.deepEqual(of(wrong, 'light')[0], undefined, wrong)
  })
})

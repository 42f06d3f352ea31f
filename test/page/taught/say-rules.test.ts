import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayRules } from '../../../src/page/taught/say-rules.ts'
import { views } from '../../../src/page/taught/views.ts'

test('the best rule of each family is said in words, the surest first', () => {
  const rule = (view: string, p: number) => ({ view, pick: 'only', p }) as const
  assert.deepEqual(
    sayRules([
      rule('C2|div.box>p.cost|t0', 0.9),
      rule('C1|p.cost|t0', 0.8),
      rule('L1|price|t', 0.95),
      { ...rule('M1|offers.price', 0.7), cut: ['EUR ', ''] },
      { ...rule('I1|weight|t', 0.6), cut: ['', ' kg'] },
      rule('H2|delivery|cost', 0.5),
    ]),
    [
      'after “price”',
      'in div.box>p.cost',
      'in the page’s JSON, at offers.price, after “EUR”',
      'after “weight:” in the same text, up to “kg”',
      'after “cost”, below the heading “delivery”',
    ],
  )
})

test('there are words for every view', () => {
  for (const { code } of views)
    assert.doesNotMatch(
      sayRules([{ view: `${code}|one|two`, pick: 'only', p: 1 }])[0] ?? 'by its markup',
      /by its markup|undefined/,
      code,
    )
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { workOut } from '../../../src/page/css/calc.ts'

it('arithmetic inside a value is worked out, the innermost first', () => {
  const cases: [string, string][] = [
    ['calc(41% + 5%)', '46%'],
    ['hsl(calc(100 + 71), 100%, calc(41% - 10%))', 'hsl(171, 100%, 31%)'],
    ['calc(2 * (3 + 4))', '14'],
    ['calc(calc(1 + 1) * 10%)', '20%'],
    ['calc(10 - 2 - 3)', '5'],
    ['min(50%, 20%)', '20%'],
    ['clamp(10, 50, 40)', '40'],
    ['calc(1 / 4)', '0.25'],
  ]
  for (const [text, wanted] of cases) assert.equal(workOut(text), wanted, text)
})

it('what cannot be worked out stays as it is', () => {
  for (const text of [
    'calc(1px + 1rem)',
    'calc(1 +)',
    'calc(',
    'calc(var(--x) + 1)',
    'red',
    `${'calc('.repeat(400)}1`,
  ])
    assert.equal(workOut(text), text)
})

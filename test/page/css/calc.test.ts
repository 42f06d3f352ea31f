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
    ['max(50%, 20%)', '50%'],
    ['MAX(1px, 2px)', '2px'],
    ['min(3px, 5px, 1px)', '1px'],
    ['max(1, 2px)', '2px'],
    ['clamp(10, 5, 40)', '10'],
    ['clamp(10px, 30px, 40px)', '30px'],
    ['calc(1px + 2px)', '3px'],
    ['calc(1px + 2)', '3px'],
    ['calc(1 - 2px)', '-1px'],
    ['calc(3px * 2)', '6px'],
    ['calc(2 * 3px)', '6px'],
    ['calc(6px / 2)', '3px'],
    ['calc(12 / 2 / 3)', '2'],
    ['calc(2 + 3 * 4 - 1)', '13'],
    ['calc((2 + 3) * (4 - 1))', '15'],
    ['calc(.5 + 1e1)', '10.5'],
    ['calc(1 / 3)', '0.333333'],
    ['calc(1px + min(2px, 3px)) calc(4)', '3px 4'],
    ['calc(-5%)', '-5%'],
    ['translate(calc(1px + 1px))', 'translate(2px)'],
  ]
  for (const [text, wanted] of cases) assert.equal(workOut(text), wanted, text)
})

it('what cannot be worked out stays as it is', () => {
  for (const text of [
    'calc(1px + 1rem)',
    'calc(1 +)',
    'calc(1 2)',
    'calc(+ 1)',
    'calc(1 + 2',
    'calc((1 + 2)',
    'calc(6px / 2px)',
    'calc(2px * 3px)',
    'calc(1 & 2)',
    'min(1px, 1rem)',
    'calc()',
    'x-calc(1 + 1)',
    'calc(',
    'calc(var(--x) + 1)',
    'red',
    `${'calc('.repeat(400)}1`,
  ])
    assert.equal(workOut(text), text)
})

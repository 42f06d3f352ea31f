import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  multiply,
  readLength,
  readTransform,
  scaleOf,
} from '../../../src/page/pixels/svg/geometry.ts'

const rounded = (numbers: readonly number[]) => numbers.map(one => Number(one.toFixed(4)) + 0)

describe('the linear part of a transform', () => {
  const cases: [text: string | undefined, linear: number[]][] = [
    [undefined, [1, 0, 0, 1]],
    ['translate(9 9)', [1, 0, 0, 1]],
    ['matrix(1 2 3 4 5 6)', [1, 2, 3, 4]],
    ['scale(2)', [2, 0, 0, 2]],
    ['scale(2, 3)', [2, 0, 0, 3]],
    ['scaleX(2)', [2, 0, 0, 1]],
    ['scaleY(2)', [1, 0, 0, 2]],
    ['rotate(90)', [0, 1, -1, 0]],
    ['rotate(0.25turn)', [0, 1, -1, 0]],
    ['rotate(100grad)', [0, 1, -1, 0]],
    ['rotate(1.5707963rad)', [0, 1, -1, 0]],
    ['skewX(45)', [1, 0, 1, 1]],
    ['skewY(45)', [1, 1, 0, 1]],
    ['skew(45deg, 0)', [1, 0, 1, 1]],
    ['skew(0, 45deg)', [1, 1, 0, 1]],
    ['scale(2) rotate(90)', [0, 2, -2, 0]],
    ['scale(1e1)scaleX(-.5)', [-5, 0, 0, 10]],
    ['wobble(2)', [1, 0, 0, 1]],
  ]
  for (const [text, linear] of cases)
    it(text ?? 'none', () => assert.deepEqual(rounded(readTransform(text)), linear))

  it('two after each other, and how much longer they make a line', () => {
    assert.deepEqual(multiply([1, 2, 3, 4], [5, 6, 7, 8]), [23, 34, 31, 46])
    assert.equal(scaleOf([3, 4, 0, 1]), 5)
    assert.equal(scaleOf([1, 0, 6, 8]), 10)
  })
})

describe('a length in user units', () => {
  const cases: [text: string | undefined, length: number | undefined][] = [
    ['12', 12],
    [' 12px', 12],
    ['2em', 32],
    ['1in', 96],
    ['2.54cm', 96],
    ['25.4mm', 96],
    ['72pt', 96],
    ['6PC', 96],
    ['2ex', 16],
    ['50%', 100],
    ['1e2', 100],
    ['-.5', -0.5],
    ['3furlongs', 48],
    ['auto', undefined],
    ['1e999', undefined],
    [undefined, undefined],
  ]
  for (const [text, length] of cases)
    it(`${text}: ${length}`, () => {
      const read = readLength(text, 200)
      assert.equal(read && Number(read.toFixed(6)), length)
    })
})

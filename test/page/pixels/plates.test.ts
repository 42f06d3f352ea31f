import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { groundShape, number, plateShape } from '../../../src/page/pixels/plates.ts'

describe('what lies under an icon', () => {
  it('is a square a little smaller than its place, with round corners', () => {
    assert.equal(
      plateShape(10, 20, 100, '#fff'),
      '<rect x="14" y="24" width="92" height="92" rx="18" fill="#fff"/>',
    )
  })

  it('is of the form of the tile whose holes it fills, round its middle', () => {
    const ink = { x: 10, y: 20, width: 100, height: 50 }
    assert.equal(
      groundShape('round', ink, '#fff'),
      '<ellipse cx="60" cy="45" rx="45" ry="22.5" fill="#fff"/>',
    )
    assert.equal(
      groundShape('square', ink, '#fff'),
      '<rect x="16" y="23" width="88" height="44" fill="#fff"/>',
    )
  })

  it('has three decimals at the most', () => {
    assert.deepEqual([1, 0.1 + 0.2, 1 / 3, -2 / 3, 1.0004].map(number), [1, 0.3, 0.333, -0.667, 1])
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPlate, paintMark } from '../../../src/products/images/marks/paint.ts'

const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="10 20 100 100">'
const path = '<path d="M0 0h9"/>'
const drawing = `${open.replace('>', ' fill="currentColor">')}${path}</svg>`
const paint = (color: string, theme: 'light' | 'dark', tile?: 'square' | 'round', ratio = 1) =>
  paintMark(drawing, { color, ratio }, tile ? { tile } : {}, theme)

test('a mark that can be seen is drawn in its own color', () => {
  const own = (color: string) => drawing.replace('currentColor', color)
  assert.equal(paint('#cc0000', 'light'), own('#cc0000'))
  assert.equal(paint('#000000', 'light'), own('#000000'))
  assert.equal(paint('#ffffff', 'dark'), own('#ffffff'))
  assert.equal(paint('nonsense', 'light'), own('#000000'))
})

test('black and white are exchanged where they would not be seen', () => {
  assert.equal(paint('#000000', 'dark'), drawing.replace('currentColor', '#ffffff'))
  assert.equal(paint('#ffffff', 'light'), drawing.replace('currentColor', '#000000'))
})

test('any other color becomes a tile, and the mark stands in the middle of it', () => {
  const onTile = (tile: string, ink: string) =>
    `${open}<rect x="14" y="24" width="92" height="92" rx="18" fill="${tile}"/><g transform="translate(18 21) scale(0.7)" fill="${ink}">${path}</g></svg>`
  assert.equal(paint('#ffee00', 'light'), onTile('#ffee00', '#000000'))
  assert.equal(paint('#000066', 'dark'), onTile('#000066', '#ffffff'))
  assert.equal(onPlate(drawing), onTile('#ffffff', '#000000'))
})

test('a plain black drawing is white on dark', () => {
  const plain = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h9"/></svg>'
  assert.equal(onPlate(plain), plain.replace('8 8">', '8 8" fill="#ffffff">'))
})

test('what is cut out of a tile shows the ink below it, as wide and high as the tile', () => {
  const onGround = (shape: string, color = '#cc0000') =>
    `${open}<${shape}/><g fill="${color}">${path}</g></svg>`
  const cases: [given: string, shape: string][] = [
    [
      paint('#cc0000', 'dark', 'square'),
      'rect x="19.259" y="29.259" width="81.481" height="81.481" fill="#ffffff"',
    ],
    [
      paint('#cc0000', 'dark', 'square', 0.5),
      'rect x="39.63" y="29.259" width="40.741" height="81.481" fill="#ffffff"',
    ],
    [
      paint('#cc0000', 'dark', 'round', 2),
      'ellipse cx="60" cy="70" rx="41.667" ry="20.833" fill="#ffffff"',
    ],
  ]
  for (const [given, shape] of cases) assert.equal(given, onGround(shape))
  assert.match(paint('#ffee00', 'dark', 'square'), /<rect [^>]*fill="#000000"/)
  // On white the holes are white already.
  assert.equal(paint('#cc0000', 'light', 'square'), drawing.replace('currentColor', '#cc0000'))
})

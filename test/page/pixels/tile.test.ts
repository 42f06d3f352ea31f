import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inkOf } from '../../../src/page/pixels/tile.ts'

/** A picture of rows in which `#` is inked. */
const drawn = (...rows: string[]) => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  rgba: Uint8Array.from(rows.join(''), sign => (sign === '#' ? 255 : 0)).reduce(
    (rgba, alpha, at) => {
      rgba[4 * at + 3] = alpha
      return rgba
    },
    new Uint8Array(4 * rows.join('').length),
  ),
})

test('the ink of a picture is the box around it, and how much of the box it fills', () => {
  const cases: [rows: string[], ink: ReturnType<typeof inkOf>][] = [
    [['....', '....'], undefined],
    [['#'], { left: 0, top: 0, right: 0, bottom: 0, count: 1, share: 1 }],
    [['....', '..##', '..##'], { left: 2, top: 1, right: 3, bottom: 2, count: 4, share: 1 }],
    [['.#...', '...#.'], { left: 1, top: 0, right: 3, bottom: 1, count: 2, share: 1 / 3 }],
  ]
  for (const [rows, ink] of cases) assert.deepEqual(inkOf(drawn(...rows)), ink, rows.join('\n'))
})

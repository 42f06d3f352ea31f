import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPdfPage } from '../../../../src/page/documents/pdf/page.ts'

/** A page of 200 by 400 points that does not begin at zero. */
const view = [10, 20, 210, 420]
type Drawn = { str: string; transform: number[]; width?: number }
const read = (items: Drawn[], rects: number[][] = []) =>
  readPdfPage({
    view,
    getTextContent: async () => ({ items, styles: {} }),
    getStructTree: async () => undefined,
    getAnnotations: async () => rects.map((rect, at) => ({ url: `https://a.test/${at}`, rect })),
  })

describe('a page of a PDF', () => {
  /** Text 30 points from the left edge and 50 from the bottom, as its reader sees the page. */
  const ways: [way: string, transform: number[], rect: number[], height: number, x0: number][] = [
    ['upright', [10, 0, 0, 10, 40, 70], [40, 65, 100, 85], 420, 10],
    ['upwards', [0, 10, -10, 0, 160, 50], [145, 50, 165, 110], 200, 0],
    ['upside down', [-10, 0, 0, -10, 180, 370], [120, 355, 180, 375], 400, 0],
    ['downwards', [0, -10, 10, 0, 60, 390], [55, 330, 75, 390], 200, 0],
  ]
  for (const [way, transform, rect, height, x0] of ways)
    it(`is read with its text upright: ${way}`, async () => {
      const page = await read([{ str: 'Lamps', transform, width: 60 }], [rect])
      const y0 = way === 'upright' ? 20 : 0
      assert.equal(page.height, height)
      assert.deepEqual(
        page.items.map(({ text, x, y, size, link }) => [text, x - x0, y - y0, size, link]),
        [['Lamps', 30, 50, 10, 'https://a.test/0']],
      )
    })

  it('is read without what runs upwards or aslant', async () => {
    const line = { str: 'A line of text', transform: [10, 0, 0, 10, 40, 70] }
    const aslant = (b: number) => ({ str: `${b}`, transform: [10, b, -b, 10, 40, 70] })
    const page = await read([line, aslant(1.9), aslant(-1.9), aslant(2.1), aslant(-2.1), aslant(9)])
    assert.deepEqual(
      page.items.map(({ text }) => text),
      [line.str, '1.9', '-1.9'],
    )
  })
})

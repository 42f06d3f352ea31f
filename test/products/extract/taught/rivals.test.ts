import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { readByReader } from '../../../../src/products/extract/taught/read.ts'
import { teachReader } from '../../../../src/products/readers/learn-task.ts'

const schema = { type: 'object', properties: { price: { type: 'number' } } }
const page = (n: number, price: string, total: string) => ({
  url: `https://prices.test/${n}`,
  source: `<h1>Lamp ${n}</h1><table><tr><th>Price</th><td class="a">${price}</td></tr>
    <tr><th>With delivery</th><td class="b">${total}</td></tr></table>`,
})
/** Delivery was free. */
const example = { ...page(1, '$20', '$20'), data: { price: 20 } }
const others = [page(2, '$31', '$36'), page(3, '$45', '$50'), page(4, '$12', '$17')]
const read = (examples: Parameters<typeof teachReader>[0]['examples']) => {
  const { reader, questions } = teachReader({ schema, examples, others })
  const { url, source } = page(5, '$70', '$75')
  const said = readByReader({ document: parsePage(source), url }, schema, reader)
  return { said, questions }
}

describe('a value that the example has in two places', () => {
  it('is asked about where they differ', () => {
    const { questions } = read([example])
    assert.deepEqual(
      questions.map(({ choices }) => choices.map(({ value }) => value).sort()),
      [
        [31, 36],
        [45, 50],
        [12, 17],
      ],
    )
  })

  for (const [price, later] of [
    [31, 70],
    [36, 75],
  ])
    it(`is decided by one more example that says ${price}`, () => {
      const { said, questions } = read([example, { ...page(2, '$31', '$36'), data: { price } }])
      assert.deepEqual(said.data, { price: later })
      assert.deepEqual(said.flagged, {})
      assert.deepEqual(questions, [])
    })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pickOne, sayings } from '../../../src/page/taught/ask.ts'
import type { PageIndex } from '../../../src/page/taught/index-page.ts'
import type { Cut, FieldKind } from '../../../src/page/taught/reader.ts'

const text: FieldKind = {
  ...{ isAddress: false, keyOf: String, find: () => undefined },
  read: value => ({ value, key: value.toLowerCase() }),
}
const said = (texts: string[], cut?: Cut, view = 'P') => {
  const atoms = texts.map(each => ({ kind: each === '' ? 'empty' : 'text', text: each }))
  const page = { url: 'https://lamps.test/', atomsAt: () => atoms } as unknown as PageIndex
  return sayings(page, text, { view, cut })
}

describe('what a taught place says', () => {
  const cuts: [text: string, cut: Cut, value: string | undefined][] = [
    ['Weight: 5 kg', ['Weight: ', ' kg'], '5'],
    ['Net weight: 5 kg each', ['weight: ', ' kg'], '5'],
    ['5 kg', ['', ' kg'], '5'],
    ['Weight: 5 kg', ['Weight: ', ''], '5 kg'],
    ['Height: 5 kg', ['Weight: ', ' kg'], undefined],
    ['Weight: 5 lb', ['Weight: ', ' kg'], undefined],
    // A value has at least one letter.
    ['((a)', ['(', '('], undefined],
    ['(((a)', ['(', '('], '('],
  ]
  for (const [whole, cut, value] of cuts)
    it(`of “${whole}” between “${cut[0]}” and “${cut[1]}” is ${value}`, () =>
      assert.deepEqual(
        said([whole], cut).map(({ quote }) => quote),
        value === undefined ? [] : [value],
      ))

  it('is all of its text, behind the label where the label stands in it, or nothing', () => {
    assert.deepEqual(said(['Weight: 5 kg'])[0]?.value, 'Weight: 5 kg')
    assert.deepEqual(said(['Weight: 5 kg'], undefined, 'I')[0]?.value, '5 kg')
    const [nothing] = said([''])
    assert.deepEqual([nothing?.key, nothing?.value, nothing?.quote], ['', null, ''])
  })

  it('is the first, the last, or the only one', () => {
    const all = said(['A', 'b', 'C'])
    assert.equal(pickOne(all, 'first')?.value, 'A')
    assert.equal(pickOne(all, 'last')?.value, 'C')
    assert.equal(pickOne(all, 'only'), undefined)
    assert.equal(pickOne(said(['A', 'a']), 'only')?.value, 'A')
    assert.equal(pickOne([], 'only'), undefined)
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { PageIndex } from '../../../src/page/taught/index-page.ts'
import { type Example, findAbsent, type TaughtKinds } from '../../../src/page/taught/learn.ts'
import type { FieldKind } from '../../../src/page/taught/reader.ts'

const number: FieldKind = {
  isAddress: false,
  keyOf: () => undefined,
  read: text => {
    const value = Number(text.replace('$', ''))
    return Number.isNaN(value) ? undefined : { value, key: `${value}` }
  },
  find: () => undefined,
}
/** What is near to a value that stands nowhere among these texts. */
const nearest = (value: unknown, texts: string[]) => {
  const page = { url: 'https://a.example/', found: { texts: texts.map(text => ({ text })) } }
  const kinds: TaughtKinds = { fields: new Map([['/a', number]]), lists: new Map() }
  const example = { fields: new Map([['/a', value]]), lists: new Map() }
  const absent = findAbsent(kinds, [example as unknown as Example], [page as unknown as PageIndex])
  return absent?.nearest
}

it('beside a number that is not on its page stands the nearest figure of its size', () => {
  assert.equal(nearest(40, ['$70', '$41', '$39.5', '$42']), '$39.5')
  assert.equal(nearest(40, ['$20', '$61']), '$20')
  assert.equal(nearest(40, ['$19', '$61']), undefined)
  assert.equal(nearest(40, ['$39', '$41']), '$39')
  assert.equal(nearest(-40, ['$-41', '$40']), '$-41')
})

it('beside words stands the text that shares most of them, and no figure', () => {
  assert.equal(nearest('40', ['$39', '41']), undefined)
  const texts = ['A lamp', 'A lamp of brass, of glass and of oak', 'Lamp of BRASS', '$40']
  assert.equal(nearest('lamp of brass', texts), 'Lamp of BRASS')
  assert.equal(nearest('forty', texts), undefined)
  assert.equal(nearest('lamp', [`lamp ${'x'.repeat(300)}`])?.length, 200)
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { askModel } from '../../../src/products/branding/model.ts'

const options = {
  ...{ title: '', description: '', text: '', buttons: ['Buy', 'Try'], logos: ['a', 'b'] },
  ...{ colors: ['blue', 'red'], hexes: ['#0000ff', '#ff0000'] },
}
const choicesFor = async (value: unknown, given = options) => {
  const answer = { value, usage: undefined } as unknown as Awaited<ReturnType<Ask>>
  const { choices } = await askModel({ ask: async () => answer }, given, AbortSignal.timeout(1_000))
  return choices
}
type Ask = Parameters<typeof askModel>[0]['ask']

it('a model chooses by the number of what was measured, and by nothing else', async () => {
  const all = (index: unknown) => ({ button: index, logo: index, brandColor: index })
  assert.deepEqual(await choicesFor(all(0)), { button: 0, logo: 0, brand: '#0000ff' })
  assert.deepEqual(await choicesFor(all(1)), { button: 1, logo: 1, brand: '#ff0000' })
  const none = { button: undefined, logo: undefined, brand: undefined }
  for (const index of [2, 99, 0.5, -2, '1', '', true, null, [1], NaN, undefined])
    assert.deepEqual(await choicesFor(all(index)), none, String(index))
  assert.deepEqual(await choicesFor(undefined), none)
  assert.deepEqual(await choicesFor(all(-1)), { ...none, logo: null })
  assert.deepEqual(await choicesFor(all(-1), { ...options, logos: [] }), none)
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSlideFinder } from '../../../src/page/documents/office/slides.ts'

it('a text is on the first slide that has its letters, from that of the text before on', () => {
  const find = createSlideFinder(['LampsLampsoil', 'Lampsbrass', 'Lampsglass'])
  assert.equal(find('Lamps'), 1)
  assert.equal(find('– Lamps!'), 1)
  assert.equal(find('Lamps'), 2, 'the first slide has given its letters')
  assert.equal(find('oil'), undefined, 'it stands before')
  assert.equal(find('glass'), 3)
  assert.equal(find('brass'), undefined)
  assert.equal(find(' – '), undefined)
  assert.equal(find('Lamps'), 3)
})

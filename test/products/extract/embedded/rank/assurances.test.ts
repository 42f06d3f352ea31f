import assert from 'node:assert/strict'
import { it } from 'node:test'
import { placeOf } from '../../../../../src/page/learned/columns.ts'
import {
  assuredOf,
  type Best,
} from '../../../../../src/products/extract/embedded/rank/assurances.ts'
import { confidence } from '../../../../../src/products/extract/embedded/rank/confidence.ts'
import { candidateColumns } from '../../../../../src/products/extract/embedded/rank/features.ts'

type Heading = { level: number | undefined; inTitle: number; ofTitle: number; ownText?: number }

/** A heading without any label, for a field of this kind. */
const assured = (intent: string, { level, inTitle, ofTitle, ownText = 0 }: Heading) => {
  const labels = { inline: '', term: '', row: '', column: '', before: '', above: '', heading: '' }
  const row = new Float32Array(candidateColumns.names.length)
  row[placeOf(candidateColumns, 'ownText')] = ownText
  const node = { level, text: 'Brass lamp' }
  const candidate = { node, inTitle, ofTitle, labels, text: 'Brass lamp', shape: {} }
  const field = { name: 'lamp', title: '', description: '', kind: 'string', properties: [] }
  const query = { intent, name: [], names: [], field }
  return assuredOf({ query, candidate, row, ahead: 0, all: [] } as unknown as Best)
}

it('the main heading, which the tab repeats, is the name of what the page is about', () => {
  const main = { level: 1, inTitle: 0.6, ofTitle: 0.5 }
  const second = { level: 2, inTitle: 1, ofTitle: 0.25 }
  for (const heading of [main, second, { ...second, level: 1 }])
    assert.equal(assured('title', heading), confidence.faint, JSON.stringify(heading))
  for (const heading of [
    { ...main, inTitle: 0.5 },
    { ...main, ofTitle: 0.4 },
    { ...main, level: 2 },
    { ...second, inTitle: 0.9 },
    { ...second, ofTitle: 0.2 },
    { ...second, level: 3 },
    { ...second, level: undefined },
  ])
    assert.equal(assured('title', heading), 0, JSON.stringify(heading))
})

it('it is a firm’s where it says so itself, and nothing else', () => {
  const main = { level: 1, inTitle: 1, ofTitle: 1 }
  assert.equal(assured('organization', { ...main, ownText: 0.5 }), confidence.faint)
  assert.equal(assured('organization', main), 0)
  assert.equal(assured('other', { ...main, ownText: 0.5 }), 0)
})

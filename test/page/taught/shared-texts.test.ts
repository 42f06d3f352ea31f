import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FieldAnswer, Flag } from '../../../src/page/taught/answer.ts'
import type { Atom } from '../../../src/page/taught/atoms.ts'
import type { TaughtField } from '../../../src/page/taught/reader.ts'
import { flagShared } from '../../../src/page/taught/shared-texts.ts'

const atoms = ['one', 'two'].map(text => ({ text }) as unknown as Atom)
const flagsOf = (
  [one, other]: [key: string, key: string],
  { at = 0, shares = [] as string[] | null, flags = [] as Flag[] } = {},
) => {
  const field = { rules: [], expect: 1, seen: 1, shape: {}, ...(shares && { shares }) }
  const fields: Record<string, TaughtField> = { '/author': { ...field }, '/editor': { ...field } }
  const answer = (key: string, atom: Atom | undefined): FieldAnswer => ({
    ...{ value: key, key, quote: key, by: ['class'], flags: [], confidence: 0.9 },
    ...(atom && { atom }),
  })
  const answers = new Map([
    ['/author', { ...answer(one, atoms[0]), flags }],
    ['/editor', answer(other, atoms[at])],
  ])
  flagShared(fields, answers)
  return [...answers.values()].map(({ flags }) => flags.join())
}

describe('what answers two fields', () => {
  it('is doubtful for both, wherever the words stand', () => {
    assert.deepEqual(flagsOf(['ann berg', 'ann berg']), ['disagree', 'disagree'])
    assert.deepEqual(flagsOf(['ann berg', 'ann berg'], { at: 1 }), ['disagree', 'disagree'])
  })

  it('is not where the words differ, an example had it so, or the reader is of before', () => {
    assert.deepEqual(flagsOf(['ann berg', 'bo reid']), ['', ''])
    const shares = ['/author', '/editor']
    assert.deepEqual(flagsOf(['ann berg', 'ann berg'], { shares }), ['', ''])
    assert.deepEqual(flagsOf(['ann berg', 'ann berg'], { shares: null }), ['', ''])
  })

  it('is not the one that it answers weakly where it surely is the other', () => {
    assert.deepEqual(flagsOf(['ann berg', 'ann berg'], { flags: ['weak'] }), ['missing', ''])
    assert.deepEqual(flagsOf(['ann berg', 'ann berg'], { flags: ['shape'] }), [
      'shape,disagree',
      'disagree',
    ])
  })

  it('may be the same figure in two places', () => {
    assert.deepEqual(flagsOf(['5', '5'], { at: 1 }), ['', ''])
    assert.deepEqual(flagsOf(['5', '5']), ['disagree', 'disagree'])
  })
})

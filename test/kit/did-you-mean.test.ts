import assert from 'node:assert/strict'
import { it } from 'node:test'
import { didYouMean } from '../../src/kit/did-you-mean.ts'

it('a name with one slip of the pen is known, and one with two is not', () => {
  const cases: [typed: string, name: string, isMeant: boolean][] = [
    ['only_main_content', 'onlyMainContent', true],
    ['Only Main-Content', 'onlyMainContent', true],
    ['timeout', 'timeout', true],
    // One letter more, less or other, wherever it stands.
    ['xtimeout', 'timeout', true],
    ['timeoutx', 'timeout', true],
    ['tiimeout', 'timeout', true],
    ['imeout', 'timeout', true],
    ['timeou', 'timeout', true],
    ['timout', 'timeout', true],
    ['rimeout', 'timeout', true],
    ['timaout', 'timeout', true],
    ['timeour', 'timeout', true],
    // Two neighbours swapped.
    ['itmeout', 'timeout', true],
    ['timoeut', 'timeout', true],
    ['timeotu', 'timeout', true],
    // Two slips are another word.
    ['timeoutxy', 'timeout', false],
    ['meout', 'timeout', false],
    ['tameoat', 'timeout', false],
    ['emitout', 'timeout', false],
    ['iemtout', 'timeout', false],
    ['mitieout', 'timeout', false],
    // One of a swapped pair alone.
    ['abdx', 'abcd', false],
    ['abxc', 'abcd', false],
    // A name of two letters has no slip that could be told from another name.
    ['ul', 'url', true],
    ['urls', 'url', true],
    ['ip', 'id', false],
    ['i_d', 'id', true],
  ]
  for (const [typed, name, isMeant] of cases)
    assert.equal(didYouMean(typed, [name]), isMeant ? name : undefined, `${typed} for ${name}`)
})

it('another way to write a name comes before a slip', () => {
  assert.equal(didYouMean('max_age', ['maxAges', 'maxAge']), 'maxAge')
  assert.equal(didYouMean('maxAg', ['maxAges', 'other', 'maxAge', 'maxAgo']), 'maxAge')
  assert.equal(didYouMean('maxAge', []), undefined)
})

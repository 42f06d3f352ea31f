import assert from 'node:assert/strict'
import { it } from 'node:test'
import { stemOf } from '../../../src/page/words/words.ts'

it('forms of an English word have one stem; short words and others stay as they are', () => {
  const stems: [stem: string, ...words: string[]][] = [
    ['city', 'city', 'cities', 'Cities'],
    ['box', 'box', 'boxes'],
    ['class', 'class', 'classes'],
    ['lamp', 'lamp', 'lamps'],
    ['pric', 'price', 'prices', 'pricing'],
    ['ship', 'ship', 'ships', 'shipping', 'shipped'],
    ['basis', 'basis'],
    ['status', 'status'],
    ['rate', 'rate', 'rates'],
    ['tie', 'tie', 'ties'],
    ['king', 'king'],
    ['red', 'red'],
    ['ids', 'ids'],
    ['pcs', 'PCS'],
    ['yes', 'yes'],
    ['cafe', 'Café'],
    ['h264s', 'h264s'],
    ['großes', 'größes'],
  ]
  for (const [stem, ...words] of stems)
    for (const word of words) assert.equal(stemOf(word), stem, word)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWordTable } from '../../../src/page/learned/word-table.ts'

test('a word table gives back what was stored', () => {
  const table = readWordTable(
    {
      hashes: Buffer.of(7, 0x81, 0x92, 0x28).toString('base64'),
      odds: Buffer.from(Int8Array.of(24, -48).buffer).toString('base64'),
    },
    24,
  )
  assert.deepEqual(
    [table.get(7), table.get(7 + 1 + (0x12 << 7) + (0x28 << 14)), table.get(8)],
    [1, -2, undefined],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFormats } from '../../../src/base/reader/formats.ts'

test('formats are read by name, with what was said of each', () => {
  const usual = readFormats(['markdown', 'chunks'], undefined)
  assert.deepEqual(usual.formats, ['markdown', 'chunks'])
  assert.ok((usual.chunkTokens ?? 0) > 0)
  assert.equal(usual.json, undefined)
  const sized = readFormats([{ type: 'chunks', maxTokens: 300 }, 'links'], undefined)
  assert.deepEqual(sized, { formats: ['chunks', 'links'], chunkTokens: 300 })
  assert.deepEqual(readFormats(['markdown'], undefined), { formats: ['markdown'] })
  assert.throws(() => readFormats(['markdown', 'links', 'markdown'], undefined), {
    message: '"formats" has "markdown" twice.',
  })
})

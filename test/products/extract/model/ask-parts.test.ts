import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Model } from '../../../../src/base/llm/model.ts'
import { readJson } from '../../../../src/base/llm/read-json.ts'
import { askParts } from '../../../../src/products/extract/model/ask-parts.ts'

/** What becomes of answers that are all cut off at the length limit. */
const askCut = (text: string, parts: number) => {
  const ask: Model['ask'] = async () => ({
    ...{ text, value: readJson(text), isCut: true, isRefused: false },
    usage: { inputTokens: 1, outputTokens: 1 },
  })
  const spent = { calls: 0, inputTokens: 0, outputTokens: 0 }
  const deps = { model: { id: 'test/test', ask }, review: async () => [], spent }
  const part = { schema: { type: 'object' }, title: '', url: '', text: '', facts: '' }
  const spec = { schema: { type: 'object' }, prompt: undefined }
  return askParts(deps, Array(parts).fill(part), spec, new AbortController().signal)
}

const cut = '{"rows": [{"a": 1}, {"a": 2}, {"a":'
const whole = { rows: [{ a: 1 }, { a: 2 }] }

it('says once that answers were cut off, however many were', async () => {
  const { answers, warnings } = await askCut(cut, 3)
  assert.deepEqual(answers, [whole, whole, whole])
  assert.equal(warnings.length, 1)
})

it('keeps the whole entries of what was cut off behind thoughts or in a code fence', async () => {
  for (const before of ['<think>Rows {"a": 0}?</think>\n', 'Rows?</think>', '```json\n'])
    assert.deepEqual((await askCut(before + cut, 1)).answers, [whole], before)
})

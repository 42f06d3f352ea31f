import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Model } from '../../../src/base/llm/model.ts'
import { summarize } from '../../../src/products/scrape/summary.ts'

const page = { url: 'https://a.example/', markdown: '# Lamps' }
const { signal } = new AbortController()
/** A model that gives these answers, one after the other. */
const open = (...answers: { value?: unknown; isRefused?: boolean }[]) => {
  const asked: string[] = []
  const told: Record<string, unknown>[] = []
  const model = {
    id: 'm',
    async ask({ messages }: { messages: { content: string }[] }) {
      asked.push(messages[0]?.content ?? '')
      return { usage: { inputTokens: 10, outputTokens: 3 }, ...answers[asked.length - 1] }
    },
  } as unknown as Model
  const run = (some: Partial<typeof page> = {}) =>
    summarize(model, { ...page, ...some }, note => told.push(note), signal)
  return { run, asked, told }
}
const good = (summary: unknown) => ({ value: { summary } })

test('a page is shown between marks that it cannot know, and its summary is what the model says', async () => {
  const { run, asked, told } = open(good('  Lamps of brass. '))
  assert.deepEqual(await run(), { summary: 'Lamps of brass.', warning: undefined })
  const [, mark] =
    /^<(page-\w{16})>\nAddress: https:\/\/a\.example\/\n\n# Lamps\n<\/\1>$/.exec(asked[0] ?? '') ??
    []
  assert.ok(mark)
  assert.deepEqual(told, [
    { model: 'm', summaryCalls: 1, summaryInputTokens: 10, summaryOutputTokens: 3 },
  ])
})

test('a model that gives none is asked again, once', async () => {
  for (const bad of [good(' '), good(7), {}, { value: null }]) {
    const { run, asked, told } = open(bad, good('Lamps.'))
    assert.equal((await run()).summary, 'Lamps.')
    assert.equal(asked.length, 2)
    assert.deepEqual(told[1], {
      model: 'm',
      summaryCalls: 2,
      summaryInputTokens: 20,
      summaryOutputTokens: 6,
    })
  }
  const { run, asked } = open(good(''), good(''), good('late'))
  await assert.rejects(run(), { code: 'model_failed', message: /also when asked again/ })
  assert.equal(asked.length, 2)
  const refusing = open({ isRefused: true }, good('late'))
  await assert.rejects(refusing.run(), { code: 'model_failed', message: /refused/ })
  assert.equal(refusing.asked.length, 1)
})

test('a long page is cut, and says so; a long summary is cut too', async () => {
  const { run, asked } = open(good('x'.repeat(6_001)), good('a'))
  const { summary, warning } = await run({ markdown: `${'y'.repeat(48_000)}z` })
  assert.equal(summary.length, 6_000)
  assert.equal(warning, 'The page is long: its summary is of the first 48000 of 48001 characters.')
  assert.ok(!asked[0]?.includes('z\n'))
  assert.equal((await run({ markdown: 'y'.repeat(48_000) })).warning, undefined)
})

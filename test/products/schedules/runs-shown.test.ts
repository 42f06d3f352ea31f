import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffTexts } from '../../../src/products/schedules/diff.ts'
import { showRun } from '../../../src/products/schedules/show.ts'

const run = (some: object = {}) =>
  showRun({
    ...{
      id: 'r',
      dueAt: new Date(0),
      state: 'completed',
      startedAt: new Date(1_000),
      endedAt: null,
    },
    ...{ jobId: 'j', creditsUsed: 3, error: null, hasBefore: true },
    ...{ added: 1, changed: 2, gone: 3, failed: 4, same: 5, ...some },
  } as never)

test('a run that has ended and had one before tells what changed', () => {
  assert.deepEqual(run(), {
    ...{ id: 'r', dueAt: '1970-01-01T00:00:00.000Z', state: 'completed' },
    ...{ startedAt: '1970-01-01T00:00:01.000Z', endedAt: null },
    ...{ jobId: 'j', creditsUsed: 3, error: null },
    changes: { new: 1, changed: 2, gone: 3, failed: 4, same: 5 },
  })
  assert.equal(run({ hasBefore: false }).changes, null)
  assert.equal(run({ state: 'running' }).changes, null)
  const none = { added: 0, changed: 0, gone: 0, failed: 0, same: 0 }
  assert.equal(run(none).changes, null)
  for (const name of Object.keys(none))
    assert.notEqual(run({ ...none, [name]: 1 }).changes, null, name)
})

test('a difference is told line by line, with one line around it', () => {
  const lines = (changed: string) => ['a', 'b', changed, 'd', 'e', ''].join('\n')
  assert.equal(
    diffTexts({ before: lines('c'), after: lines('x') }),
    '@@ -2,3 +2,3 @@\n b\n-c\n+x\n d',
  )
  assert.equal(diffTexts({ before: 'a', after: 'a' }).includes('@@'), false)
})

test('a long difference is cut, and one of nearly all is only said', () => {
  const text = (count: number, of: string) =>
    Array.from({ length: count }, (_, at) => `${of}${at}`).join('\n')
  assert.equal(
    diffTexts({ before: text(1_001, 'a'), after: text(1_001, 'b') }),
    'Nearly everything is different.',
  )
  assert.match(diffTexts({ before: text(900, 'a'), after: text(900, 'b') }), /^@@/)
  const long = diffTexts({ before: '', after: `${'x'.repeat(30_000)}\n` })
  assert.equal(long.length, 20_002)
  assert.ok(long.endsWith('x\n…'))
})

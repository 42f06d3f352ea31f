import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkImageParts, checkParts } from '../../src/process/readiness.ts'

type Given = Parameters<typeof checkParts>[0]

const all = { live: true, works: true, browser: '/bin/chromium', llm: true, running: 2 }
const checks = (more: Partial<typeof all> & { renders?: boolean; jobs?: boolean } = {}) => {
  const { live, works, browser, llm, running, renders = false, jobs = true } = { ...all, ...more }
  const parts = {
    notifications: { isLive: () => live },
    queue: { isWorking: () => works },
    browsers: { status: () => ({ executable: browser === '' ? undefined : browser }) },
    works: jobs,
    renders,
    llm: llm ? { provider: 'openai', model: 'small' } : undefined,
    images: { status: () => ({ running, count: 2 }) },
  }
  return checkParts(parts as unknown as Given, { ok: true, detail: '' }, { ok: false, detail: '' })
}
/** The parts without which a process takes no calls, and those that it misses. */
const named = (all: Record<string, { ok: boolean; required: boolean }>, what: 'ok' | 'required') =>
  Object.keys(all).filter(name => all[name]?.[what])

test('a process needs its database, its queue and its images, and nothing else', () => {
  for (const given of [{}, { llm: false, live: false, browser: '' }])
    assert.deepEqual(named(checks(given), 'required'), ['database', 'queue', 'images'])
  assert.deepEqual(named(checks({ renders: true }), 'required'), [
    ...['database', 'queue', 'browser', 'images'],
  ])
})

test('what is missing is said to be missing', () => {
  const parts = ['database', 'notifications', 'queue', 'browser', 'model', 'images']
  assert.deepEqual(named(checks(), 'ok'), parts)
  const lacking = { live: false, works: false, browser: '', llm: false, running: 0 }
  assert.deepEqual(named(checks(lacking), 'ok'), ['database'])
  assert.deepEqual(named(checks({ works: false, jobs: false }), 'ok'), parts)
})

test('a process of images serves them without the database', () => {
  const checks = checkImageParts(
    {
      notifications: { isLive: () => false } as unknown as Given['notifications'],
      images: { running: 1, count: 1 },
    },
    { ok: false, detail: 'gone' },
  )
  assert.deepEqual(named(checks, 'required'), ['images'])
  assert.deepEqual(named(checks, 'ok'), ['images'])
})

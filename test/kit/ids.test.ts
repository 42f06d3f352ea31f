import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { jobOf, shownId } from '../../src/doors/firecrawl/jobs.ts'
import { idOfUuid, newId, uuidOfId } from '../../src/kit/ids.ts'

describe('an id', () => {
  it('is a UUID in letters and digits, and back', () => {
    for (const uuid of ['00000000-0000-4000-8000-000000000000', randomUUID(), randomUUID()]) {
      const id = idOfUuid('batch', uuid)
      assert.match(id, /^batch_[0-9A-Za-z]{22}$/)
      assert.equal(uuidOfId(id), uuid)
    }
    assert.match(uuidOfId(newId('crawl')) ?? '', /^[0-9a-f-]{36}$/)
  })

  it('from before that, or none at all, has no UUID', () => {
    for (const id of [
      'batch_zzzzzzzzzzzzzzzzzzzzzz',
      'batch_0000000000000000000000',
      'batch_x',
      '',
    ])
      assert.equal(uuidOfId(id), undefined, id)
  })
})

describe('the id of a job at the door', () => {
  it('tells of which kind the job is, and leads back to it', () => {
    for (const kind of ['batch', 'crawl'] as const) {
      const job = { kind, id: newId(kind) }
      const shown = shownId(job)
      assert.match(
        shown,
        /^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
      assert.deepEqual(jobOf(shown), job)
      assert.deepEqual(jobOf(shown.toUpperCase()), job)
      assert.deepEqual(jobOf(job.id), job)
    }
  })

  it('is an id as it is where it was made before ids were UUIDs', () => {
    const job = { kind: 'batch', id: 'batch_zzzzzzzzzzzzzzzzzzzzzz' } as const
    assert.deepEqual(jobOf(shownId(job)), job)
  })

  it('that is none is not found', () => {
    for (const text of ['x', 'key_0000000000000000000000', `${randomUUID().slice(0, 14)}1`])
      assert.throws(() => jobOf(text), { code: 'not_found' })
  })
})

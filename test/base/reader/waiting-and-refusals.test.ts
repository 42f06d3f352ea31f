import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maxPageBytes, openFileLease, takeForBody } from '../../../src/base/reader/large-files.ts'
import { lateRefusal, pageRefusal } from '../../../src/base/reader/refusal.ts'
import { createTurns } from '../../../src/base/reader/turns.ts'
import { createByteBudget } from '../../../src/kit/byte-budget.ts'
import { AppError } from '../../../src/kit/errors.ts'

const late = new AppError('page_timeout', 'late')

describe('whom a page waited for', () => {
  const told = (
    t: { mock: typeof import('node:test').mock },
    ...steps: [who: string, ms: number][]
  ) => {
    let nowMs = 1_000
    t.mock.method(performance, 'now', () => nowMs)
    const turns = createTurns({
      url: new URL('https://a.example/x'),
      timeoutMs: 10_000,
      arrivedMs: 1_000,
    })
    for (const [who, ms] of steps) {
      if (who === 'site') turns.ofSite()
      else turns.ofUs()
      nowMs += ms
    }
    const error = turns.explain(late) as AppError
    t.mock.restoreAll()
    return error === late ? 'late' : error.code
  }
  it('is its site, unless we had most of the time or are reading it', t => {
    assert.equal(told(t as never, ['site', 10_000]), 'late')
    assert.equal(told(t as never, ['site', 9_000], ['us', 1_000]), 'overloaded')
    assert.equal(told(t as never, ['us', 7_500], ['site', 2_500]), 'late')
    assert.equal(told(t as never, ['us', 7_501], ['site', 2_499]), 'overloaded')
    assert.equal(
      told(t as never, ['us', 4_000], ['site', 100], ['us', 3_501], ['site', 1]),
      'overloaded',
    )
    assert.equal(told(t as never, ['us', 4_000], ['us', 3_000], ['site', 3_000]), 'late')
  })

  it('says when to come again, and leaves other errors as they are', () => {
    const turns = createTurns({ url: new URL('https://a.example/x'), timeoutMs: 10_000 })
    const busy = turns.explain(late) as AppError
    assert.match(busy.message, /too busy to read a\.example within 10 s/)
    assert.equal(busy.retryAfterSeconds, 10)
    assert.equal(busy.cause, late)
    for (const other of [new Error('x'), new AppError('page_empty', 'x'), undefined])
      assert.equal(turns.explain(other), other)
  })
})

describe('what a caller is told of a page that is none', () => {
  const reading = (status = 200, headers = {}) => ({
    url: new URL('https://a.example/x'),
    status,
    headers,
  })
  const told = (outcome: object, ...more: Parameters<typeof reading>) => {
    const error = pageRefusal(outcome as never, reading(...more) as never)
    return [error.code, error.message]
  }
  it('is what stood there instead', () => {
    assert.deepEqual(told({ is: 'wall', kind: 'bot', sentence: 'S.' }, 403), ['page_blocked', 'S.'])
    assert.deepEqual(told({ is: 'wall', kind: 'denial', sentence: 'S.' }, 399), [
      'page_blocked',
      'S.',
    ])
    assert.deepEqual(told({ is: 'refused', sentence: 'S.' }), ['page_refused', 'S.'])
    assert.deepEqual(told({ is: 'nothing', sentence: 'S.' }), ['page_empty', 'S.'])
    assert.deepEqual(told({ is: 'shell', why: 'a root' }), [
      ...['page_empty', 'a.example sent a page without content (a root).'],
    ])
    assert.deepEqual(told({ is: 'redirect' }), [
      'page_unreachable',
      'a.example redirects in circles.',
    ])
    assert.equal(told({ is: 'scan' })[0], 'page_empty')
  })

  it('is the status of its site, with the pause that the site asks for', () => {
    const denied = ['page_unreachable', 'a.example answered with status 400 (Bad Request).']
    assert.deepEqual(told({ is: 'wall', kind: 'denial', sentence: 'S.' }, 400), denied)
    assert.deepEqual(told({ is: 'status' }, 999), [
      ...['page_unreachable', 'a.example answered with status 999.'],
    ])
    const error = pageRefusal(
      { is: 'status' } as never,
      reading(503, { 'retry-after': '7' }) as never,
    )
    assert.deepEqual([error.targetStatus, error.retryAfterSeconds], [503, 7])
  })

  it('is that its time was up, unless something else was found out', () => {
    const explain = lateRefusal({ url: new URL('https://a.example/x'), timeoutMs: 1_500 })
    const empty = new AppError('page_empty', 'x')
    assert.equal(explain(empty), empty)
    for (const error of [late, new Error('socket')]) {
      const told = explain(error) as AppError
      assert.deepEqual([told.code, told.cause], ['page_timeout', error])
      assert.equal(told.message, 'a.example could not be read within 1.5 s.')
    }
  })
})

describe('memory for large files', () => {
  const files = (maxBytes: number) => ({ maxBytes, budget: createByteBudget(maxBytes) })
  it('is taken for a body that is larger than a page, and for one that does not say', () => {
    const allowed = files(30_000_000)
    assert.equal(takeForBody(allowed, `${maxPageBytes}`), undefined)
    const giveBack = takeForBody(allowed, `${maxPageBytes + 1}`)
    assert.ok(giveBack)
    assert.throws(() => takeForBody(allowed, undefined), { code: 'overloaded' })
    giveBack()
    // What is too large is refused where it is read: it takes what there is at most.
    const all = takeForBody(allowed, '99000000')
    assert.throws(() => takeForBody(allowed, `${maxPageBytes + 1}`), { code: 'overloaded' })
    all?.()
    takeForBody(allowed, undefined)?.()
    assert.equal(takeForBody(files(maxPageBytes), undefined), undefined)
  })

  it('is taken once for a file of a page, and given back at its end', () => {
    const allowed = files(30_000_000)
    const lease = openFileLease(allowed)
    assert.equal(lease.maxBytesOf(Buffer.from('<html>')), maxPageBytes)
    for (const _ of [1, 2]) assert.equal(lease.maxBytesOf(Buffer.from('%PDF-')), 30_000_000)
    assert.throws(() => openFileLease(allowed).maxBytesOf(Buffer.from('%PDF-')), {
      code: 'overloaded',
    })
    lease.release()
    openFileLease(allowed).release()
    assert.equal(openFileLease(allowed).maxBytesOf(Buffer.from('%PDF-')), 30_000_000)
  })
})

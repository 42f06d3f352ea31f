import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  isCalm,
  losesMost,
  lowerBound,
  type Watch,
  watchPage,
} from '../../../src/products/readers/drift.ts'

/** Random, and the same in every run. */
const generator = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** The page at which a change is noticed, of as many pages with ten fields. */
const noticedAt = (
  seed: number,
  pages: number,
  shareOf: (field: number, page: number) => number,
): number | undefined => {
  const random = generator(seed)
  let watch: Watch = {}
  for (let page = 0; page < pages; page++) {
    const flagged: Record<string, boolean> = {}
    for (let field = 0; field < 10; field++) flagged[`/${field}`] = random() < shareOf(field, page)
    flagged['*'] = Object.values(flagged).some(Boolean)
    const seen = watchPage(watch, flagged)
    watch = seen.watch
    if (seen.changed.length > 0) return page
  }
  return undefined
}

describe('a change of a template', () => {
  it('is not seen in 2,000 unchanged pages, whatever share of a field is always flagged', () => {
    const usual = [0, 0.01, 0.02, 0.03, 0.05, 0.05, 0.08, 0.1, 0.2, 0.4]
    const alarms = Array.from({ length: 25 }, (_, seed) =>
      noticedAt(seed + 1, 2_000, field => usual[field] ?? 0),
    ).filter(page => page !== undefined)
    assert.deepEqual(alarms, [])
  })

  it('is seen within twenty pages where a field is lost on most of them', () => {
    const late = Array.from({ length: 100 }, (_, seed) =>
      noticedAt(seed + 1, 250, (field, page) => (field === 3 && page >= 200 ? 0.7 : 0.03)),
    ).filter(page => page === undefined || page < 200 || page >= 220)
    assert.ok(late.length <= 5, `${late.length} of 100`)
  })

  it('is seen early in the life of a version where nearly everything is flagged', () => {
    assert.ok((noticedAt(7, 60, (_, page) => (page >= 10 ? 1 : 0)) ?? 99) < 30)
  })
})

describe('a change that the site takes back', () => {
  it('is over after twenty good pages, and not before', () => {
    let watch: Watch = {}
    const read = (pages: number, isFlagged: boolean) => {
      for (let page = 0; page < pages; page++)
        watch = watchPage(watch, { '/a': isFlagged, '/b': false, '*': isFlagged }).watch
      return isCalm(watch)
    }
    assert.equal(isCalm({}), false)
    assert.equal(read(30, false), true)
    assert.equal(read(30, true), false)
    assert.equal(read(17, false), false)
    assert.equal(read(1, false), true)
  })

  it('does not wait for fields that hardly anybody asks for', () => {
    let watch: Watch = {}
    for (let page = 0; page < 20; page++)
      watch = watchPage(watch, { '/a': false, ...(page < 3 && { '/b': false }) }).watch
    assert.equal(isCalm(watch), true)
    assert.equal(isCalm(watchPage(watch, { '/a': false, '/b': true }).watch), false)
  })
})

describe('the precision of a field', () => {
  it('is a lower bound, and says nothing without checks', () => {
    assert.equal(lowerBound(0, 0), undefined)
    assert.equal(lowerBound(200, 200), 0.981)
    assert.ok((lowerBound(5, 5) ?? 1) < 0.6)
  })
})

it('a reader that lost one of three fields is of use, and one that lost two is not', () => {
  const after = (flagged: Record<string, boolean>, pages = 12): Watch => {
    let watch: Watch = {}
    for (let page = 0; page < 20; page++) {
      const none = Object.fromEntries(Object.keys(flagged).map(field => [field, false]))
      watch = watchPage(watch, page < pages ? none : flagged).watch
    }
    return watch
  }
  const lost = (...names: string[]) => ({
    ...Object.fromEntries(['/a', '/b', '/c'].map(name => [name, names.includes(name)])),
    ...{ '*': names.length > 0, '**': false },
  })
  assert.equal(losesMost(after(lost('/a'))), false)
  assert.equal(losesMost(after(lost('/a', '/b'))), true)
  assert.equal(losesMost(after({ '**': true })), true)
  // Only its checks failed, or nothing is remembered.
  assert.equal(losesMost(after(lost())), false)
  assert.equal(losesMost({}), false)
})

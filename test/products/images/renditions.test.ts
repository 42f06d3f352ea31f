import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createRenditions,
  etagOf,
  makeOnce,
  type Rendition,
} from '../../../src/products/images/renditions.ts'

const rendition = (bytes = 0, some: Partial<Rendition> = {}): Rendition => ({
  ...{ status: 200, bytes: Buffer.alloc(bytes), text: undefined, contentType: 'image/png' },
  ...{ source: 'site', maxAgeSeconds: 60, etag: '""', expiresAtMs: 1_000_000, headers: [] },
  ...{ varyingHeaders: [], ...some },
})

describe('images in memory', () => {
  it('are there until their time is up', () => {
    const kept = createRenditions(100_000)
    const one = rendition(10)
    kept.set('icon a.example', one)
    assert.equal(kept.usedBytes(), 1_010)
    assert.equal(kept.get('icon a.example', 999_999), one)
    assert.equal(kept.get('icon b.example', 0), undefined)
    assert.equal(kept.get('icon a.example', 1_000_000), undefined)
    assert.equal(kept.usedBytes(), 0)
  })

  it('have a bound of bytes; the one longest unused goes first', () => {
    const kept = createRenditions(10_000)
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) kept.set(key, rendition())
    assert.equal(kept.usedBytes(), 10_000)
    assert.ok(kept.get('a', 5))
    kept.set('k', rendition())
    assert.equal(kept.usedBytes(), 10_000)
    assert.ok(kept.get('a', 6))
    assert.equal(kept.get('b', 6), undefined)
    // A second later it moves again, and not before.
    kept.get('c', 7)
    kept.get('a', 1_004)
    kept.set('l', rendition())
    kept.get('c', 1_008)
    for (const key of ['m', 'n', 'o', 'p', 'q', 'r', 's']) kept.set(key, rendition())
    assert.equal(kept.get('a', 1_010), undefined)
    assert.ok(kept.get('c', 1_010))
  })

  it('are replaced, and one that is too large for others is not kept', () => {
    const kept = createRenditions(80_000)
    kept.set('a', rendition(9_000))
    assert.equal(kept.usedBytes(), 10_000)
    kept.set('a', rendition(100, { text: 'x'.repeat(100) }))
    assert.equal(kept.usedBytes(), 1_200)
    kept.set('a', rendition(9_001))
    assert.deepEqual([kept.usedBytes(), kept.get('a', 0)], [0, undefined])
  })

  it('of a host are forgotten with those of the hosts below it', () => {
    const kept = createRenditions(100_000)
    const keys = [
      'icon a.example x',
      'og www.a.example',
      'icon ba.example',
      'icon b.example',
      'a.example',
    ]
    for (const key of keys) kept.set(key, rendition())
    kept.forget('a.example')
    assert.deepEqual(
      keys.filter(key => kept.get(key, 0)),
      ['icon ba.example', 'icon b.example', 'a.example'],
    )
    assert.deepEqual([kept.usedBytes(), kept.forgets()], [3_000, 1])
  })

  it('are made once, however many ask, and not kept if they were forgotten meanwhile', async () => {
    const kept = createRenditions(100_000)
    const waiting: (() => void)[] = []
    let made = 0
    const make = makeOnce<string>(kept, async () => {
      made++
      await new Promise<void>(resolve => waiting.push(resolve))
      return rendition()
    })
    const both = [make('w', 'icon a.example', 'acc'), make('w', 'icon a.example', 'acc')]
    const other = make('w', 'icon b.example', 'acc')
    assert.equal(made, 2)
    for (const go of waiting.splice(0)) go()
    const [one, two] = await Promise.all(both)
    await other
    assert.equal(one, two)
    assert.equal(kept.get('icon a.example', 0), one)
    const late = make('w', 'icon c.example', 'acc')
    kept.forget('c.example')
    const anew = make('w', 'icon c.example', 'acc')
    assert.equal(made, 4)
    waiting[0]?.()
    await late
    assert.equal(kept.get('icon c.example', 0), undefined)
    waiting[1]?.()
    const there = await anew
    assert.equal(kept.get('icon c.example', 0), there)
  })

  it('have a strong tag of their bytes', () => {
    assert.match(etagOf(Buffer.from('a')), /^"[\w-]{27}"$/)
    assert.notEqual(etagOf(Buffer.from('a')), etagOf(Buffer.from('b')))
  })
})

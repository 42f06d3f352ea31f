import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBookings, overloaded } from '../../src/kit/admission-bookings.ts'

const opened = () => {
  const clock = { nowMs: 100_000 }
  return { clock, bookings: createBookings(() => clock.nowMs) }
}

describe('those who are told to come again', () => {
  it('are told whole seconds, and never none', () => {
    assert.deepEqual(
      [0, 1, 1_000, 1_001].map(ms => overloaded(ms).retryAfterSeconds),
      [1, 1, 1, 2],
    )
  })
  it('come a turn after each other, each account by itself', () => {
    const { clock, bookings } = opened()
    assert.deepEqual(
      [1, 2, 3].map(() => bookings.book('a', 500, 2_000)),
      [500, 2_500, 4_500],
    )
    assert.equal(bookings.book('b', 500, 2_000), 500)
    clock.nowMs += 10_000
    assert.equal(bookings.book('b', 500, 2_000), 500, 'nobody is before it any more')
  })
  it('are let in once each, when their seconds are over', () => {
    const { clock, bookings } = opened()
    bookings.book('a', 500, 2_000)
    bookings.book('a', 500, 2_000)
    assert.equal(bookings.redeem('a'), false)
    assert.equal(bookings.redeem('b'), false)
    clock.nowMs += 1_000
    assert.equal(bookings.redeem('a'), true)
    assert.equal(bookings.redeem('a'), false)
    clock.nowMs += 2_000
    assert.equal(bookings.redeem('a'), true)
    assert.equal(bookings.redeem('a'), false)
  })
  it('are expected within a span of time, also when they are late', () => {
    const { clock, bookings } = opened()
    for (const _ of [1, 2, 3]) bookings.book('a', 500, 2_000)
    assert.deepEqual(
      [999, 1_000, 3_000, 5_000].map(ms => bookings.within('a', ms)),
      [0, 1, 2, 3],
    )
    assert.equal(bookings.within('b', 5_000), 0)
    clock.nowMs += 1_500
    assert.equal(bookings.within('a', 0), 1)
  })
  it('are forgotten, with all of their account, when the first does not come', () => {
    const { clock, bookings } = opened()
    for (const _ of [1, 2]) bookings.book('a', 500, 2_000)
    clock.nowMs += 3_000
    bookings.redeem('b')
    assert.deepEqual(bookings.names(), ['a'], 'two seconds late may still be on the way')
    clock.nowMs += 1
    bookings.redeem('b')
    assert.deepEqual(bookings.names(), [])
  })
  it('are forgotten some time after the last has come', () => {
    const { clock, bookings } = opened()
    bookings.book('a', 500, 2_000)
    clock.nowMs += 1_000
    assert.equal(bookings.redeem('a'), true)
    clock.nowMs += 3_500
    bookings.redeem('b')
    assert.deepEqual(bookings.names(), ['a'])
    clock.nowMs += 1
    bookings.redeem('b')
    assert.deepEqual(bookings.names(), [])
  })
  it('are not expected where they would have to wait for more than a minute', () => {
    const { bookings } = opened()
    assert.equal(bookings.book('a', 60_000, 1_000), 60_000)
    assert.equal(bookings.book('a', 60_000, 1_000), 60_000)
    assert.equal(bookings.within('a', 120_000), 1)
    assert.equal(bookings.book('b', 60_001, 1_000), 60_000)
    assert.deepEqual(bookings.names(), ['a'])
  })
})

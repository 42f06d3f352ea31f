import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priorityOf, turnsOf } from '../../../src/base/jobs/fair-queueing.ts'

const served = { servedTurn: 100, servedTurnOf: (host: string) => (host === 'a' ? 10 : 20) }

test('a batch goes round its hosts, and each host has a line of its own', () => {
  assert.deepEqual(turnsOf(['a', 'a', 'b', 'a'], { ...served, activeJobs: 1 }), [
    { turn: 101, laneTurn: 11 },
    { turn: 103, laneTurn: 12 },
    { turn: 102, laneTurn: 21 },
    { turn: 104, laneTurn: 13 },
  ])
})

test('an account takes longer strides in each further batch', () => {
  assert.deepEqual(turnsOf(['a', 'a', 'b'], { ...served, activeJobs: 3 }), [
    { turn: 103, laneTurn: 13 },
    { turn: 109, laneTurn: 16 },
    { turn: 106, laneTurn: 23 },
  ])
  assert.deepEqual(turnsOf(['b'], { ...served, activeJobs: 0 }), [{ turn: 101, laneTurn: 21 }])
})

test('who comes first in line has the higher priority, within what the queue can hold', () => {
  assert.ok(priorityOf(1) > priorityOf(2))
  assert.equal(priorityOf(5e9), -2_000_000_000)
})

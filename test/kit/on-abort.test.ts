import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onAbort } from '../../src/kit/on-abort.ts'

test('a signal is heard once, at once where it has fired, and no more after that', () => {
  const acts: string[] = []
  const [late, early, left] = [0, 1, 2].map(() => new AbortController()) as [
    AbortController,
    AbortController,
    AbortController,
  ]
  early.abort()
  onAbort(early.signal, () => acts.push('early'))
  onAbort(late.signal, () => acts.push('late'))
  onAbort(left.signal, () => acts.push('left'))()
  onAbort(undefined, () => acts.push('none'))()
  assert.deepEqual(acts, ['early'])
  late.abort()
  late.abort()
  left.abort()
  assert.deepEqual(acts, ['early', 'late'])
})

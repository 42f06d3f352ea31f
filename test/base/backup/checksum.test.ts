import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createChecksum, isSameChecksum, sumOf } from '../../../src/base/backup/checksum.ts'

const checksumOf = (...chunks: string[]) => {
  const checksum = createChecksum()
  for (const chunk of chunks) checksum.add(Buffer.from(chunk))
  return checksum.total()
}

it('a checksum counts rows, in whatever order and however they are cut', () => {
  const whole = checksumOf('1\ta\n2\tb\n3\tc\n')
  assert.equal(whole.rows, 3)
  for (const chunks of [
    ['1\ta\n', '2\tb\n', '3\tc\n'],
    ['1', '\ta', '\n2\tb\n3', '\tc\n'],
    ['', '1\ta\n2\t', '', 'b\n3\tc', '\n'],
    ['3\tc\n1\ta\n2\tb\n'],
  ])
    assert.deepEqual(checksumOf(...chunks), whole, JSON.stringify(chunks))
  assert.deepEqual(sumOf(checksumOf('1\ta\n3\tc\n'), checksumOf('2\tb\n')), whole)
  assert.deepEqual(checksumOf(), { rows: 0, sum: 0 })
})

it('a checksum tells apart rows that differ, are missing or come twice', () => {
  const whole = checksumOf('1\ta\n2\tb\n')
  for (const other of ['1\ta\n2\tc\n', '1\ta\n', '1\ta\n2\tb\n2\tb\n', '1\tb\n2\ta\n'])
    assert.equal(isSameChecksum(checksumOf(other), whole), false, JSON.stringify(other))
  assert.equal(isSameChecksum(checksumOf('2\tb\n1\ta\n'), whole), true)
  assert.equal(isSameChecksum({ ...whole, rows: 3 }, whole), false)
})

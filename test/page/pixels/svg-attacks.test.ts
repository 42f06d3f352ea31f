import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitizeSvg } from '../../../src/page/pixels/svg/sanitize.ts'
import { stretched } from '../../support/slowness.ts'
import { attacks } from './attacks.ts'
import { leastCpuMs } from './cpu.ts'
import { assertHarmless } from './harmless.ts'

test('the table holds at least a hundred different attacks', () => {
  const distinct = new Set(
    Object.values(attacks).map(input => Buffer.from(input).toString('base64')),
  )
  assert.ok(distinct.size >= 100, `${distinct.size}`)
  assert.equal(distinct.size, Object.keys(attacks).length)
})

/** The worst needs a few turns until its code is warm: 377 ms at first, then 210. */
const maxMs = 250
const tries = 10

for (const [name, input] of Object.entries(attacks)) {
  test(`harmless, stable and quick: ${name}`, async () => {
    const limitMs = stretched(maxMs)
    const ms = await leastCpuMs(() => sanitizeSvg(input), limitMs, tries)
    assert.ok(ms < limitMs, `${ms} ms of CPU`)
    const result = sanitizeSvg(input)
    if (!result.ok) return
    assertHarmless(result.svg)
    const again = sanitizeSvg(result.svg)
    assert.ok(again.ok)
    assert.equal(again.svg, result.svg)
  })
}

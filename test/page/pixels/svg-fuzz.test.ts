import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitizeSvg } from '../../../src/page/pixels/svg/sanitize.ts'
import { attacks } from './attacks.ts'
import { assertHarmless } from './harmless.ts'

/** Pieces that matter to some parser on the way, to be put where nobody expects them. */
const pieces = [
  ...['<', '>', '"', "'", '&', ';', '/', '\\', '\0', '\n', '<![CDATA[', ']]>', '<!--', '-->', '<?'],
  ...['{', '}', '(', ')', '@import ', 'url(', 'url(#a)', '/*', '*/', '!important', ':', 'var(--x)'],
  ...[
    '<script>',
    '</script>',
    ' onload="x"',
    ' href="//e"',
    ' xlink:href="#a"',
    '<style>',
    '</style>',
  ],
  ...[
    '&#x3c;',
    '&lt;',
    '&quot;',
    'javascript:',
    ' xmlns="urn:x"',
    '<g>',
    '</g>',
    '<use href="#a"/>',
  ],
  ...[
    ' style="fill:red"',
    ' id="a"',
    ' class="a"',
    '#',
    '1e9',
    '-',
    'NaN',
    '\u2028',
    '\ud800',
    'é',
  ],
]

/** Always the same numbers, so a failure can be repeated. */
const seeded = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % below
  }
}

const mutate = (text: string, random: (below: number) => number): string => {
  let result = text
  for (let i = 0; i <= random(4); i++) {
    const at = random(result.length + 1)
    const cut = random(3) === 0 ? random(12) : 0
    const piece =
      random(8) === 0
        ? result.slice(random(result.length + 1)).slice(0, 40)
        : pieces[random(pieces.length)]
    result = result.slice(0, at) + piece + result.slice(at + cut)
  }
  return result
}

test('no mutation of an attack gets anything through, breaks out or crashes', () => {
  const random = seeded(2026)
  const small = Object.values(attacks).filter(
    input => typeof input === 'string' && input.length < 2000,
  )
  let accepted = 0
  for (let round = 0; round < 6000; round++) {
    const file = mutate(String(small[random(small.length)]), random)
    const result = sanitizeSvg(file, { theme: round % 2 ? 'dark' : 'light' })
    if (!result.ok) continue
    accepted++
    assertHarmless(result.svg)
    const again = sanitizeSvg(result.svg)
    assert.ok(again.ok, file)
    assert.equal(again.svg, result.svg, file)
  }
  assert.ok(accepted > 300, `${accepted}`)
})

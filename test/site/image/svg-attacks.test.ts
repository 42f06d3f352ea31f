import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SaxesParser } from 'saxes'
import { sanitizeSvg } from '../../../src/site/image/svg/sanitize.ts'
import { attacks } from './attacks.ts'

/** Two passes over everything let the compiler settle; a single slow file still shows. */
const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test('the table holds at least a hundred different attacks', () => {
  const distinct = new Set(
    Object.values(attacks).map(input => Buffer.from(input).toString('base64')),
  )
  assert.ok(distinct.size >= 100, `${distinct.size}`)
  assert.equal(distinct.size, Object.keys(attacks).length)
})

for (const [name, input] of Object.entries(attacks)) {
  test(`harmless, stable and quick: ${name}`, () => {
    let result = sanitizeSvg(input)
    const ms = cpuMs(() => {
      result = sanitizeSvg(input)
    })
    assert.ok(ms < 250, `${ms} ms of CPU`)
    if (!result.ok) return
    assertHarmless(result.svg)
    const again = sanitizeSvg(result.svg)
    assert.ok(again.ok)
    assert.equal(again.svg, result.svg)
  })
}

/** An independent reading of the result: everything that could act or fetch is absent. */
const assertHarmless = (svg: string): void => {
  assert.doesNotMatch(svg, /<[!?]/)
  assert.doesNotMatch(svg, /evil\.example|etc\/passwd|https?:(?!\/\/www\.w3\.org\/2000\/svg")/)
  const elements = new Set(
    'svg g defs symbol use image path rect circle ellipse line polyline polygon text tspan textPath title desc linearGradient radialGradient stop pattern clipPath mask marker filter feGaussianBlur feOffset feBlend feColorMatrix feComposite feFlood feMerge feMergeNode'.split(
      ' ',
    ),
  )
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', tag => {
    assert.equal(tag.uri, 'http://www.w3.org/2000/svg')
    assert.ok(elements.has(tag.name), tag.name)
    for (const [name, { value }] of Object.entries(tag.attributes)) {
      assert.doesNotMatch(name, /^on|^(?!xml:space$).*:|base|^src|^to$|^values?$|^begin/i)
      if (name === 'xmlns') continue
      assert.doesNotMatch(value, /javascript|vbscript|[\\@{}<>]|\/\/|import|expression|image-set/i)
      assert.doesNotMatch(value, /url\((?!#[\w.-]+\))/i)
      if (name === 'href')
        assert.match(value, /^(#[\w.-]+|data:image\/(png|jpeg|gif|webp);base64,)/)
      else assert.doesNotMatch(value, /data:/i)
    }
  })
  parser.write(svg).close()
}

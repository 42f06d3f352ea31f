import assert from 'node:assert/strict'
import { SaxesParser } from 'saxes'

/** An independent reading of the result: everything that could act or fetch is absent. */
export const assertHarmless = (svg: string): void => {
  assert.doesNotMatch(svg, /<[!?]/)
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
      assert.doesNotMatch(value, /evil\.example|etc\/passwd|https?:/)
      assert.doesNotMatch(value, /javascript|vbscript|[\\@{}<>]|\/\/|import|expression|image-set/i)
      assert.doesNotMatch(value, /url\((?!#[\w.-]+\))/i)
      if (name === 'href')
        assert.match(value, /^(#[\w.-]+|data:image\/(png|jpeg|gif|webp);base64,)/)
      else assert.doesNotMatch(value, /data:/i)
    }
  })
  parser.write(svg).close()
}

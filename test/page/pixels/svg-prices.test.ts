import { test } from 'node:test'
import { sanitizeSvg } from '../../../src/page/pixels/svg/sanitize.ts'
import { createRandom } from '../../support/random.ts'
import { digest } from '../../support/readings.ts'

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAAFCAIAAAAPE8H1AAAADElEQVQI12P4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC'

/** Each is the only difference to an empty picture of 20 × 10, so that its cost is seen by itself. */
const drawings: Record<string, string> = {
  'a rectangle': '<rect x="2" width="50%" height="8"/>',
  'a circle': '<circle cx="5" cy="5" r="4"/>',
  'an ellipse with one radius': '<ellipse cx="5" cy="5" rx="4"/>',
  'an ellipse': '<ellipse cx="5" cy="5" rx="4" ry="2"/>',
  'a line': '<line x1="1" y1="2" x2="75%" y2="9" stroke="red"/>',
  'a polygon': '<polygon points="0,0 10-.5 1e1 10 3,4"/>',
  'a polyline': '<polyline fill="none" stroke="#0a0" points="0 0 10 5 0 10"/>',
  'lines of a path': '<path d="M1 1H9V9h-4v-2l-2 1L1 5z"/>',
  'two pieces, the second after the end of the first': '<path d="m1 1 4 0 0 4zm10 0 4 0 0 4z"/>',
  'curves of a path': '<path d="M1 1C2 2 3 3 4 1s2 2 3 0S9 3 9 5Q7 9 5 5t-2 1T1 4"/>',
  'an arc': '<path d="M2 5A3 3 0 0 1 8 5"/>',
  'an arc whose flags have no separators': '<path d="M2 5a3 3 0 016 0 3 3 0 10-6 0"/>',
  'a path that ends where it cannot be read': '<path d="M1 1L9 1L9 9 L x L1 9"/>',
  'numbers without separators': '<path d="M1.5.5-1-.5+2e0.25"/>',
  'numbers with exponents': '<path d="M1e0 1E0L9e+0 1e1L2.5e-1 9E-0z"/>',
  'a stroke of two units': '<path d="M1 5H19" stroke="#00f" stroke-width="2" fill="none"/>',
  dashes: '<path d="M1 5H19" stroke="#00f" stroke-dasharray="1 .5" fill="none"/>',
  'dashes of a given length':
    '<path d="M1 5H19" pathLength="90" stroke="#00f" stroke-dasharray="3" fill="none"/>',
  'dashes that no scale changes':
    '<path d="M1 5H19" vector-effect="non-scaling-stroke" stroke="#00f" stroke-dasharray="4" fill="none"/>',
  'a scale': '<g transform="scale(2 .5) rotate(45) translate(1)"><rect width="4" height="4"/></g>',
  'a skew and a matrix':
    '<g transform="skewX(20) skewY(-10)"><rect transform="matrix(.5 0 .2 1 3 3)" width="4" height="4"/></g>',
  opacity: '<rect opacity=".5" width="4" height="4"/>',
  'opacity that is none':
    '<rect opacity="1" width="4" height="4"/><rect opacity="100%" width="1" height="1"/>',
  blending: '<rect style="mix-blend-mode: multiply" width="4" height="4"/>',
  'a mask':
    '<mask id="m"><rect width="9" height="9" fill="#fff"/></mask><rect mask="url(#m)" width="4" height="4"/>',
  'a clip':
    '<clipPath id="c"><circle r="3"/></clipPath><rect clip-path="url(#c)" width="4" height="4"/>',
  'a clip in units of its box':
    '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle r=".3"/></clipPath><rect clip-path="url(#c)" width="4" height="4"/>',
  'a linear gradient':
    '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="#00f"/></linearGradient><rect fill="url(#g)" width="4" height="4"/>',
  'a radial gradient with the stops of another':
    '<linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient><radialGradient id="r" href="#g"/><rect fill="url(#r)" width="4" height="4"/>',
  'a pattern':
    '<pattern id="p" width=".5" height=".25"><rect width="1" height="1" fill="#123456"/></pattern><rect fill="url(#p)" width="4" height="4"/>',
  'a pattern in units of the picture':
    '<pattern id="p" patternUnits="userSpaceOnUse" patternTransform="scale(2)" width="5" height="2"><rect width="1" height="1"/></pattern><rect fill="url(#p)" width="4" height="4"/>',
  'a blurred shadow':
    '<filter id="f"><feGaussianBlur stdDeviation="2"/><feOffset dx="1"/></filter><rect filter="url(#f)" width="4" height="4"/>',
  'a filter with a region':
    '<filter id="f" x="0" y="0" width="50%" height=".5"><feMorphology radius="2 3"/><feColorMatrix/></filter><rect filter="url(#f)" width="4" height="4"/>',
  'a use': '<rect id="a" width="4" height="4"/><use href="#a" x="5"/>',
  'a symbol':
    '<symbol id="s" viewBox="0 0 2 2"><rect width="1" height="1"/></symbol><use href="#s" width="10" height="5"/>',
  'a picture in the picture':
    '<svg x="1" width="10" height="5" viewBox="0 0 100 100"><rect width="50" height="50"/></svg>',
  markers:
    '<marker id="k" markerWidth="2" markerHeight="2" viewBox="0 0 1 1"><rect width="1" height="1"/></marker><path d="M0 0L5 5L9 0" stroke="red" fill="none" marker-start="url(#k)" marker-mid="url(#k)" marker-end="url(#k)"/>',
  text: '<text y="9" font-size="4">Lamp</text>',
  'text with an outline':
    '<text y="9" font-size="4" stroke="red">La<tspan fill="none">mp</tspan></text>',
  'an image': `<image width="4" height="4" href="${pixel}"/>`,
  'what is never shown': '<rect display="none" width="4" height="4"/><rect width="1" height="1"/>',
  'what crosses itself': `<path d="M0 0${Array.from({ length: 60 }, (_, n) => `L${n % 20} ${(n * 7) % 10}`).join('')}z"/>`,
}

const sizes: Record<string, string> = {
  'a size and no view box': 'width="40" height="20"',
  'a width and a view box': 'width="40" viewBox="0 0 20 10"',
  'a height and a view box': 'height="2cm" viewBox="5 5 20 10"',
  'sizes that say nothing': 'width="100%" height="auto" viewBox="0,0,20,10"',
  'no size at all': '',
  'a size that is too large': 'width="16385" height="0"',
}

/** Buffers that are held at once: what stands inside is counted on top of what is around it. */
const layers: Record<string, string> = {
  'a see-through part of a see-through group':
    '<g opacity=".5"><rect opacity=".4" width="4" height="4"/></g>',
  'see-through parts beside each other':
    '<rect opacity=".4" width="4" height="4"/><rect opacity=".5" width="4" height="4"/>',
  'a see-through part of a mask that has a mask itself':
    '<mask id="a"><rect width="9" height="9" fill="#fff"/></mask><mask id="b" mask="url(#a)"><rect width="5" height="9" opacity=".5"/></mask><rect mask="url(#b)" width="4" height="4"/>',
  'a see-through part of a mask, and then of the picture':
    '<mask id="a"><rect width="9" height="9" fill="#fff"/></mask><mask id="b" mask="url(#a)"><rect width="5" height="9"/></mask><rect mask="url(#b)" width="4" height="4"/><g opacity=".5"><rect opacity=".4" width="4" height="4"/></g>',
  'a see-through part of a clip in a filter':
    '<filter id="f"><feOffset dx="1"/></filter><clipPath id="c" clip-path="url(#d)"><circle r="3"/></clipPath><clipPath id="d"><circle r="2"/></clipPath><g filter="url(#f)"><rect clip-path="url(#c)" opacity=".5" width="4" height="4"/></g>',
}

/**
 * What a picture becomes, and what it costs to draw: by this it is refused, or drawn smaller. To be
 * read by eye after a change on purpose:
 * npx node --test --test-update-snapshots test/page/pixels/svg-prices.test.ts
 */
test('each part of a drawing has its cost', t => {
  const outcomes = [
    ...Object.entries({ ...drawings, ...layers }).map(([what, body]) => [
      what,
      read('viewBox="0 0 20 10"', body),
    ]),
    ...Object.entries(sizes).map(([what, size]) => [
      what,
      read(size, '<rect width="4" height="4"/>'),
    ]),
  ]
  t.assert.fileSnapshot(Object.fromEntries(outcomes), 'test/fixtures/svg-prices.json')
})

const colors = ['red', '#0a5c36', 'currentColor', 'none', 'rgb(1 2 3 / .5)', 'inherit', 'url(#no)']
const styles = `.a{fill:red;stroke-width:2} rect,circle{opacity:.4} #b>*{fill:#00f!important}
  @media (prefers-color-scheme:dark){.a{fill:#fff} path{stroke:#eee}} @media print{rect{fill:#123}}
  g .a{transform:scale(2)} :root{--c:#123456;color:#654321} .c{fill:var(--c);stroke:var(--d,#f00)}`

/** Two drawings in one, with other numbers, colors, classes and rules. */
const changed = (seed: number): string => {
  const random = createRandom(seed)
  const bodies = Object.values(drawings)
  const body = [random.pick(bodies), random.pick(bodies)]
    .join(random.pick(['', '<g class="a">', '<g id="b" transform="translate(3) rotate(30 1 2)">']))
    .replace(/(?<=["\s,a-zA-Z(-])\d*\.?\d+(?=["\s,a-zA-Z)%-])/g, digits =>
      random.int(3) > 0 ? digits : `${random.pick([0, -1, 0.5, 3, 12.25, 100, 1e4])}`,
    )
    .replace(/(?<=(?:fill|stroke)=")[^"]*/g, paint =>
      random.int(2) > 0 ? paint : random.pick(colors),
    )
    .replace(/<(rect|path|circle|use|text)\b/g, tag =>
      random.int(2) > 0 ? tag : `${tag} class="${random.pick(['a', 'c', 'a c'])}"`,
    )
  const style = random.int(2) > 0 ? '' : `<style>${styles}</style>`
  const count = (tag: RegExp) => body.match(tag)?.length ?? 0
  return `${style}${body}${'</g>'.repeat(count(/<g\b/g) - count(/<\/g>/g))}`
}

test('and so has each of many that differ a little', t => {
  const shown = Array.from({ length: 200 }, (_, seed) => {
    const outcome = read('viewBox="0 0 20 10"', changed(seed))
    const cost = 'cost' in outcome ? outcome.cost : outcome
    return `${digest(outcome)} ${JSON.stringify(cost)}`
  })
  t.assert.fileSnapshot(shown, 'test/fixtures/svg-prices-changed.json')
})

const read = (attributes: string, body: string): object => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`
  const result = sanitizeSvg(svg)
  if (!result.ok) return result
  const { cost, ok: _, ...rest } = result
  const rounded = Object.entries(cost).map(([name, value]) => [name, Number(value.toPrecision(7))])
  return { ...rest, cost: Object.fromEntries(rounded.filter(([, value]) => value !== 0)) }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { sanitizeSvg } from '../../../src/page/pixels/svg/sanitize.ts'
import { tintColor } from '../../../src/page/pixels/tint.ts'
import { tintRaster, tintSvg } from '../../../src/products/images/tint.ts'

const cleaned = (body: string, attributes = '') => {
  const clean = sanitizeSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" ${attributes}>${body}</svg>`,
  )
  assert.ok(clean.ok)
  return clean
}

test('a tinted SVG has that one color, keeps its shape and passes the sanitiser unchanged', () => {
  const bodies = [
    '<path d="M0 0h8v8z"/>',
    '<path fill="#123" d="M0 0h8v8z"/><path style="fill:rgb(1 2 3);stroke:red" d="M0 0h4v4z"/>',
    '<g fill="none" stroke="currentColor"><path d="M0 0h8v8z"/></g>',
    '<linearGradient id="g"><stop stop-color="#111"/><stop offset="1" stop-color="#222"/></linearGradient><path fill="url(#g)" d="M0 0h8v8z"/>',
  ]
  for (const body of bodies) {
    const tinted = tintSvg(cleaned(body).svg, 'dark')
    const again = sanitizeSvg(tinted)
    assert.ok(again.ok)
    assert.equal(again.svg, tinted)
    assert.deepEqual(again.colors, ['#ffffff'], tinted)
  }
})

test('paints keep how far one sees through them, and what is no paint stays', () => {
  const paints: [paint: string, tinted: string][] = [
    ['#123', '#ffffff'],
    ['#123f', '#ffffff'],
    ['rgb(1 2 3 / 50%)', '#ffffff80'],
    ['#11223300', '#11223300'],
    ['CurrentColor', '#ffffff'],
    ['none', 'none'],
    ['url(#g)', 'url(#g)'],
  ]
  const svg = (paint: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg"><path fill="${paint}" d="M0 0h8v8z"/></svg>`
  for (const [paint, tinted] of paints)
    assert.ok(tintSvg(svg(paint), 'dark').includes(`<path fill="${tinted}"`), paint)
})

test('what a mask lets through does not change with the tint', async () => {
  const svg = cleaned(
    '<mask id="m"><path fill="#fff" d="M0 0h8v8H0z"/><circle cx="4" cy="4" r="2"/></mask><path mask="url(#m)" d="M0 0h8v8H0z"/>',
  ).svg
  const alpha = (source: string) =>
    sharp(Buffer.from(source), { density: 720 }).ensureAlpha().extractChannel(3).raw().toBuffer()
  assert.ok((await alpha(svg)).equals(await alpha(tintSvg(svg, 'dark'))))
})

test('a tinted raster keeps its transparency', async () => {
  const mark = cleaned('<circle cx="4" cy="4" r="3" fill="#111"/>').svg
  const bytes = await sharp(Buffer.from(mark), { density: 720 }).png().toBuffer()
  const tinted = await tintRaster(bytes, 'dark', '#222')
  const read = (input: Buffer) => sharp(input).ensureAlpha().raw().toBuffer()
  const [before, after] = [await read(bytes), await read(tinted)]
  const expected = Number.parseInt(tintColor('dark', '#222').slice(1), 16)
  for (let i = 0; i < before.length; i += 4) {
    assert.equal(after[i + 3], before[i + 3])
    if (after[i + 3]) assert.equal(after.readUIntBE(i, 3), expected)
  }
})

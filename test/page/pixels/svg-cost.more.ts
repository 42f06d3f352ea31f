import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { decodeImage } from '../../../src/page/pixels/decode.ts'
import { rasterizeSvg } from '../../../src/page/pixels/rasterize.ts'
import { type CleanSvg, sanitizeSvg } from '../../../src/page/pixels/svg/sanitize.ts'
import { leastCpuMs } from './cpu.ts'

const repeated = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('')
const star = (count: number): string =>
  `M${repeated(count, i => `${(50 + 50 * Math.cos(i * 2.399)).toFixed(1)} ${(50 + 50 * Math.sin(i * 2.4 + 3 * (i % 2))).toFixed(1)} `)}`
const stops = (count: number): string =>
  repeated(count, i => `<stop offset="${i / count}" stop-color="hsl(${(i * 47) % 360} 80% 50%)"/>`)
const full = (attributes: string) => `<rect width="100" height="100" ${attributes}/>`

/** Families of pictures that grow with a number until they are refused. */
const families: Record<string, (count: number) => string> = {
  'many elements': n => repeated(n, i => `<rect x="${i % 99}" width="1" height="1"/>`),
  'radial gradients': n =>
    `<radialGradient id="g" fx=".2"><stop/><stop offset="1" stop-color="red"/></radialGradient>${repeated(n, () => full('fill="url(#g)"'))}`,
  'gradient stops': n =>
    `<linearGradient id="g">${stops(n)}</linearGradient>${full('fill="url(#g)"')}`,
  'stops of a radial gradient': n =>
    `<radialGradient id="g">${stops(n)}</radialGradient>${full('fill="url(#g)"')}`,
  'shapes of many stops': n =>
    `<radialGradient id="g">${stops(900)}</radialGradient>${repeated(n, () => full('fill="url(#g)"'))}`,
  masks: n =>
    `<mask id="m">${full('fill="#fff"')}</mask>${repeated(n, () => full('mask="url(#m)"'))}`,
  blurs: n =>
    `<filter id="f"><feGaussianBlur stdDeviation="5"/></filter>${repeated(n, () => full('filter="url(#f)"'))}`,
  'filter steps': n =>
    `<filter id="f"><feMerge>${repeated(n, () => '<feMergeNode in="SourceGraphic"/>')}</feMerge></filter>${full('filter="url(#f)"')}`,
  patterns: n =>
    `<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><circle r="5"/></pattern>${repeated(n, () => full('fill="url(#p)"'))}`,
  'crossing lines': n => `<path d="${star(n)}"/>`,
  'thick crossing lines': n => `<path d="${star(n)}" fill="none" stroke="#000" stroke-width="9"/>`,
  dashes: n =>
    `<path d="${star(40)}" fill="none" stroke="#000" stroke-width="9" stroke-linecap="round" stroke-dasharray="${100 / n}"/>`,
  'stroked text': n => repeated(n, () => '<text y="99" font-size="99" stroke="red">@</text>'),
  uses: n => `<circle id="a" r="9"/>${repeated(n, i => `<use href="#a" x="${i % 99}"/>`)}`,
}

/** Doubling, then halving the gap: the largest that passes, within a fifth. */
const worstAccepted = (family: (count: number) => string): CleanSvg => {
  const attempt = (count: number) =>
    sanitizeSvg(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${family(count)}</svg>`,
    )
  let accepted = attempt(1)
  let low = 1
  let high = 2
  for (let next = attempt(high); next.ok && high < 9000; next = attempt(high)) {
    accepted = next
    low = high
    high *= 2
  }
  while (high - low > low / 5) {
    const middle = Math.floor((low + high) / 2)
    const result = attempt(middle)
    if (result.ok) {
      accepted = result
      low = middle
    } else high = middle
  }
  assert.ok(accepted.ok)
  return accepted
}

/** The first text ever drawn looks for the machine's fonts, once for each process. */
before(async () => {
  await (
    await rasterizeSvg(
      worstAccepted(() => '<text y="9" stroke="red">a</text>'),
      32,
      32,
    )
  )
    .raw()
    .toBuffer()
})

for (const [name, family] of Object.entries(families))
  test(`the worst accepted picture is drawn in time: ${name}`, async () => {
    const worst = worstAccepted(family)
    for (const [sizePx, limitMs] of [
      [512, 250],
      [2048, 1000],
    ] as const) {
      const ms = await leastCpuMs(
        async () => (await rasterizeSvg(worst, sizePx, sizePx)).raw().toBuffer(),
        limitMs,
      )
      assert.ok(ms < limitMs, `${ms} ms at ${sizePx} px`)
    }
  })

test('a picture of thousands of stops costs next to nothing', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${families['stops of a radial gradient']?.(4900)}</svg>`
  assert.equal((await decodeImage(Buffer.from(svg))).ok, false)
  const ms = await leastCpuMs(() => decodeImage(Buffer.from(svg)), 100)
  assert.ok(ms <= 250, `${ms} ms`)
})

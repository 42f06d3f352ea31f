/**
 * What our rendering costs beside bare sharp on the same bytes: a 128 px PNG and WebP from a
 * stored 512 px PNG, and a 128 px PNG from an SVG. Prints the ratio of CPU times.
 *
 *   node bench/render.ts
 */
import sharp from 'sharp'
import { siGithub } from 'simple-icons'
import type { ImageSource } from '../src/page/pixels/decode.ts'
import { sanitizeSvg } from '../src/page/pixels/svg/sanitize.ts'
import { renderIcon, renderOg } from '../src/products/images/render.ts'

const sizePx = 128
const rounds = 150

const cpuMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** In turns, and the median of each: other work on the machine then hits both alike. */
const compare = async (
  name: string,
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
) => {
  const times: [ours: number[], bare: number[]] = [[], []]
  for (let round = -20; round < rounds; round++) {
    const pair = [await cpuMs(ours), await cpuMs(bare)] as const
    if (round < 0) continue
    times[0].push(pair[0])
    times[1].push(pair[1])
  }
  const [a = 0, b = 1] = times.map(list => list.toSorted((x, y) => x - y)[rounds >> 1] ?? 0)
  console.log(
    `${name}: ours ${a.toFixed(2)} ms, bare ${b.toFixed(2)} ms, ratio ${(a / b).toFixed(2)}`,
  )
}

const clean = sanitizeSvg(siGithub.svg)
if (!clean.ok) throw new Error(clean.detail)
const svg: ImageSource = { kind: 'svg', svg: clean.svg }
const bytes = await sharp(Buffer.from(clean.svg), { density: 72 * (512 / clean.width) })
  .png()
  .toBuffer()
const png: ImageSource = { kind: 'raster', bytes, width: 512, height: 512 }

await compare(
  'png 512 to png 128',
  () => renderIcon(png, { sizePx, format: 'png' }),
  () => sharp(bytes).resize(sizePx, sizePx, { fit: 'contain' }).png().toBuffer(),
)
await compare(
  'png 512 to webp 128',
  () => renderIcon(png, { sizePx, format: 'webp' }),
  () => sharp(bytes).resize(sizePx, sizePx, { fit: 'contain' }).webp().toBuffer(),
)
const text = Buffer.from(clean.svg)
await compare(
  'svg to png 128',
  () => renderOg(svg, { widthPx: sizePx, format: 'png' }),
  () =>
    sharp(text, { density: (72 * sizePx) / clean.width })
      .resize(sizePx, sizePx)
      .png()
      .toBuffer(),
)

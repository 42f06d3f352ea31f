import sharp from 'sharp'
import { siGithub } from 'simple-icons'
import { decodeImage } from '../src/page/pixels/decode.ts'
import { type Drawing, draw } from '../src/products/images/draw.ts'
import { renderIcon, renderOg } from '../src/products/images/render.ts'
import { atMost, type Context, defineBench, figure, median } from './harness/bench.ts'

export const bench = defineBench({
  name: 'render',
  part: 'Images',
  title: 'A 128 px picture beside bare sharp on the same bytes, processor time',
  minutes: 0.5,
  rows: {
    png: { what: 'ratio: PNG from a PNG of 512 px', limit: atMost(1.3) },
    webp: { what: 'ratio: WebP from a PNG of 512 px', limit: atMost(1.3) },
    svg: {
      what: 'ratio: PNG from an SVG',
      limit: atMost(1.3),
      note: 'Only Open Graph images are drawn from an SVG; an SVG icon is sent as it is.',
    },
    wholePng: {
      what: 'ratio: the whole task of a thread, PNG',
      note: 'A thread decodes the stored bytes anew before it draws them; the rows above are its drawing alone.',
    },
    wholeSvg: { what: 'ratio: the whole task of a thread, SVG' },
  },
  measure: async context => {
    // As a thread has it.
    sharp.concurrency(1)
    sharp.cache(false)
    const text = Buffer.from(siGithub.svg)
    const density = (side: number) => ({ density: 72 * (side / 24) })
    const bytes = await sharp(text, density(512)).png().toBuffer()
    const [png, svg] = [await decoded(bytes), await decoded(text)]
    const small = () => sharp(bytes).resize(sizePx, sizePx, { fit: 'contain' })
    const barePng = () => small().png().toBuffer()
    const bareSvg = () => sharp(text, density(sizePx)).resize(sizePx, sizePx).png().toBuffer()
    const icon = (format: 'png' | 'webp') => () => renderIcon(png, { sizePx, format })
    const og = () => renderOg(svg, { sizePx, format: 'png' })
    const whole = (kind: Drawing['kind'], stored: Buffer) => () =>
      draw({
        ...{ kind, bytes: stored, maskColor: null, theme: 'light', sizePx, format: 'png' },
        ...{ density: 1, raster: false, greyscale: false },
      })
    return {
      png: await compare(context, icon('png'), barePng),
      webp: await compare(context, icon('webp'), () => small().webp().toBuffer()),
      svg: await compare(context, og, bareSvg),
      wholePng: await compare(context, whole('icon', bytes), barePng),
      wholeSvg: await compare(context, whole('og', text), bareSvg),
    }
  },
})

const sizePx = 128

const decoded = async (bytes: Buffer) => {
  const image = await decodeImage(bytes)
  if (!image.ok) throw new Error(image.detail)
  return image.source
}

/** In turns, and the median of each: other work on the machine then hits both alike. */
const compare = async (
  { sample }: Context,
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
) => {
  const times: { ours: number; bare: number }[] = []
  for (let round = -20; round < 150 / sample; round++) {
    const pair = { ours: await cpuMs(ours), bare: await cpuMs(bare) }
    if (round >= 0) times.push(pair)
  }
  const [oursMs, bareMs] = [median(times.map(t => t.ours)), median(times.map(t => t.bare))]
  const shown = `${oursMs.toFixed(2)} ms beside ${bareMs.toFixed(2)} ms`
  return figure(oursMs / bareMs, `${(oursMs / bareMs).toFixed(2)} (${shown})`)
}

const cpuMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

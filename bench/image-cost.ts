import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import sharp from 'sharp'
import { atMost, defineBench, figure } from './harness/bench.ts'
import type { Cost } from './support/decode-once.ts'

export const bench = defineBench({
  name: 'image-cost',
  part: 'Images',
  title:
    'The worst pictures that are still accepted, each in a process of its own beside an idle one',
  minutes: 1,
  needs: { linux: true },
  rows: {
    cpu: { what: 'processor time of the slowest', unit: 'ms', limit: atMost(1_000) },
    memory: { what: 'memory of the largest', unit: 'MB', limit: atMost(128) },
    refused: { what: 'kinds that were refused instead', limit: atMost(0) },
  },
  measure: async ({ sample, say }) => {
    const costs: (Cost & { name: string })[] = []
    for (const [name, make] of Object.entries(files).filter((_, at) => at % sample === 0)) {
      const input = await make()
      const program = join(import.meta.dirname, 'support', 'decode-once.ts')
      const cost = JSON.parse(String(execFileSync(process.execPath, [program], { input }))) as Cost
      costs.push({ name, ...cost })
      const size = `${Math.round(input.length / 1_000)} kB`
      say(
        `${name}, ${size}: ${cost.verdict}, ${cost.cpuMs.toFixed(0)} ms, ${cost.mb.toFixed(0)} MB`,
      )
    }
    const [slowest] = costs.toSorted((a, b) => b.cpuMs - a.cpuMs)
    const [largest] = costs.toSorted((a, b) => b.mb - a.mb)
    if (!slowest || !largest) throw new Error('Nothing was measured.')
    return {
      cpu: figure(slowest.cpuMs, `${slowest.cpuMs.toFixed(0)} ms (${slowest.name})`),
      memory: figure(largest.mb, `${largest.mb.toFixed(0)} MB (${largest.name})`),
      refused: figure(costs.filter(({ verdict }) => verdict !== 'accepted').length),
    }
  },
})

/** Noise, so that nothing packs well: large files and slow decoders. */
const noise = (side: number, channels: 3 | 4 = 4) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
    limitInputPixels: false,
  })
const flat = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 4,
      background: { r: 9, g: 9, b: 9, alpha: 0.5 },
    },
  })

const files: Record<string, () => Promise<Buffer>> = {
  'PNG, 5000², one color': () => flat(5000).png().toBuffer(),
  'PNG, 4000², interlaced': () => flat(4000).png({ progressive: true }).toBuffer(),
  'PNG, 2800², interlaced, 16 bits': () =>
    flat(2800).toColorspace('rgb16').png({ progressive: true }).toBuffer(),
  'PNG, 1700², noise': () => noise(1700).png({ compressionLevel: 1 }).toBuffer(),
  'JPEG, 4000², progressive': () =>
    noise(4000, 3).jpeg({ quality: 60, progressive: true }).toBuffer(),
  'JPEG, 5000²': () => noise(5000, 3).jpeg({ quality: 60 }).toBuffer(),
  'WebP, 4000²': () => noise(4000).webp({ quality: 5, alphaQuality: 5, effort: 0 }).toBuffer(),
  'WebP, 4000², lossless': () => flat(4000).webp({ lossless: true, effort: 0 }).toBuffer(),
  'GIF, 4000²': () => flat(4000).gif({ effort: 1 }).toBuffer(),
  'AVIF, 2400²': () => noise(2400, 3).avif({ quality: 40, effort: 0 }).toBuffer(),
}

/**
 * What the worst pictures that are still accepted cost: processor time and memory above an idle
 * process, each in a process of its own.
 *
 *   node bench/image-cost.ts
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { decodeImage } from '../src/page/pixels/decode.ts'

const maxMs = 1_000
const maxMb = 128

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

type Cost = { verdict: string; cpuMs: number; mb: number }

/** In the child: the picture comes in on standard input. */
const measure = async (): Promise<Cost> => {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  await decodeImage(await flat(64).png().toBuffer())
  // Linux forgets the highest mark so far.
  writeFileSync('/proc/self/clear_refs', '5')
  const beforeKb = peakKb()
  const before = process.cpuUsage()
  const decoded = await decodeImage(bytes)
  const { user, system } = process.cpuUsage(before)
  return {
    verdict: decoded.ok ? 'accepted' : decoded.reason,
    cpuMs: (user + system) / 1_000,
    mb: (peakKb() - beforeKb) / 1_024,
  }
}

const peakKb = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1])

if (process.argv[2] === '--child') console.log(JSON.stringify(await measure()))
else {
  console.log(`at most ${maxMs} ms and ${maxMb} MB each`)
  for (const [name, make] of Object.entries(files)) {
    const input = await make()
    const output = execFileSync(process.execPath, [import.meta.filename, '--child'], { input })
    const { verdict, cpuMs, mb } = JSON.parse(String(output)) as Cost
    const size = `${Math.round(input.length / 1_000)} kB`
    console.log(
      `${name.padEnd(34)} ${size.padStart(9)}  ${verdict.padEnd(16)} ${cpuMs.toFixed(0).padStart(5)} ms  ${mb.toFixed(0).padStart(4)} MB${cpuMs > maxMs || mb > maxMb ? '  TOO MUCH' : ''}`,
    )
  }
}

import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { decodeImage } from '../../src/page/pixels/decode.ts'
import { peakMb } from './server.ts'

export type Cost = { verdict: string; cpuMs: number; mb: number }

/** A process of bench/image-cost.ts: decodes the picture on standard input and prints its cost. */
const main = async (): Promise<Cost> => {
  const bytes = await buffer(process.stdin)
  const small = sharp({ create: { width: 64, height: 64, channels: 4, background: '#999' } })
  await decodeImage(await small.png().toBuffer())
  // Linux forgets the highest mark so far.
  writeFileSync('/proc/self/clear_refs', '5')
  const beforeMb = peakMb(process.pid)
  const before = process.cpuUsage()
  const decoded = await decodeImage(bytes)
  const { user, system } = process.cpuUsage(before)
  return {
    verdict: decoded.ok ? 'accepted' : decoded.reason,
    cpuMs: (user + system) / 1_000,
    mb: peakMb(process.pid) - beforeMb,
  }
}

console.log(JSON.stringify(await main()))

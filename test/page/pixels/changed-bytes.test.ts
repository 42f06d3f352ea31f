import { test } from 'node:test'
import { decodeBmp } from '../../../src/page/pixels/raster/dib.ts'
import { sizeFromHeader } from '../../../src/page/pixels/raster/header.ts'
import {
  decodeIcoBitmap,
  isIco,
  rankIcoEntries,
  readIco,
} from '../../../src/page/pixels/raster/ico.ts'
import { sniffImage } from '../../../src/page/pixels/raster/sniff.ts'
import { affordableSizePx, isAffordable, noCost } from '../../../src/page/pixels/svg/cost.ts'
import { digest } from '../../support/readings.ts'
import { type BitmapOptions, type Painter, writeBmp, writeDib, writeIco } from './ico-writer.ts'

const paint: Painter = (x, y) => [x < 4 ? 248 : 0, y < 3 ? 248 : 0, 0, x < 2 ? 0 : 255]
const depths: BitmapOptions[] = [{ bits: 4 }, { bits: 8 }, { bits: 16 }, { bits: 24 }, { bits: 32 }]
const values = [0, 1, 2, 12, 40, 127, 128, 255]

const attempt = <T>(read: () => T): T | string => {
  try {
    return read()
  } catch (error) {
    return (error as Error).message
  }
}

/** Each byte of the heads is another in turn: every bound of a size or an offset is met. */
test('what is read of icons and bitmaps of which one byte is another', t => {
  const shown = depths.flatMap(options => {
    const dib = writeDib(8, paint, options)
    const colorBytes = options.bits <= 8 ? 4 * 2 ** options.bits : 0
    const files = { bmp: writeBmp(dib, colorBytes), ico: writeIco([{ size: 8, bytes: dib }]) }
    return Object.entries(files).map(([kind, file]) => {
      const outcomes = Array.from({ length: 60 * values.length }, (_, nth) => {
        const bytes = Uint8Array.from(file)
        bytes[Math.floor(nth / values.length)] = values[nth % values.length] ?? 0
        if (kind === 'bmp') return attempt(() => decodeBmp(bytes))
        const entries = attempt(() => readIco(bytes))
        if (typeof entries === 'string') return entries
        return [
          isIco(bytes),
          rankIcoEntries(entries, 4).map(entry => attempt(() => decodeIcoBitmap(entry))),
        ]
      })
      return `${kind} ${options.bits}: ${new Set(outcomes.map(digest)).size} outcomes ${digest(outcomes)}`
    })
  })
  t.assert.fileSnapshot(shown, 'test/fixtures/bitmap-bytes.json')
})

test('what a head says of kind and size', t => {
  const heads = [
    '89504e470d0a1a0a0000000d49484452000000100000002008060000',
    'ffd8ffe000104a46494600010100000100010000ffc0001108002000100301',
    '474946383961100020008000',
    '52494646240000005745425056503820',
    '424d46000000000000003600000028000000',
    '00000100010010100000',
    '3c737667',
    '1f8b08',
    '0000001c6674797061766966',
  ]
  const shown = heads.flatMap(head =>
    [0, 1, 3, 8, 11].map(at => {
      const bytes = Uint8Array.from([...Buffer.from(head, 'hex'), ...new Uint8Array(40)])
      if (at > 0) bytes[at] = (bytes[at] ?? 0) + 1
      return `${head.slice(0, 12)} ${at}: ${sniffImage(bytes)} ${JSON.stringify(attempt(() => sizeFromHeader(bytes)))}`
    }),
  )
  t.assert.fileSnapshot(shown, 'test/fixtures/image-heads.json')
})

test('how large a drawing may be drawn for what it costs', t => {
  const terms = [
    'fixedNs',
    'pixelNs',
    'windowNs',
    'scanNs',
    'edgePairs',
    'surfaces',
    'expanded',
  ] as const
  const shown = terms.map(term => {
    const sizes = [0, 1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9].map(amount => {
      const cost = { ...noCost(), [term]: amount }
      const drawn = [64, 128, 512, 513, 2_048].map(px => affordableSizePx(cost, px))
      return `${drawn.join('/')}${isAffordable(cost) ? '' : ' refused'}`
    })
    return [term, sizes]
  })
  t.assert.fileSnapshot(Object.fromEntries(shown), 'test/fixtures/svg-affordable.json')
})

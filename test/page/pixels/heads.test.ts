import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sizeFromHeader } from '../../../src/page/pixels/raster/header.ts'

const bytes = (...parts: (string | number | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap(part =>
      typeof part === 'string'
        ? [...Buffer.from(part, 'latin1')]
        : typeof part === 'number'
          ? new Array<number>(part).fill(0)
          : part,
    ),
  )

const pngStart = '\x89PNG\r\n\x1a\n'
const png = (rest = 9) => bytes(pngStart, [0, 0, 0, 13], 'IHDR', [0, 0, 1, 2, 0, 0, 3, 4], rest)
const gif = (name: string, rest = 3) => bytes(name, [2, 1, 4, 3], rest)
const webp = (chunk: string, rest: (string | number | number[])[]) =>
  bytes('RIFF', 4, 'WEBP', chunk, 4, ...rest)

/** A segment of a JPEG: its marker, its length with the two bytes that say so, and what is in it. */
const segment = (marker: number, inside: number[]) => [
  ...[0xff, marker, 0, inside.length + 2],
  ...inside,
]
const frame = (marker: number) => segment(marker, [8, 1, 2, 3, 4, 3, 0, 0, 0])
const jpeg = (...parts: number[][]) => bytes([0xff, 0xd8], ...parts, [0xff, 0xd9], 9)
const scans = (count: number) => Array.from({ length: count }, () => segment(0xda, [0, 0])).flat()

describe('kind and size by the first bytes of a file', () => {
  const wide = { width: 0x102, height: 0x304 }
  const cases: [what: string, bytes: Uint8Array, size: object | undefined][] = [
    ['a PNG', png(), { kind: 'png', ...wide }],
    ['a PNG that ends before its first chunk does', png(8), undefined],
    ['a PNG that begins with another chunk', bytes(pngStart, 4, 'IDAT', 20), undefined],
    ['a PNG without width', bytes(pngStart, 4, 'IHDR', 4, [0, 0, 0, 1], 9), undefined],
    ['a PNG without height', bytes(pngStart, 4, 'IHDR', [0, 0, 0, 1], 4, 9), undefined],
    ['a GIF', gif('GIF89a'), { kind: 'gif', ...wide }],
    ['an old GIF', gif('GIF87a'), { kind: 'gif', ...wide }],
    ['a GIF of a version that is none', gif('GIF88a'), undefined],
    ['a GIF that is cut off', gif('GIF89a', 2), undefined],
    [
      'a WebP with a header of its own',
      webp('VP8X', [4, [1, 2, 0, 3, 4, 0]]),
      { kind: 'webp', width: 0x202, height: 0x404 },
    ],
    [
      'a WebP as large as can be',
      webp('VP8X', [4, [255, 255, 255, 0, 0, 0]]),
      { kind: 'webp', width: 2 ** 24, height: 1 },
    ],
    [
      'a WebP without loss',
      webp('VP8L', [[0x2f, 0xff, 0x7f, 0x01, 0x00], 5]),
      { kind: 'webp', width: 0x4000, height: 6 },
    ],
    ['a WebP', webp('VP8 ', [6, [2, 0xc1, 4, 0x43]]), { kind: 'webp', ...wide }],
    ['a WebP of something else', webp('VP9 ', [6, [2, 0xc1, 4, 0x43]]), undefined],
    ['a WebP that is cut off', webp('VP8 ', [6, [2, 0xc1, 4]]), undefined],
    ['a RIFF that is no WebP', bytes('RIFF', 4, 'WAVE', 'VP8 ', 30), undefined],
    ['a JPEG', jpeg(frame(0xc0)), { kind: 'jpeg', width: 0x304, height: 0x102 }],
    ['a progressive JPEG', jpeg(frame(0xc2)), { kind: 'jpeg', width: 0x304, height: 0x102 }],
    ['the last kind of JPEG', jpeg(frame(0xcf)), { kind: 'jpeg', width: 0x304, height: 0x102 }],
    ['tables are no frame', jpeg(frame(0xc4)), undefined],
    ['nor is an extension', jpeg(frame(0xc8)), undefined],
    ['nor is arithmetic conditioning', jpeg(frame(0xcc)), undefined],
    ['nor is what follows on frames', jpeg(frame(0xd0)), undefined],
    [
      'a JPEG with other segments first',
      jpeg(segment(0xe0, [1, 2, 3]), segment(0xdb, [0xff, 0xc0, 8, 9, 9, 9, 9]), frame(0xc0)),
      { kind: 'jpeg', width: 0x304, height: 0x102 },
    ],
    [
      'a JPEG with filling between its segments',
      jpeg([0xff, 0xff, 0xff], frame(0xc0).slice(1), []),
      { kind: 'jpeg', width: 0x304, height: 0x102 },
    ],
    [
      'a JPEG with bytes that belong nowhere',
      jpeg([1, 2, 3], [0xff, 0], [0xff, 1], [0xff, 0xd3], frame(0xc0)),
      { kind: 'jpeg', width: 0x304, height: 0x102 },
    ],
    [
      'the first of two frames',
      jpeg(frame(0xc0), segment(0xc0, [8, 9, 9, 9, 9, 3, 0, 0])),
      { kind: 'jpeg', width: 0x304, height: 0x102 },
    ],
    ['a frame behind the end', jpeg([0xff, 0xd9], frame(0xc0)), undefined],
    ['64 scans', jpeg(frame(0xc0), scans(64)), { kind: 'jpeg', width: 0x304, height: 0x102 }],
    ['65 scans', jpeg(frame(0xc0), scans(65)), undefined],
    ['a JPEG that is only a beginning', bytes([0xff, 0xd8, 0xff]), undefined],
    [
      'a frame of which the size is cut off',
      bytes([0xff, 0xd8], frame(0xc0).slice(0, 9)),
      undefined,
    ],
    ['nothing', bytes(), undefined],
    ['words', bytes('GIFs are files'), undefined],
  ]
  for (const [what, file, size] of cases)
    it(what, () => assert.deepEqual(sizeFromHeader(file), size))
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import sharp from 'sharp'
import { draw } from '../../../src/products/images/draw.ts'
import { createRenditions } from '../../../src/products/images/renditions.ts'
import {
  type ImageRequest,
  identifierOf,
  readRequest,
  requestFor,
  splitTarget,
} from '../../../src/products/images/request.ts'
import { createServe } from '../../../src/products/images/serve.ts'

/** A black wordmark, three times as wide as high: it is tinted for a dark surface. */
const wordmark = sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><path d="M1 1h9v8H1zM14 1h2v8h-2zM20 1h9v3h-9z"/></svg>',
  ),
  { density: 600 },
)
  .resize(600, 200)
  .png()
  .toBuffer()

const createServer = () => {
  const asked: string[] = []
  const make = createServe({
    now: () => 0,
    line: {
      admit: async (_: string, work: () => Promise<unknown>) => work(),
    } as Parameters<typeof createServe>[0]['line'],
    renditions: createRenditions(10_000_000),
    diskCache: undefined,
    sources: {
      async find({ domain, theme }) {
        asked.push(domain.host)
        const source = {
          theme,
          source: 'header',
          url: null,
          bytes: await wordmark,
          maskColor: null,
        }
        return { source, goodUntilMs: 1_000_000, isProvisional: false }
      },
    },
    pins: {
      of: () => ({}),
      hasImage: () => false,
      image: async () => undefined,
      stateOf: () => '',
    },
    pixels: { draw },
  })
  return { asked, serve: (request: ImageRequest) => make(request, 'key', 'acc_1') }
}

it('theme=auto shows a logo of pixels in the size that was asked for', async () => {
  const sizes: [query: string, width: number, height: number][] = [
    ['', 192, 64],
    ['&height=200', 600, 200],
    ['&width=300&retina=true', 300, 100],
    ['&width=300&format=webp', 300, 100],
    ['&width=300&format=jpg', 300, 100],
    ['&width=300&format=avif', 300, 100],
  ]
  for (const [query, width, height] of sizes) {
    const { serve } = createServer()
    const request = readRequest(splitTarget(`/logo/words.test?theme=auto${query}`))
    const { bytes, contentType } = await serve(request)
    assert.equal(contentType, 'image/svg+xml', query)
    const [start] = bytes.toString().split('>', 1)
    assert.match(start ?? '', new RegExp(` width="${width}" height="${height}" `), query)
  }
})

it('a logo by a symbol that nobody has is a monogram, and nobody is asked for it', async () => {
  const { asked, serve } = createServer()
  for (const path of ['type/logo', 'logo.svg', 'type/symbol', 'type/icon']) {
    const target = splitTarget(`/ticker/QQZZX/w/100/${path}?c=pk_1`)
    const identifier = identifierOf(target)
    assert.ok(identifier)
    const nobody = { domain: undefined, reason: 'No share of this symbol is known.' }
    const { source, status } = await serve(requestFor(target, identifier, nobody))
    assert.deepEqual([status, source], [200, 'monogram'], path)
  }
  assert.deepEqual(asked, [])
})

it('a name that is cut inside a letter of two halves is still a name', () => {
  const target = splitTarget('/name/x')
  const text = `${'a'.repeat(99)}😀`
  const request = requestFor(target, { kind: 'name', text }, { domain: undefined, reason: 'none' })
  assert.equal(request.missing, 'none')
})

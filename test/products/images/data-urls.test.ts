import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fetchIcon } from '../../../src/products/images/files.ts'

const read = async (url: string): Promise<Buffer | undefined> => {
  let seen: Uint8Array | undefined
  const deps = {
    egress: {} as Parameters<typeof fetchIcon>[0]['egress'],
    decode: async (bytes: Uint8Array) => {
      seen = bytes
      return { problem: 'not decoded here' }
    },
  }
  await fetchIcon(deps, url, new AbortController().signal)
  return seen && Buffer.from(seen)
}

it('a data address is read as browsers read it', async () => {
  const bytes = Buffer.from([0xfb, 0xff, 0xfe, 1, 2, 3, 4])
  const base64 = bytes.toString('base64')
  const svg = '<svg width="100%" fill="#f00">é</svg>'
  const urls: [url: string, expected: Buffer | string][] = [
    [`data:image/png;base64,${base64}`, bytes],
    [`data:image/png;base64,${encodeURIComponent(base64)}`, bytes],
    [`data:image/png;base64,${base64.slice(0, 4)}%0A${base64.slice(4)}`, bytes],
    [`data:image/svg+xml,${encodeURIComponent(svg)}`, svg],
    [`data:image/svg+xml,${svg}`, svg],
    // Written by hand: some of it encoded, and a % that is none.
    ['data:image/svg+xml;utf8,%3Csvg width="100%" fill="%23f00">é%3C/svg%3E', svg],
  ]
  for (const [url, expected] of urls)
    assert.equal(String(await read(url)), String(Buffer.from(expected as string)), url)
})

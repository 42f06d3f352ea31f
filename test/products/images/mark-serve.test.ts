import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRenditions } from '../../../src/products/images/renditions.ts'
import { readRequest, splitTarget } from '../../../src/products/images/request.ts'
import { createServe } from '../../../src/products/images/serve.ts'

/** Fails as soon as anything but itself is needed. */
const nothing = (): never => {
  throw new Error('a mark needs nothing')
}
const line = { admit: nothing, join: nothing, hold: nothing, load: nothing }

it('a curated mark needs no network, no database, no line and no thread', async () => {
  const serve = createServe({
    now: () => 0,
    line,
    renditions: createRenditions(1_000_000),
    diskCache: undefined,
    sources: { find: nothing },
    pins: { of: () => ({}), hasImage: () => false, image: nothing, stateOf: () => '' },
    pixels: { draw: nothing },
  })
  for (const query of ['', '?theme=dark&size=64', '?greyscale=true']) {
    const request = readRequest(splitTarget(`/github.com${query}`))
    const { status, source, contentType, bytes } = await serve(request, query, 'acc_1')
    assert.deepEqual([status, source, contentType], [200, 'mark', 'image/svg+xml'])
    assert.match(bytes.toString(), new RegExp(`width="${request.sizePx}"`))
  }
  await assert.rejects(async () => serve(readRequest(splitTarget('/nobody.test')), 'x', 'acc_1'))
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { listenBare } from '../../../src/base/http/listener.ts'
import { stretched } from '../../support/slowness.ts'

const place = { host: '127.0.0.1', port: 0 }

describe('a server that closes', () => {
  it('does not wait for connections on which nothing was asked', async () => {
    const listener = await listenBare((_request, response) => response.end('ok'), place)
    const ahead = connect(listener.place.port, '127.0.0.1')
    await once(ahead, 'connect')
    const startedMs = performance.now()
    await Promise.all([listener.close(), once(ahead, 'close')])
    // Impatience would end it after three seconds.
    assert.ok(performance.now() - startedMs < stretched(2_500))
  })

  it('lets an answer come to its end', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: told, resolve: tell } = Promise.withResolvers<void>()
    const listener = await listenBare(async (_request, response) => {
      ask()
      await told
      response.end('whole')
    }, place)
    const answer = fetch(listener.url).then(response => response.text())
    await asked
    const closed = listener.close()
    setTimeout(tell, 200)
    assert.equal(await answer, 'whole')
    await closed
  })
})

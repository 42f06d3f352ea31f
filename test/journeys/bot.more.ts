import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { verify as verifyRequest } from 'web-bot-auth'
import { verifierFromJWK } from 'web-bot-auth/crypto'
import { call } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'
import type { WebRequest } from '../support/simulated-web.ts'
import { createWayProxy } from '../support/way-proxy.ts'
import { startWebApp } from '../support/web-app.ts'

const agent = 'https://siteray.example'
const identity = { PUBLIC_URL: agent, BOT_CONTACT: 'bots@siteray.example' }

type Jwk = { kty: string; crv: string; kid: string; x: string }
const verifies = async (request: WebRequest | undefined, key: Jwk | undefined) => {
  assert.ok(request && key)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
  const message = { method: request.method, url: request.url.href, headers }
  return verifyRequest(message, await verifierFromJWK(key))
}
const article = `<title>A</title><article><h1>A</h1><p>${'Words of the article. '.repeat(20)}</p></article>`

describe('a page', () => {
  it('that wants a signature is read in the browser after a challenge', async () => {
    const other = await startWebApp({ ...identity })
    other.web.site('gate.test', ({ headers }) =>
      headers.signature
        ? article
        : { status: 401, headers: { 'accept-signature': 'sig1=("@authority")' }, body: 'Sign.' },
    )
    const body = { url: 'https://gate.test/', render: 'always', headers: { 'x-own': 'yes' } }
    const answer = await other.app.api('/v1/scrape', { method: 'POST', body })
    assert.equal(answer.status, 200, answer.text)
    const last = other.web.requestsTo('gate.test').at(-1)
    assert.equal(last?.headers['x-own'], 'yes')
  })
})

describe('a way out', () => {
  it('carries signed requests: a challenge is answered by the way that met it', async () => {
    const proxy = await createWayProxy({ kind: 'http', from: '127.0.0.51' })
    atEnd(proxy.close)
    const folder = mkdtempSync(join(tmpdir(), 'siteray-signed-ways-'))
    atEnd(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'ways.json')
    writeFileSync(file, JSON.stringify([{ name: 'there', url: proxy.url }]))
    const by = await startWebApp({ ...identity, WAYS_FILE: file })
    const visitors = new Set<string>()
    by.web.site('signed.test', ({ headers }, response) => {
      visitors.add(response.socket?.remoteAddress ?? '')
      return headers.signature
        ? article
        : { status: 403, headers: { 'accept-signature': 'sig1=("@authority")' }, body: 'Sign.' }
    })
    const { text } = await call(`${by.app.apiUrl}/.well-known/http-message-signatures-directory`)
    const [key] = (JSON.parse(text) as { keys: Jwk[] }).keys
    for (const render of ['never', 'always']) {
      const body = { url: 'https://signed.test/', way: 'there', render }
      const answer = await by.app.api('/v1/scrape', { method: 'POST', body })
      assert.equal(answer.status, 200, answer.text)
      await verifies(by.web.requestsTo('signed.test').at(-1), key)
    }
    assert.deepEqual([...visitors], ['127.0.0.51'])
  })
})

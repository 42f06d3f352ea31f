import assert from 'node:assert/strict'
import { request } from 'node:http'
import { before, describe, it } from 'node:test'
import { call, startApp, type TestApp } from '../support/app.ts'

const token = 'a token for those who watch'

/** `fetch` sets Host itself; this one says what the test wants. */
const asHost = (url: string, host: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    request(url, { headers: { host, ...headers } }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', part => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
      .on('error', reject)
      .end()
  })

/** Sent by proxies, or by whoever likes to; none of them opens or closes anything. */
const guesses = { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1', 'x-real-ip': '::1' }

let plain: TestApp
let withToken: TestApp
let withPort: TestApp
let withBoth: TestApp
before(async () => {
  plain = await startApp({
    PUBLIC_URL: 'https://api.siteray.test',
    ALLOWED_HOSTS: 'siteray, Inside.Siteray.test',
  })
  const start = (env: Record<string, string>) =>
    startApp({ ROLE: 'api', HOST: '0.0.0.0', ...env }, plain.database)
  ;[withToken, withPort, withBoth] = await Promise.all([
    start({ METRICS_TOKEN: token, IMAGE_PUBLIC_URL: 'https://img.siteray.test' }),
    start({ METRICS_PORT: '0' }),
    start({ METRICS_PORT: '0', METRICS_TOKEN: token }),
  ])
})

describe('metrics', () => {
  it('are not served at the port of the API unless a token was set', async () => {
    for (const headers of [{}, guesses, { authorization: 'Bearer ' }]) {
      const answer = await call(`${plain.apiUrl}/metrics`, { headers })
      assert.equal(answer.status, 404)
      assert.match(answer.text, /METRICS_TOKEN/)
    }
    assert.equal(plain.metricsUrl, undefined)
  })

  it('are served there to whoever has the token, and to nobody else', async () => {
    const url = `${withToken.apiUrl}/metrics`
    for (const authorization of ['', 'Bearer ', `Bearer ${token}x`, token, `Bearer ${token} x`])
      assert.equal((await call(url, { headers: { ...guesses, authorization } })).status, 401)
    await withToken.api('/v1/usage')
    const answer = await call(url, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(answer.status, 200)
    assert.match(
      answer.text,
      /siteray_http_request_seconds_count\{method="GET",route="\/v1\/usage"/,
    )
  })

  it('have a port of their own: of this machine alone, whatever HOST says', async () => {
    const url = withPort.metricsUrl ?? ''
    assert.equal(new URL(url).hostname, '127.0.0.1')
    assert.equal((await call(url)).status, 200)
    assert.equal((await call(url, { method: 'POST' })).status, 404)
    assert.equal((await call(new URL('/v1/usage', url).href)).status, 404)
    assert.equal((await call(`${withPort.apiUrl}/metrics`)).status, 404)
    assert.equal((await asHost(url, 'rebound.example')).status, 421)
  })

  it('are on the network at that port only with a token', async () => {
    const url = withBoth.metricsUrl ?? ''
    assert.equal(new URL(url).hostname, '0.0.0.0')
    const authorization = `Bearer ${token}`
    assert.equal((await call(url, { headers: guesses })).status, 401)
    assert.equal((await asHost(url, 'siteray:9090', { authorization })).status, 200)
    const here = await call(`${withBoth.apiUrl}/metrics`, { headers: { authorization } })
    assert.equal(here.status, 404)
  })
})

describe('the name that a request calls us by', () => {
  const statusFor = async (host: string, path = '/v1/usage') =>
    (await asHost(plain.apiUrl + path, host)).status

  it('is one of ours, or an address', async () => {
    for (const host of [
      'api.siteray.test',
      'API.siteray.test:443',
      'siteray:3000',
      'inside.siteray.test',
      'localhost',
      'localhost.:8080',
      'app.localhost:3000',
      '127.0.0.1',
      '192.168.1.5:3000',
      '[::1]:3000',
    ])
      assert.equal(await statusFor(host), 401, host)
  })

  it('may be the image API’s: on a shared port it is ours too', async () => {
    assert.equal((await asHost(`${withToken.apiUrl}/v1/usage`, 'img.siteray.test')).status, 401)
  })

  it('is refused when a page made it lead here, with a sentence that says what to set', async () => {
    for (const host of [
      'rebound.example',
      'rebound.example:3000',
      'api.siteray.test.rebound.example',
      'localhost.rebound.example',
      '127.0.0.1.rebound.example',
      'siteray@rebound.example',
      'localhost:3000:rebound.example',
    ])
      for (const path of ['/v1/usage', '/', '/dashboard/api/session', '/openapi.json', '/nowhere'])
        assert.equal(await statusFor(host, path), 421, `${host}${path}`)
    const { text } = await asHost(`${plain.apiUrl}/v1/usage`, 'rebound.example', {
      'x-forwarded-host': 'api.siteray.test',
    })
    assert.match(JSON.parse(text).error, /"rebound\.example".*ALLOWED_HOSTS.*PUBLIC_URL/)
  })

  it('does not matter to those who ask whether we live', async () => {
    for (const path of ['/healthz', '/readyz'])
      assert.equal(await statusFor('10-1-2-3.pod.cluster.local', path), 200)
  })

  it('does not matter to the image API, which has no cookies and is for every page', async () => {
    const icon = `${plain.imageUrl}/example.com?token=none`
    assert.equal((await asHost(icon, 'cdn.example')).status, 401)
  })
})

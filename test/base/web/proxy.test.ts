import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { createEgress, type Egress } from '../../../src/base/web/egress.ts'
import { type BrowserProxy, openBrowserProxy, type ProxyPass } from '../../../src/base/web/proxy.ts'
import { isRefusal, refusalHeader, refusalMark } from '../../../src/base/web/refusal.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let egress: Egress
let proxy: BrowserProxy

before(async () => {
  web = await createSimulatedWeb()
  egress = createEgress({ outbound: web.outbound })
  proxy = await openBrowserProxy(egress)
  web.site('shop.example', { '/': 'the shop', '/big': 'x'.repeat(3_000_000) })
})
after(async () => {
  await proxy.close()
  await egress.close()
  await web.close()
})

const authorization = (pass: { username: string; password: string }) =>
  `Basic ${Buffer.from(`${pass.username}:${pass.password}`).toString('base64')}`

const port = () => Number(new URL(proxy.server).port)

/** One request in absolute form, as a browser sends it to a proxy. */
const ask = async (url: string, pass?: ProxyPass, headers: Record<string, string> = {}) => {
  const outgoing = request({
    host: '127.0.0.1',
    port: port(),
    path: url,
    headers: { ...headers, ...(pass && { 'proxy-authorization': authorization(pass) }) },
    agent: false,
  }).end()
  const [response] = await once(outgoing, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, headers: response.headers, text }
}

/** A CONNECT, up to the proxy's answer. */
const tunnelTo = async (authority: string, pass?: ProxyPass) => {
  const socket: Socket = connect(port(), '127.0.0.1')
  socket.on('error', () => {})
  const credentials = pass ? `proxy-authorization: ${authorization(pass)}\r\n` : ''
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n${credentials}\r\n`)
  const [answer] = await once(socket, 'data')
  return { socket, answer: String(answer) }
}

const limits = { maxBytes: 1_000_000 }

describe('the proxy', () => {
  it('serves nobody without the pass of a page', async () => {
    const pass = proxy.issuePass(limits)
    const closed = proxy.issuePass(limits)
    closed.close()
    const wrong = { ...pass, password: pass.password.replace(/./g, '0') }
    const before = web.requests.length
    for (const other of [undefined, wrong, closed]) {
      assert.equal((await ask('http://shop.example/', other)).status, 407)
      assert.match((await tunnelTo('shop.example:443', other)).answer, /^HTTP\/1\.1 407 /)
    }
    assert.equal(web.requests.length, before)
    assert.equal((await ask('http://shop.example/', pass)).text, 'the shop')
  })

  it('survives a browser that hangs up on its refusal', async () => {
    for (let times = 0; times < 5; times++) {
      const socket = connect(port(), '127.0.0.1').on('error', () => {})
      socket.write('CONNECT shop.example:443 HTTP/1.1\r\nhost: shop.example:443\r\n\r\n')
      await once(socket, 'readable')
      socket.resetAndDestroy()
    }
    const pass = proxy.issuePass(limits)
    assert.equal((await ask('http://shop.example/', pass)).text, 'the shop')
  })

  it('carries HTTPS as it is', async () => {
    const { socket, answer } = await tunnelTo('shop.example:443', proxy.issuePass(limits))
    assert.match(answer, /^HTTP\/1\.1 200 /)
    const secured = connectTls({ socket, servername: 'shop.example', rejectUnauthorized: false })
    secured.write('GET / HTTP/1.1\r\nhost: shop.example\r\nconnection: close\r\n\r\n')
    let text = ''
    for await (const chunk of secured) text += chunk
    assert.match(text, /the shop/)
  })

  it('refuses private places both ways, and marks that as its own answer', async () => {
    const pass = proxy.issuePass(limits)
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '2130706433']) {
      const plain = await ask(`http://${host}/`, pass)
      assert.deepEqual([plain.status, plain.text], [403, ''], host)
      assert.ok(isRefusal({ [refusalHeader]: String(plain.headers[refusalHeader]) }), host)
      const { answer } = await tunnelTo(`${host}:443`, pass)
      assert.match(answer, /^HTTP\/1\.1 403 /, host)
      assert.ok(answer.includes(`${refusalHeader}: ${refusalMark}`), host)
    }
    assert.equal(pass.failureOf('127.0.0.1')?.code, 'blocked_target')
    assert.equal(pass.failureOf('shop.example'), undefined)
  })

  it('tells why a host could not be had', async () => {
    const pass = proxy.issuePass(limits)
    const { status } = await ask('http://nobody.example/', pass)
    assert.equal(status, 502)
    assert.match(pass.failureOf('nobody.example')?.message ?? '', /^nobody\.example closed/)
  })

  it('takes nothing but plain http in absolute form', async () => {
    const pass = proxy.issuePass(limits)
    for (const url of ['https://shop.example/', '/', 'file:///etc/passwd', 'ftp://shop.example/'])
      assert.equal((await ask(url, pass)).status, 502, url)
    for (const authority of ['shop.example:443/x', 'user@shop.example:443', 'shop.example:22'])
      assert.match((await tunnelTo(authority, pass)).answer, /^HTTP\/1\.1 502 /, authority)
    assert.equal(
      pass.failureOf('shop.example')?.message,
      'Port 22 is not allowed, only 80 and 443.',
    )
  })

  it('serves one request on one connection', async () => {
    const pass = proxy.issuePass(limits)
    const socket = connect(port(), '127.0.0.1')
    const one = (path: string) =>
      `GET http://shop.example${path} HTTP/1.1\r\nhost: x\r\nproxy-authorization: ${authorization(pass)}\r\n\r\n`
    const before = web.requestsTo('shop.example').length
    socket.write(one('/') + one('/second'))
    let text = ''
    for await (const chunk of socket) text += chunk
    assert.match(text, /connection: close/i)
    assert.equal(text.match(/HTTP\/1\.1 200/g)?.length, 1)
    const paths = web
      .requestsTo('shop.example')
      .slice(before)
      .map(({ path }) => path)
    assert.deepEqual(paths, ['/'])
  })

  it('passes neither an upgrade nor its own headers on', async () => {
    const pass = proxy.issuePass(limits)
    web.site('echo.example', {
      '/': ({ headers }) => ({
        headers: { [refusalHeader]: refusalMark, 'x-other': 'yes' },
        body: JSON.stringify(headers),
      }),
    })
    const headers = {
      upgrade: 'websocket',
      connection: 'upgrade',
      'proxy-connection': 'x',
      'x-a': 'b',
    }
    const answer = await ask('http://echo.example/', pass, headers)
    const seen = JSON.parse(answer.text)
    assert.deepEqual(Object.keys(seen).sort(), ['connection', 'host', 'x-a'])
    assert.deepEqual([seen.host, seen.connection], ['echo.example', 'close'])
    assert.equal(answer.headers['x-other'], 'yes')
    assert.equal(answer.headers[refusalHeader], undefined)
  })

  it('ends what loads more than a page may', async () => {
    const pass = proxy.issuePass(limits)
    await assert.rejects(ask('http://shop.example/big', pass))
    assert.equal(pass.failureOf('shop.example')?.code, 'page_too_large')
  })

  it('ends the connections of a page with its pass', async () => {
    const pass = proxy.issuePass(limits)
    const { socket } = await tunnelTo('shop.example:443', pass)
    pass.close()
    await once(socket, 'close')
  })
})

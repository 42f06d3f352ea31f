import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { ApiAnswer, ApiInit } from '../support/app.ts'
import { article, createBatch, ended, readBatch } from '../support/batch.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'
import { withoutImages } from './containers.ts'

/**
 * deploy/compose.yaml as it stands, with a site of its own beside it: everything is asked for
 * through nginx. Both images must have been built before, as for image.deploy.ts.
 */
const program = [['docker', 'compose'], ['docker-compose']].find(
  ([name = '', ...args]) => spawnSync(name, [...args, 'version']).status === 0,
)
const folder = mkdtempSync(join(tmpdir(), 'siteray-compose-'))
const [secretKey, publishableKey] = [`sr_${'composed'.repeat(5)}`, `pk_${'composed'.repeat(5)}`]

const compose = (...args: string[]): string => {
  const [name = '', ...first] = program ?? []
  const files = ['-f', 'deploy/compose.yaml', '-f', join(folder, 'beside.json')]
  const given = ['-p', 'siteray-try', '--env-file', join(folder, 'env'), ...files, ...args]
  const { status, stdout, stderr } = spawnSync(name, [...first, ...given], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return stdout
}

/** A page and its icon, at an address that is not public: OUTBOUND_RESOLVE allows it. */
const site = `
  const page = ${JSON.stringify(`<link rel="icon" href="/i.svg">${article('composed')}`)}
  const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="red" d="M1 8l3-7 4 7z"/><circle cx="7" cy="2" r="1"/></svg>'
  require('node:http').createServer(({ url }, answer) => {
    const type = url === '/i.svg' ? 'image/svg+xml' : 'text/html'
    answer.writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': type })
    answer.end(url === '/i.svg' ? icon : page)
  }).listen(8080)`
const webAddress = '172.29.0.80'
const environment = {
  OUTBOUND_RESOLVE: `page.test:80=${webAddress}:8080,page.test:443=${webAddress}:8443`,
  BOOTSTRAP_SECRET_KEY: secretKey,
  BOOTSTRAP_PUBLISHABLE_KEY: publishableKey,
}
/** As another version would be: a change that makes new containers. */
const other = { environment: { ...environment, LOG_LEVEL: 'warn' } }
const beside = {
  services: {
    ...Object.fromEntries(
      ['siteray-api', 'siteray-image', 'worker', 'browser'].map(name => [name, { environment }]),
    ),
    web: {
      image: 'siteray:slim',
      command: ['node', '--eval', site],
      healthcheck: { disable: true },
      networks: { outside: { ipv4_address: webAddress } },
    },
  },
  networks: { outside: { ipam: { config: [{ subnet: '172.29.0.0/16' }] } } },
}

describe('deploy/compose.yaml', {
  skip: program ? withoutImages('siteray:slim', 'siteray:latest') : 'compose is not installed',
}, () => {
  let port = 0
  const ask = (host: string, path: string, { method, body, headers }: ApiInit = {}) =>
    new Promise<ApiAnswer>((resolve, reject) => {
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const sent = request({
        ...{ host: '127.0.0.1', port, path, method: method ?? 'GET' },
        headers: { ...headers, ...type, host: `${host}:${port}` },
      })
      sent.on('error', reject)
      sent.on('response', async answer => {
        const text = (await answer.toArray()).join('')
        const isJson = `${answer.headers['content-type']}`.includes('json')
        const got = new Headers(answer.headers as Record<string, string>)
        const json = isJson ? JSON.parse(text) : undefined
        resolve({ status: answer.statusCode ?? 0, headers: got, text, json })
      })
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  const api = (path: string, init: ApiInit = {}) =>
    ask('api.example.com', path, {
      ...init,
      headers: { authorization: `Bearer ${secretKey}`, ...init.headers },
    })
  const icon = () => ask('img.example.com', `/page.test?token=${publishableKey}&size=64`)
  const counted = async () => {
    const { status, text, json } = await api('/v1/usage')
    assert.equal(status, 200, text)
    const { credits, imageRequests } = json as Record<string, { used: number }>
    return { credits: credits?.used, images: imageRequests?.used }
  }

  const up = async () => {
    compose('up', '-d', '--no-build')
    const isReady = async () => (await api('/readyz')).status === 200
    await until('it is ready', () => isReady().catch(() => false), 120_000)
  }
  before(async () => {
    port = await freePort()
    writeFileSync(join(folder, 'beside.json'), JSON.stringify(beside))
    const filled = readFileSync('deploy/example.env', 'utf8')
      .replace(/=$/gm, () => `=${randomBytes(32).toString('hex')}`)
      .replace(/:?8080$/gm, found => found.replace('8080', `${port}`))
    writeFileSync(join(folder, 'env'), filled)
    await up()
  })
  after(() => {
    try {
      compose('down', '--volumes', '--timeout', '30')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  let batches: string[] = []
  it('reads pages where callers wait, in the worker, and in the worker with browsers', async () => {
    const formats = ['markdown', 'screenshot']
    const body = { url: 'http://page.test/', formats }
    const answer = await api('/v1/scrape', { method: 'POST', body })
    assert.equal(answer.status, 200, answer.text)
    assert.match(answer.text, /This is the page composed/)
    assert.match(answer.text, /data:image\/png/)
    const urls = ['http://page.test/a', 'http://page.test/b']
    batches = [
      await createBatch({ api }, { urls }),
      await createBatch({ api }, { urls, render: 'always' }),
    ]
    for (const id of batches) {
      const state = await ended({ api }, id, 120_000)
      assert.equal(state.completed, 2, JSON.stringify(state))
    }
  })

  it('serves an image, from nginx’s cache the second time', async () => {
    const first = await icon()
    assert.equal(first.headers.get('x-image-source'), 'link', first.text)
    assert.equal(first.headers.get('x-cache'), 'MISS')
    assert.equal((await icon()).headers.get('x-cache'), 'HIT')
    assert.equal((await ask('img.example.com', '/page.test?token=pk_no')).status, 401)
    assert.equal((await ask('api.example.com', '/metrics')).status, 404)
  })

  it('gives the database no way out', () => {
    const routes = compose('exec', '-T', 'postgres', 'cat', '/proc/net/route')
    assert.match(routes, /^eth/m)
    assert.doesNotMatch(routes, /^\S+\t00000000\t/m)
  })

  it('takes new containers, as in an upgrade, though their addresses change', async () => {
    const { services } = beside
    writeFileSync(
      join(folder, 'beside.json'),
      JSON.stringify({
        ...beside,
        services: { ...services, 'siteray-api': other, 'siteray-image': other },
      }),
    )
    await up()
    assert.equal((await icon()).status, 200)
  })

  it('goes down and comes up with everything in it', async () => {
    compose('down', '--timeout', '30')
    await up()
    assert.deepEqual(await counted(), { credits: 5, images: 3 })
    for (const id of batches) assert.equal((await readBatch({ api }, id)).data.length, 2)
    assert.equal((await icon()).headers.get('x-cache'), 'HIT')
  })
})

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const run = promisify(execFile)
const client = join(import.meta.dirname, '../../client')

/** An empty project with the packed client in it, as somebody else would have it. */
let project: string
before(async () => {
  project = mkdtempSync(join(tmpdir(), 'siteray-client-'))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], {
    cwd: client,
  })
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }]
  const quietly = ['--offline', '--no-audit', '--no-fund', '--omit=peer']
  await run('npm', ['install', ...quietly, join(project, filename)], { cwd: project })
})
after(() => rmSync(project, { recursive: true, force: true }))

const program = `
import { Siteray, SiterayError, iconUrl, verifyWebhook } from 'siteray'
const siteray = new Siteray({ url: process.argv[2], key: 'sr_x', retries: 0 })
const page = await siteray.scrape('https://site.test/')
const items = []
for await (const item of siteray.batch(['https://site.test/'])) items.push(item.url)
const { webcrypto } = await import('node:crypto')
const key = await webcrypto.subtle.importKey('raw', new Uint8Array([1]), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
const now = String(Math.floor(Date.now() / 1000))
const signed = await webcrypto.subtle.sign('HMAC', key, new TextEncoder().encode('e.' + now + '.{"type":"x"}'))
const event = await verifyWebhook('{"type":"x"}', {
  'webhook-id': 'e', 'webhook-timestamp': now,
  'webhook-signature': 'v1,' + Buffer.from(signed).toString('base64'),
}, 'whsec_AQ==')
const refused = await siteray.map('https://site.test/').catch(error => error instanceof SiterayError && error.code)
console.log(JSON.stringify([page.markdown, items, event.type, refused, iconUrl('a.test', { url: 'https://i.test', token: 'pk_x' })]))
`

describe('the packed client', () => {
  it('works in an empty project, on every Node that is here', async () => {
    const answers: Record<string, unknown> = {
      'POST /v1/scrape': { markdown: 'hello' },
      'POST /v1/batch/scrape': { id: 'batch_1' },
      'GET /v1/batch/scrape/batch_1': { status: 'completed', data: [{ url: 'u' }] },
      'GET /v1/batch/scrape/batch_1 1': { status: 'completed', data: [] },
    }
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
      const later = searchParams.get('offset') === '1' ? ' 1' : ''
      const answer = answers[`${request.method} ${pathname}${later}`]
      response.writeHead(answer ? 200 : 404, answer ? {} : { 'x-error-code': 'not_found' })
      response.end(JSON.stringify(answer ?? { error: 'No.' }))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    writeFileSync(join(project, 'main.js'), program)
    const nodes = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter(existsSync)
    for (const node of nodes) {
      const { stdout } = await run(node, ['main.js', address], { cwd: project })
      const icon = 'https://i.test/a.test?token=pk_x'
      assert.deepEqual(JSON.parse(stdout), ['hello', ['u'], 'x', 'not_found', icon], node)
    }
    server.close()
  })

  it('has no dependencies, the server’s version, and at most 12 kB', async () => {
    const manifest = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'))
    const server = JSON.parse(readFileSync(join(client, '../package.json'), 'utf8'))
    assert.equal(manifest.dependencies, undefined)
    assert.equal(manifest.version, server.version)
    const bundle = await build({
      ...{ root: project, logLevel: 'silent', configFile: false },
      build: {
        ...{ write: false, minify: true, target: 'es2022' },
        lib: { entry: join(project, 'node_modules/siteray/dist/index.js'), formats: ['es'] },
      },
    })
    const [{ output }] = bundle as unknown as [{ output: [{ code: string }] }]
    const bytes = gzipSync(output[0].code).length
    assert.ok(bytes > 1_000 && bytes <= 12_000, `${bytes} bytes`)
  })

  it('brings types that a strict project compiles with', async () => {
    writeFileSync(
      join(project, 'typed.ts'),
      `import { Siteray, type BatchItem, type ScrapeAnswer } from 'siteray'
       const siteray = new Siteray({ url: 'https://x.test', key: 'sr_x' })
       const page: ScrapeAnswer = await siteray.scrape('https://x.test/', { maxAge: 1 })
       const price: { price: number; name?: string } = (await siteray.extract('https://x.test/', {
         schema: { type: 'object', properties: { price: { type: 'number' }, name: { type: 'string' } }, required: ['price'] },
       })).data
       const items: BatchItem[] = []
       for await (const item of siteray.batch(['https://x.test/'], { formats: ['markdown'] })) items.push(item)
       // @ts-expect-error a format that does not exist
       await siteray.scrape('https://x.test/', { formats: ['word'] })
       export { page, price }
      `,
    )
    const strict = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext']
    const tsc = join(client, '../node_modules/.bin/tsc')
    await run(tsc, [...strict, '--lib', 'es2022,dom', '--types', '', 'typed.ts'], {
      cwd: project,
    }).catch(error => assert.fail(error.stdout))
  })
})

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const run = promisify(execFile)
const client = join(import.meta.dirname, '../../client')

/** An empty project with the packed client in it, as somebody else would have it. */
export const packClient = async (): Promise<{ project: string; remove: () => void }> => {
  const project = mkdtempSync(join(tmpdir(), 'siteray-client-'))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], {
    cwd: client,
  })
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }]
  const quietly = ['--offline', '--no-audit', '--no-fund', '--omit=peer']
  await run('npm', ['install', ...quietly, join(project, filename)], { cwd: project })
  writeFileSync(join(project, 'check.js'), check)
  writeFileSync(join(project, 'main.js'), main)
  return { project, remove: () => rmSync(project, { recursive: true, force: true }) }
}

export const commandIn = (project: string): string =>
  join(project, 'node_modules/siteray/dist/command/main.js')

/** The client alone in one file, as a bundler makes it. */
export const bundleClient = async (project: string): Promise<{ code: string; bytes: number }> => {
  const bundle = await build({
    ...{ root: project, logLevel: 'silent', configFile: false },
    build: {
      ...{ write: false, minify: true, target: 'es2022' },
      lib: { entry: join(project, 'node_modules/siteray/dist/index.js'), formats: ['es'] },
    },
  })
  const [{ output }] = bundle as unknown as [{ output: [{ code: string }] }]
  const { code } = output[0]
  return { code, bytes: gzipSync(code).length }
}

/** What a program with the client in it does: every part of it once, on any runtime. */
const check = `
export const check = async ({ Siteray, SiterayError, iconUrl, verifyWebhook }, address) => {
  const siteray = new Siteray({ url: address, key: 'sr_x', retries: 0 })
  const page = await siteray.scrape('https://site.test/')
  const items = []
  for await (const item of siteray.batch(['https://site.test/'])) items.push(item.url)
  const { subtle } = globalThis.crypto ?? (await import('node:crypto')).webcrypto
  const key = await subtle.importKey('raw', new Uint8Array([1]), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const now = String(Math.floor(Date.now() / 1000))
  const signed = await subtle.sign('HMAC', key, new TextEncoder().encode('e.' + now + '.{"type":"x"}'))
  const event = await verifyWebhook('{"type":"x"}', {
    'webhook-id': 'e', 'webhook-timestamp': now,
    'webhook-signature': 'v1,' + btoa(String.fromCharCode(...new Uint8Array(signed))),
  }, 'whsec_AQ==')
  const refused = await siteray.map('https://site.test/').catch(error => error instanceof SiterayError && error.code)
  return [page.markdown, items.join(' '), event.type, refused, iconUrl('a.test', { url: 'https://i.test', token: 'pk_x' })].join(', ')
}
`
const main = `
import * as siteray from 'siteray'
import { check } from './check.js'
console.log(await check(siteray, process.argv[2]))
`
/** And what comes of it. */
export const checked = 'hello, u v w, x, not_found, https://i.test/a.test?token=pk_x'

/** A server with just these answers: a batch whose stream is cut off in the middle of a line. */
export const servePretended = async (): Promise<{ address: string; close: () => void }> => {
  const answers: Record<string, object> = {
    'POST /v1/scrape': { markdown: 'hello' },
    'POST /v1/batch/scrape': { id: 'batch_1' },
    'GET /v1/batch/scrape/batch_1 1': { status: 'scraping', data: [{ url: 'v' }] },
    'GET /v1/batch/scrape/batch_1 3': { status: 'completed', data: [] },
    'GET /v1/batch/scrape/batch_1 0': { id: 'batch_1', status: 'completed', creditsUsed: 3 },
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    const offset = searchParams.get('offset')
    if (request.headers.accept === 'application/x-ndjson') {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      if (offset === '2') response.end('{"url":"w"}\n')
      else response.write('{"url":"u"}\n{"ur', () => setTimeout(() => response.destroy(), 50))
      return
    }
    const answer = answers[`${request.method} ${pathname}${offset === null ? '' : ` ${offset}`}`]
    response.writeHead(answer ? 200 : 404, answer ? {} : { 'x-error-code': 'not_found' })
    response.end(JSON.stringify(answer ?? { error: 'No.' }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, close: () => server.close() }
}

import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { type InMemorySite, inMemorySite } from '../../base/web/in-memory-site.ts'

/** A name nobody can own (RFC 2606); no other server ever answers to it. */
const sampleHost = 'sample.siteray.example'

const folder = join(import.meta.dirname, 'sample')
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

/** A small site that is part of this program: the examples of the playground and the docs need no network. */
export const sampleSite = (): InMemorySite => {
  const files = new Map(
    readdirSync(folder).map(name => [`/${name}`, readFileSync(join(folder, name))]),
  )
  return inMemorySite(sampleHost, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', `http://${sampleHost}`)
    if (pathname === '/sitemap.xml') return send(response, 'application/xml', Buffer.from(sitemap))
    const name =
      pathname === '/' ? '/index.html' : files.has(pathname) ? pathname : `${pathname}.html`
    const bytes = files.get(name)
    if (bytes) return send(response, types[extname(name)] ?? 'text/plain', bytes)
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.')
  })
}

const send = (response: ServerResponse, type: string, bytes: Buffer): void => {
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
}

/** Without the page that a script writes: a crawl needs no browser. */
const pages = ['', 'lamp', 'paper', 'events', 'search']
const sitemap = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages
  .map(page => `<url><loc>http://${sampleHost}/${page}</loc></url>`)
  .join('')}</urlset>`

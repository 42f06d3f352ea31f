import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readWeights } from '../../base/http/compress.ts'
import { namesTag } from '../../base/http/etag.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { pagePaths, panePaths, signedOutPaths } from './paths.ts'

export const builtUiDir = join(import.meta.dirname, '../../../ui/dist')

/** Where programs ask: they are told in JSON what is not there. */
const forPrograms = ['/v1', '/dashboard', '/docs', '/assets', '/fonts', '/metrics', '/openapi']

type File = {
  bytes: Buffer
  gzip: () => Buffer
  type: string
  etag: string
  immutable: boolean
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The built UI from memory: a few files, read once. */
export const serveFiles = (
  server: HttpServer,
  deps: { dir: string; reach: { imagePublicUrl: string } },
): void => {
  const files = readFiles(deps.dir)
  const index = files.get('/index.html')
  const hidden = { schema: { hide: true } }
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    guardPage(reply, deps.reach)
    if (index) return send(request, reply, index)
    return reply.status(503).type('text/plain; charset=utf-8').send(notBuilt)
  }
  for (const path of [...pagePaths, ...panePaths, ...signedOutPaths])
    server.get(path, hidden, async (request, reply) => sendPage(request, reply))
  // Whoever types an address that is none gets a page with a way on; programs keep their plain 404.
  server.get('/*', hidden, async (request, reply) => {
    const isPerson = request.headers.accept?.includes('text/html')
    const isForPrograms = forPrograms.some(prefix => request.url.startsWith(prefix))
    if (!isPerson || isForPrograms) return reply.callNotFound()
    request.errorCode = 'not_found'
    reply.status(404)
    return sendPage(request, reply)
  })
  for (const [path, file] of files)
    if (file !== index)
      server.get(path, hidden, async (request, reply) => send(request, reply, file))
}

const notBuilt = 'The dashboard is not built yet: run "npm run build", then start again.\n'

/**
 * Nothing runs but our own files and nothing is loaded from elsewhere (images: also from our image
 * API): whatever a scraped page holds, it is only text here.
 */
const guardPage = (reply: FastifyReply, reach: { imagePublicUrl: string }) => {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: ${reach.imagePublicUrl}`,
    // The icon page says what the image API answered, not only what it looks like.
    `connect-src 'self' ${reach.imagePublicUrl}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  reply
    .header('content-security-policy', policy.join('; '))
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin')
}

const send = (request: FastifyRequest, reply: FastifyReply, file: File) => {
  reply
    .type(file.type)
    .header('x-content-type-options', 'nosniff')
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (namesTag(request.headers['if-none-match'], file.etag)) return reply.status(304).send()
  const weightOf = readWeights(request.headers['accept-encoding'])
  if (!(weightOf('gzip') > 0)) return reply.send(file.bytes)
  return reply.header('content-encoding', 'gzip').send(file.gzip())
}

/** When it is first asked for: most starts are of servers whose dashboard nobody opens soon. */
const packedOnce = (bytes: Buffer): (() => Buffer) => {
  let packed: Buffer | undefined
  return () => {
    packed ??= gzipSync(bytes)
    return packed
  }
}

const readFiles = (dir: string): Map<string, File> => {
  const files = new Map<string, File>()
  if (!existsSync(join(dir, 'index.html'))) return files
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const full = join(entry.parentPath, entry.name)
    const path = full.slice(dir.length)
    const bytes = readFileSync(full)
    const hash = createHash('sha256').update(bytes).digest('base64url')
    const immutable = path.startsWith('/assets/')
    files.set(path, { bytes, gzip: packedOnce(bytes), type, etag: `"${hash}"`, immutable })
  }
  return files
}

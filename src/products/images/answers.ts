import type { IncomingMessage, ServerResponse } from 'node:http'
import { namesTag } from '../../base/http/etag.ts'
import type { AppError } from '../../kit/errors.ts'
import { etagOf, type Rendition } from './renditions.ts'

/** On every answer of the image API, errors included (docs/api.md, “Image answers”). */
const everywhere = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, Retry-After, X-Error-Code, X-Image-Source',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'X-Content-Type-Options',
  'nosniff',
] as const

/** An SVG that is opened as a page of its own may neither run nor load nor navigate anything. */
const svgPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

export const daySeconds = 86_400
export const hourSeconds = 3_600

export type MadeRendition = Omit<Rendition, 'text' | 'etag' | 'headers' | 'varyingHeaders'>

export const toRendition = (image: MadeRendition): Rendition => {
  const etag = etagOf(image.bytes)
  const headers = [
    'Content-Type',
    image.contentType,
    'Content-Length',
    String(image.bytes.length),
    'Cache-Control',
    cacheControl(image.maxAgeSeconds),
    'ETag',
    etag,
    'X-Image-Source',
    image.source,
    ...everywhere,
  ]
  if (image.contentType === 'image/svg+xml') headers.push('Content-Security-Policy', svgPolicy)
  if (image.status === 404) headers.push('X-Error-Code', 'not_found')
  const text = image.bytes.length <= maxTextBytes ? image.bytes.toString('latin1') : undefined
  return { ...image, text, etag, headers, varyingHeaders: [...headers, 'Vary', 'Origin'] }
}

/** With its head it fits into the 16 kB on the stack from which Node writes a string. */
const maxTextBytes = 14_000

/**
 * With `Vary: Origin`, the key has a list of origins: another page may get another answer. The key check
 * stands before every cache but the browser's own, hence `private`.
 */
export const sendRendition = (
  request: IncomingMessage,
  response: ServerResponse,
  rendition: Rendition,
  /** What else of the request decides, for `Vary`. */
  vary: Vary,
): void => {
  const { status, bytes, text, etag } = rendition
  const asked = request.headers['if-none-match']
  if (status === 200 && namesTag(asked, etag)) {
    const { maxAgeSeconds, source } = rendition
    const kept = ['ETag', etag, 'Cache-Control', cacheControl(maxAgeSeconds)]
    const headers = [...kept, 'X-Image-Source', source, ...everywhere]
    response.writeHead(304, vary ? [...headers, 'Vary', vary] : headers).end()
    return
  }
  response.writeHead(status, headersFor(rendition, vary))
  if (request.method === 'HEAD') response.end()
  else if (text === undefined) response.end(bytes)
  else response.end(text, 'latin1')
}

type Vary = 'Origin' | 'Accept' | 'Origin, Accept' | undefined

const headersFor = ({ headers, varyingHeaders }: Rendition, vary: Vary): string[] => {
  if (vary === undefined) return headers
  return vary === 'Origin' ? varyingHeaders : [...headers, 'Vary', vary]
}

const cacheControl = (maxAgeSeconds: number) => `private, max-age=${maxAgeSeconds}`

/** Errors are a sentence in plain text: who shows images reads no JSON. */
export const sendError = (
  request: IncomingMessage,
  response: ServerResponse,
  error: AppError,
): void => {
  const bytes = Buffer.from(error.message)
  const retryAfterSeconds = error.retryAfterSeconds ?? (error.status === 503 ? 5 : undefined)
  const headers = [
    'Content-Type',
    'text/plain; charset=utf-8',
    'Content-Length',
    String(bytes.length),
    'Cache-Control',
    'no-store',
    'X-Error-Code',
    error.code,
    ...everywhere,
    ...(retryAfterSeconds === undefined ? [] : ['Retry-After', String(retryAfterSeconds)]),
    // Whether a page may use the key is what this answer is about.
    ...(error.status === 401 ? ['Vary', 'Origin, Referer'] : []),
  ]
  response.writeHead(error.status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(bytes)
}

/** A page may ask beforehand; any page may, since images are for all pages. */
export const sendPreflight = (response: ServerResponse): void => {
  response
    .writeHead(204, [
      ...everywhere,
      'Access-Control-Allow-Methods',
      'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Headers',
      '*',
      'Access-Control-Max-Age',
      '86400',
      'Allow',
      'GET, HEAD, OPTIONS',
    ])
    .end()
}

export const sendMethodNotAllowed = (response: ServerResponse): void => {
  response
    .writeHead(405, [
      ...everywhere,
      'Content-Type',
      'text/plain; charset=utf-8',
      'Cache-Control',
      'no-store',
      'X-Error-Code',
      'method_not_allowed',
      'Allow',
      'GET, HEAD, OPTIONS',
    ])
    .end('Images are read with GET or HEAD.')
}

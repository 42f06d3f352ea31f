/**
 * A cache of images at a CDN's edge, for runtimes that have workers with `fetch` and `caches`
 * (Cloudflare Workers and those like it). What it does is what deploy/nginx.conf does: it asks
 * Siteray before every answer, and keeps only bytes. So a deleted key stops at once, pages that a key
 * is not for get nothing, and every image is counted once, cached or not. docs/deploy.md has the rest.
 *
 * ORIGIN: where the image API is, such as https://images-origin.example.com
 */
// biome-ignore lint/style/noDefaultExport: this is what a worker looks like.
export default {
  async fetch(request, { ORIGIN }, context) {
    const { pathname, search } = new URL(request.url)
    const target = new URL(ORIGIN)
    const at = path => `${target.origin}${path}`
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return fetch(at(pathname + search), { method: request.method, headers: request.headers })

    const pass = await ask(at('/-/authorize'), request, { 'x-original-uri': pathname + search })
    if (!pass || pass.status >= 500)
      return sentence(503, 'overloaded', away, { 'retry-after': '5' })
    const refusal = pass.headers.get('x-siteray-refusal')
    if (refusal) return sentence(401, 'invalid_key', refusal, { vary: 'Origin, Referer' })

    // A name for the bytes alone: neither the key nor the page is part of it.
    const name = `${target.origin}/-/image/${pass.headers.get('x-siteray-image')}`
    const kept = await caches.default.match(name)
    if (kept) return answer(request, kept, pass, 'HIT')

    const ticket = pass.headers.get('x-siteray-ticket')
    const image = await ask(at(pathname + search), request, { 'x-siteray-ticket': ticket })
    if (!image) return sentence(503, 'overloaded', away, { 'retry-after': '5' })
    const seconds = Number(image.headers.get('x-accel-expires'))
    if (!(seconds > 0)) return image
    context.waitUntil(caches.default.put(name, toKeep(image.clone(), seconds)))
    return answer(request, image, pass, 'MISS')
  },
}

const away = 'Images cannot be served right now. Try again shortly.'

/** With the page's own Origin and Referer, and never with what would make it half an answer. */
const ask = async (url, request, headers) => {
  const all = new Headers(headers)
  for (const name of ['origin', 'referer']) {
    const value = request.headers.get(name)
    if (value) all.set(name, value)
  }
  try {
    return await fetch(url, { headers: all, redirect: 'manual' })
  } catch {
    return undefined
  }
}

const forBrowsers = 'x-siteray-cache-control'

/** `Cache-Control` forbids shared caches to keep it; this one has asked before. */
const toKeep = (image, seconds) => {
  const headers = new Headers(image.headers)
  headers.set(forBrowsers, headers.get('cache-control'))
  headers.set('cache-control', `max-age=${seconds}`)
  headers.delete('x-accel-expires')
  return new Response(image.body, { status: image.status, headers })
}

const answer = (request, image, pass, cache) => {
  const headers = new Headers(image.headers)
  headers.set('cache-control', headers.get(forBrowsers) ?? headers.get('cache-control'))
  for (const name of [forBrowsers, 'x-accel-expires', 'age', 'cf-cache-status'])
    headers.delete(name)
  const vary = pass.headers.get('x-siteray-vary')
  if (vary) headers.set('vary', vary)
  headers.set('x-cache', cache)
  const asked = request.headers.get('if-none-match')
  const tags = asked?.split(',').map(tag => tag.trim().replace(/^W\//, ''))
  if (image.status === 200 && tags?.some(tag => tag === '*' || tag === headers.get('etag'))) {
    for (const name of ['content-length', 'content-type']) headers.delete(name)
    return new Response(null, { status: 304, headers })
  }
  const body = request.method === 'HEAD' ? null : image.body
  return new Response(body, { status: image.status, headers })
}

const sentence = (status, code, text, more) =>
  new Response(text, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-error-code': code,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      ...more,
    },
  })

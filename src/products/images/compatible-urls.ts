/**
 * The address shapes of other icon services, so that their clients need only another host name.
 * Their clients keep what they get as a PNG, so the answer is pixels whatever the site's icon is.
 * No first part of a path here is a domain name: nothing of our own shapes changes.
 */
type Shape = {
  path: RegExp
  /** What names the site: a part of the path, or one of these parameters. */
  site: 'path' | readonly string[]
  /** The parameter with the size, and the size without it. */
  size?: string
  usual: string
}

const shapes: readonly Shape[] = [
  { path: /^s2\/favicons$/, site: ['domain', 'domain_url'], size: 'sz', usual: '16' },
  { path: /^faviconV2$/, site: ['url'], size: 'size', usual: '16' },
  { path: /^ip[23]\/(.+)\.ico$/, site: 'path', usual: '64' },
  { path: /^icon$/, site: ['url'], size: 'size', usual: '120' },
  { path: /^icon\/(.+)$/, site: 'path', usual: '128' },
  { path: /^clearbit\/(.+)$/, site: 'path', size: 'size', usual: '128' },
]

/** Password managers ask for this below any address they are given; only there is it not a page's. */
const namedPng: Shape = { path: /^([^/]+)\/icon\.png$/, site: 'path', usual: '64' }

export const compatibleTarget = (
  typed: string,
  query: URLSearchParams,
  behindToken: boolean,
): { typed: string; query: URLSearchParams } | undefined => {
  for (const shape of behindToken ? [...shapes, namedPng] : shapes) {
    const match = shape.path.exec(typed)
    if (!match) continue
    const named = (shape.site === 'path' ? [] : shape.site).map(name => query.get(name))
    const site = shape.site === 'path' ? match[1] : named.find(value => value !== null)
    const asked = new URLSearchParams(query)
    asked.set('size', sizeIn(shape.size ? query.get(shape.size) : null) ?? shape.usual)
    asked.set('raster', 'true')
    return { typed: site ?? '', query: asked }
  }
  return undefined
}

/** `64`, or the middle one of `32..64..128` (least, best, most). */
const sizeIn = (text: string | null): string | undefined => {
  const sizes = text?.split('..') ?? []
  return (sizes.length === 3 ? sizes[1] : sizes[0]) || undefined
}

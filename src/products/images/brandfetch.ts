import type { ImageTarget } from './request.ts'

type Read = { name: string; value: string }
type Refused = { problem: string }

/** A target in Brandfetch's words as one in ours, or why there is no such thing here. */
type BrandfetchTarget = Pick<ImageTarget, 'typed' | 'query' | 'kind' | 'by' | 'problem'>

/**
 * Brandfetch puts parameters into the path: `domain/github.com/w/64/h/64/theme/dark/icon.png`. All
 * of it is read, or the request is refused. Without `domain/` or a key of ours as the client id `c`
 * a path may also be a page's, which is ignored (docs/api.md, “Image API”); then only a path that
 * cannot be one is taken for parameters.
 */
export const brandfetchTarget = (
  typed: string,
  query: URLSearchParams,
): BrandfetchTarget | undefined => {
  const [, prefix, site = '', rest = ''] = path.exec(typed) ?? []
  // With nothing behind it, a symbol is asked for in our own words.
  if ((prefix === 'ticker' || prefix === 'crypto') && rest === '') return undefined
  const isExplicit = prefix !== undefined || (clientId(query) !== undefined && rest !== '')
  const parts = rest.split('/').filter(part => part !== '')
  const readings = readParts(parts)
  const read = readings.filter(each => 'name' in each)
  const refused = readings.find(each => 'problem' in each)
  const hasSize = read.some(({ name }) => name === 'w' || name === 'h')
  if (!isExplicit && !(hasSize && (!refused || read.length >= 2))) return undefined
  if (site === '' || (prefix === undefined && !site.includes('.'))) return undefined
  return {
    typed: site,
    kind: kindOf(read),
    query: translated(query, read),
    ...((prefix === 'ticker' || prefix === 'crypto') && { by: prefix }),
    ...(refused && { problem: refused.problem }),
  }
}

const path = /^(?:(domain|ticker|crypto)\/)?([^/:]+)(?:\/(.*))?$/s

const kindOf = (read: readonly Read[]): ImageTarget['kind'] => {
  const type = read.findLast(({ name }) => name === 'type')?.value
  return type === 'logo' || type === 'symbol' ? type : 'icon'
}

/** Where clients of Brandfetch put their key; of a page's address it may be anything. */
export const clientId = (query: URLSearchParams): string | undefined => {
  const id = query.get('c')
  return id?.startsWith('pk_') ? id : undefined
}

const readParts = (parts: readonly string[]): (Read | Refused)[] => {
  const readings: (Read | Refused)[] = []
  for (let at = 0; at < parts.length; at++) {
    const name = parts[at] ?? ''
    const values = known.get(name)
    if (!values) readings.push(...readType(name))
    else {
      const value = parts[++at] ?? ''
      const isKnown = values.allowed.test(value)
      readings.push(
        isKnown ? { name, value } : { problem: `"${name}/${value.slice(0, 40)}": ${values.rule}` },
      )
    }
    // What follows a part that is not understood cannot be told apart.
    if (readings.some(each => 'problem' in each)) break
  }
  return readings
}

const pixels = /^[1-9]\d{0,4}$/

/** A map: a path may also say `constructor`. */
const known = new Map([
  ['w', { allowed: pixels, rule: 'w is a width in pixels, such as w/64.' }],
  ['h', { allowed: pixels, rule: 'h is a height in pixels, such as h/64.' }],
  ['theme', { allowed: /^(?:light|dark)$/, rule: 'theme is light or dark.' }],
  [
    'fallback',
    {
      allowed: /^(?:lettermark|transparent|404)$/,
      rule: 'fallback is lettermark, transparent or 404.',
    },
  ],
  ['type', { allowed: /^(?:icon|logo|symbol)$/, rule: 'type is icon, logo or symbol.' }],
])

/** The kind of picture, which may also be the name of a file: `icon`, `icon.png`. */
const readType = (part: string): (Read | Refused)[] => {
  const [, kind, ending] = /^(icon|logo|symbol)(?:\.(\w+))?$/.exec(part) ?? []
  if (kind === undefined)
    return [{ problem: `"${part.slice(0, 40)}" is not a parameter that can stand in the path.` }]
  const format = ending === 'jpeg' ? 'jpg' : (ending ?? 'png')
  if (!/^(?:png|webp|jpg)$/.test(format) && !(format === 'svg' && kind !== 'icon'))
    return [{ problem: `"${part}": an icon is a png, webp or jpg.` }]
  return [
    { name: 'type', value: kind },
    { name: 'format', value: format },
  ]
}

/** Theirs is the color of the picture, ours that of the surface: a dark picture is for a light one. */
const surfaces: Record<string, string> = { dark: 'light', light: 'dark' }

const translated = (query: URLSearchParams, read: readonly Read[]): URLSearchParams => {
  const asked = new URLSearchParams(query)
  const sides = read.flatMap(({ name, value }) => (/^[wh]$/.test(name) ? [Number(value)] : []))
  const isIcon = kindOf(read) === 'icon'
  if (sides.length > 0 && isIcon) asked.set('size', String(Math.min(...sides)))
  for (const { name, value } of read) {
    if (!isIcon && name === 'w') asked.set('width', value)
    if (!isIcon && name === 'h') asked.set('height', value)
    if (name === 'format') asked.set('format', value)
    if (name === 'theme') asked.set('theme', surfaces[value] ?? 'light')
    if (name === 'fallback') asked.set('fallback', value === 'lettermark' ? 'monogram' : value)
  }
  if (asked.get('format') !== 'svg') asked.set('raster', 'true')
  return asked
}

import { decodeSafely } from '../../../kit/decode-safely.ts'
import { memoize } from '../../../kit/memoize.ts'
import { decodeText } from '../../../page/html/encoding.ts'
import { descendants, type HtmlElement, parseHtml } from '../../../page/html/html.ts'
import type { LogoSight } from '../page/snapshot.ts'
import { writeSvg } from './write-svg.ts'

/** A file that holds the drawings of many icons, as it came. */
export type SpriteFile = { url: string; bytes: Uint8Array }

const maxFiles = 3

/** The files that drawings of the page are taken from, those of the first drawings first. */
export const spriteFilesOf = (logos: readonly LogoSight[]): string[] => {
  const files = logos.flatMap(({ sprites }) =>
    sprites.map(address => address.split('#', 1)[0] ?? ''),
  )
  return [...new Set(files)].slice(0, maxFiles)
}

/** As many elements as a drawing in the page may have. */
const maxElements = 600
const maxLength = 80_000

/** Drawings that a page takes from a file of its own (`<use href="/sprite.svg#logo">`), whole. */
export const withSprites = (
  logos: readonly LogoSight[],
  files: readonly SpriteFile[],
): LogoSight[] => {
  const idsIn = memoize((url: string): ReadonlyMap<string, HtmlElement> => {
    const file = files.find(each => each.url === url)
    return file ? readIds(file) : new Map()
  })
  return logos.map(logo => {
    const parts = logo.sprites.flatMap(address => {
      const [url = ''] = address.split('#', 1)
      return partsOf(spriteId(address), idsIn(url))
    })
    return parts.length === 0 ? logo : insert(logo, parts)
  })
}

/** The id behind an address’s `#`. */
export const spriteId = (address: string): string =>
  decodeSafely(address.slice(address.indexOf('#') + 1))

const readIds = ({ bytes }: SpriteFile): ReadonlyMap<string, HtmlElement> => {
  const { root } = parseHtml(decodeText(bytes, 'image/svg+xml'))
  const ids = new Map<string, HtmlElement>()
  for (const element of descendants(root)) {
    const { id } = element.attributes
    if (id && element.namespace && !ids.has(id)) ids.set(id, element)
  }
  return ids
}

/** What has the id, and whatever that refers to: gradients, clips, other symbols, each once. */
const partsOf = (id: string, ids: ReadonlyMap<string, HtmlElement>): HtmlElement[] => {
  const wanted = [id]
  const parts = new Set<HtmlElement>()
  let elements = 0
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    const part = ids.get(next)
    if (!part || parts.has(part)) continue
    parts.add(part)
    for (const element of [part, ...descendants(part)]) {
      if (++elements > maxElements) return []
      wanted.push(...referencesOf(element))
    }
  }
  return [...parts]
}

const referencesOf = ({ attributes }: HtmlElement): string[] =>
  Object.entries(attributes).flatMap(([name, value]) => {
    const [, target] = /href$/.test(name)
      ? (/^#(.+)$/.exec(value) ?? [])
      : (/url\(\s*["']?#([^"')]+)/.exec(value) ?? [])
    return target === undefined ? [] : [target]
  })

const insert = (logo: LogoSight, parts: readonly HtmlElement[]): LogoSight => {
  const defs = `<defs>${parts.map(part => writeSvg(part)).join('')}</defs>`
  const start = logo.svg.indexOf('>') + 1
  if (start === 0 || logo.svg.length + defs.length > maxLength) return logo
  const paints = parts
    .flatMap(part => [part, ...descendants(part)])
    .flatMap(({ attributes }) => [attributes.fill, attributes.stroke])
    .filter(paint => paint !== undefined && /^(?:#|rgb|hsl)/i.test(paint)) as string[]
  return {
    ...logo,
    svg: logo.svg.slice(0, start) + defs + logo.svg.slice(start),
    paints: [...new Set([...logo.paints, ...paints])].slice(0, 20),
  }
}

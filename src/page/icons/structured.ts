import { descendants, type HtmlDocument, type HtmlElement, textContent } from '../html/html.ts'
import { parseForgivingJson } from '../metadata/forgiving-json.ts'
import { isJsonLd } from '../metadata/json-ld.ts'

type StructuredLogo = { origin: 'json-ld' | 'microdata'; url: string }

const maxLogos = 10

/** Logos in JSON-LD and microdata: of the organisation first, of anything else (a publisher) after. */
export const readStructuredLogos = (document: HtmlDocument): StructuredLogo[] => {
  const logos: StructuredLogo[] = []
  for (const element of descendants(document.root)) {
    if (logos.length >= maxLogos) break
    if (isJsonLd(element))
      for (const url of logosIn(parseForgivingJson(textContent(element))))
        logos.push({ origin: 'json-ld', url })
    if (itempropOf(element).includes('logo')) {
      const url = microdataUrl(element)
      if (url !== undefined) logos.push({ origin: 'microdata', url })
    }
  }
  return logos.slice(0, maxLogos)
}

type Json = Record<string, unknown>

const maxNodes = 20_000

/** Walks the whole of it: `@graph`, arrays and nested publishers hold logos too. */
const logosIn = (parsed: unknown): string[] => {
  const own: string[] = []
  const others: string[] = []
  const byId = new Map<string, Json>()
  const nodes = objectsIn(parsed)
  // Whatever has an id and nothing else only points to the node that is meant.
  for (const node of nodes)
    if (isText(node['@id']) && Object.keys(node).length > 1) byId.set(node['@id'], node)
  for (const node of nodes)
    for (const value of [node.logo].flat()) {
      const url = imageUrl(value, byId)
      if (url !== undefined) (isOrganization(node) ? own : others).push(url)
    }
  return [...own, ...others]
}

const objectsIn = (parsed: unknown): Json[] => {
  const found: Json[] = []
  const open: unknown[] = [parsed]
  for (let at = 0; at < open.length && at < maxNodes; at++) {
    const value = open[at]
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) found.push(value as Json)
    for (const child of Object.values(value)) if (typeof child === 'object') open.push(child)
  }
  return found
}

/** A string, an ImageObject, or a reference to one elsewhere in the graph. */
const imageUrl = (value: unknown, byId: ReadonlyMap<string, Json>): string | undefined => {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  const image = value as Json
  const direct = [image.url, image.contentUrl, image['@value']].find(isText)
  if (direct !== undefined) return direct
  const id = image['@id']
  if (!isText(id)) return undefined
  const target = byId.get(id)
  const there = target === undefined ? undefined : [target.url, target.contentUrl].find(isText)
  // The id of an image is often its address.
  return there ?? (/^https?:.*\.(?:png|svg|jpe?g|webp|gif|ico)$/i.test(id) ? id : undefined)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isOrganization = (node: Json): boolean =>
  [node['@type']]
    .flat()
    .some(type => isText(type) && /Organization|Corporation|Brand|Business|Store$/.test(type))

const itempropOf = (element: HtmlElement): string[] =>
  (element.attributes.itemprop ?? '').toLowerCase().split(/\s+/)

/** The value of an `itemprop`, or of the `url` inside it when it is an item of its own. */
const microdataUrl = (element: HtmlElement): string | undefined => {
  const own = propertyUrl(element)
  if (own !== undefined) return own
  for (const inner of descendants(element)) {
    const names = itempropOf(inner)
    const named = names.includes('url') || names.includes('contenturl')
    if (named || inner.name === 'img') {
      const url = propertyUrl(inner)
      if (url !== undefined) return url
    }
  }
  return undefined
}

const propertyUrl = ({ name, attributes }: HtmlElement): string | undefined => {
  if (name === 'meta') return attributes.content
  if (name === 'img') return attributes.src
  // A link's `href` is where a click on the logo goes, unless the element says it is the logo.
  return name === 'link' ? attributes.href : undefined
}

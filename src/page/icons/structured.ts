import { isObject } from '../../kit/is-object.ts'
import { pictureUrl } from '../html/addresses.ts'
import { descendants, type HtmlElement } from '../html/html.ts'
import { imageSource } from '../html/image-source.ts'
import { type Annotation, readMicrodata } from '../metadata/annotations.ts'
import { isOfType, type JsonLd, listOf, readJsonLd } from '../metadata/json-ld.ts'

type StructuredLogo = { origin: 'json-ld' | 'microdata'; url: string }

const maxLogos = 10

/** Logos in JSON-LD and microdata: of the organisation first, of anything else (a publisher) after. */
export const readStructuredLogos = (root: HtmlElement, base: string): StructuredLogo[] => {
  const jsonLd = jsonLdLogos(readJsonLd(root)).flatMap(url => pictureUrl(url, base) ?? [])
  const microdata = microdataLogos(readMicrodata(root, base), base)
  return [
    ...jsonLd.map(url => ({ origin: 'json-ld' as const, url })),
    ...microdata.map(url => ({ origin: 'microdata' as const, url })),
  ].slice(0, maxLogos)
}

const jsonLdLogos = ({ all, resolve }: JsonLd): string[] => {
  const own: string[] = []
  const others: string[] = []
  for (const object of all)
    for (const logo of listOf(object.logo)) {
      const url = imageUrl(logo) ?? imageUrl(resolve(logo)) ?? addressOf(logo)
      if (url !== undefined) (isOfType(object, organization) ? own : others).push(url)
    }
  return [...own, ...others]
}

const organization = /Organization|Corporation|Brand|Business|Store$/

/** A string or an ImageObject. */
const imageUrl = (image: unknown): string | undefined => {
  if (!isObject(image)) return isText(image) ? image : undefined
  return [image.url, image.contentUrl, image['@value']].find(isText)
}

/** The id of an image is often its address. */
const addressOf = (image: unknown): string | undefined => {
  const id = isObject(image) ? image['@id'] : undefined
  return isText(id) && /^https?:.*\.(?:png|svg|jpe?g|webp|gif|ico)$/i.test(id) ? id : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const microdataLogos = (annotations: Annotation[], base: string): string[] =>
  annotations
    .filter(({ names }) => names.some(name => name.toLowerCase() === 'logo'))
    .slice(0, maxLogos)
    .flatMap(logo => {
      const address =
        logo.opens && annotations.find(({ about, names }) => about === logo.opens && isUrl(names))
      return pictureIn(logo.element, base) ?? stated(logo, base) ?? stated(address, base) ?? []
    })

const isUrl = (names: string[]): boolean => names.some(name => /^(?:content)?url$/i.test(name))

const pictureIn = (element: HtmlElement, base: string): string | undefined => {
  for (const image of element.name === 'img' ? [element] : descendants(element)) {
    if (image.name !== 'img') continue
    const url = imageSource(image, base) ?? pictureUrl(image.attributes.src, base)
    if (url !== undefined) return url
  }
  return undefined
}

/** An `<a>` says where a click on the logo goes, and words are no address. */
const stated = (annotation: Annotation | undefined, base: string): string | undefined =>
  annotation && /^(?:meta|link)$/.test(annotation.element.name)
    ? pictureUrl(annotation.value, base)
    : undefined

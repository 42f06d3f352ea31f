import { webUrl } from './addresses.ts'
import type { HtmlElement } from './html.ts'

/** An address, and how the page writes it. */
type ImageSource = { url: string; written: string }

/** The address of the picture that an `<img>` means. */
export const imageSource = (image: HtmlElement, baseUrl: string): string | undefined =>
  findImageSource(image, baseUrl)?.url

/**
 * Lazy loaders put the address into attributes of their own and leave a placeholder in `src`; so
 * those come first, then `src`, then the largest of `srcset` and of the `<source>`s around it.
 */
export const findImageSource = (image: HtmlElement, baseUrl: string): ImageSource | undefined => {
  for (const name of lazyAttributes) {
    const value = image.attributes[name]
    // Some only say with it that the picture is lazy (`data-lazy="true"`).
    const source = value && /[./]/.test(value) ? usable(value, baseUrl) : undefined
    if (source) return source
  }
  const declared = usable(image.attributes.src, baseUrl)
  if (declared && !placeholder.test(declared.url)) return declared
  return largestCandidate(image, baseUrl) ?? declared
}

/** The picture in its best resolution: the largest of `srcset`, else what `imageSource` says. */
export const largestImageSource = (image: HtmlElement, baseUrl: string): string | undefined =>
  (largestCandidate(image, baseUrl) ?? findImageSource(image, baseUrl))?.url

/** A picture of one or two pixels counts visitors; nobody sees it. */
export const isTrackingPixel = ({ attributes: { width, height, style } }: HtmlElement): boolean =>
  (isTiny(width) && isTiny(height)) || (style?.match(tinySide)?.length ?? 0) > 1
/** Without `0`: Next.js sizes pictures that fill their box by `width:0;min-width:100%`. */
const tinySide = /(?<![\w-])(?:width|height)\s*:\s*[12]px/gi

type SourceCandidate = { url: string; descriptor: string }

/** The grammar of `srcset`: addresses may hold commas, only one at the end separates. */
const parseSrcset = (value: string): SourceCandidate[] => {
  const candidates: SourceCandidate[] = []
  let at = 0
  while (at < value.length) {
    while (at < value.length && /[\s,]/.test(value[at] as string)) at++
    const start = at
    while (at < value.length && !/\s/.test(value[at] as string)) at++
    let url = value.slice(start, at)
    let descriptor = ''
    if (url.endsWith(',')) {
      while (url.endsWith(',')) url = url.slice(0, -1)
    } else {
      const end = value.indexOf(',', at)
      descriptor = value.slice(at, end < 0 ? value.length : end).trim()
      at = end < 0 ? value.length : end + 1
    }
    if (url && isDescriptor(descriptor)) candidates.push({ url, descriptor })
  }
  return candidates
}

/** `2x`, `300w`, `300w 200h`: behind anything else browsers leave the candidate out ("i 3.png 3x"). */
const isDescriptor = (text: string): boolean =>
  text.split(/\s+/).every(token => /^[\d.]*[a-z]?$/i.test(token))

type Sized = { source: ImageSource; size: number }

const largestCandidate = (image: HtmlElement, baseUrl: string): ImageSource | undefined => {
  const own = srcsetsOf(image)
  if (own.length > 0) return largestOf(own, baseUrl)?.source
  return image.parent?.name === 'picture' ? largestAround(image.parent, baseUrl) : undefined
}

const largestOf = (srcsets: readonly string[], baseUrl: string): Sized | undefined => {
  let best: Sized | undefined
  for (const srcset of srcsets)
    for (const { url, descriptor } of parseSrcset(srcset)) {
      const source = usable(url, baseUrl)
      const size = sizeOf(descriptor)
      if (source && (!best || size > best.size)) best = { source, size }
    }
  return best
}

const srcsetsOf = ({ attributes }: HtmlElement): string[] => {
  const values: string[] = []
  for (const name of srcsetAttributes) {
    const value = attributes[name]
    if (value) values.push(value)
  }
  return values
}

/** Worked out once for a picture: each of many images in it would read all of its sources again. */
const largestAround = (picture: HtmlElement, baseUrl: string): ImageSource | undefined => {
  let known = largestInPicture.get(picture)
  if (known?.baseUrl !== baseUrl) {
    const sources = picture.children
      .slice(0, maxSiblings)
      .filter(child => child.type === 'element')
      .filter(child => child.name === 'source' && !isForDark(child))
    const srcsets = sources.flatMap(srcsetsOf)
    known = { baseUrl, source: largestOf(srcsets, baseUrl)?.source }
    largestInPicture.set(picture, known)
  }
  return known.source
}

const isForDark = ({ attributes: { media = '', class: names = '' } }: HtmlElement): boolean =>
  /\bdark\b/.test(media) || /(?:^|[\s-])dark(?:[\s-]|$)/.test(names)

const largestInPicture = new WeakMap<
  HtmlElement,
  { baseUrl: string; source: ImageSource | undefined }
>()

/** A picture has a few sources; more than that nobody offers. */
const maxSiblings = 100

const sizeOf = (descriptor: string): number => {
  const number = Number.parseFloat(descriptor)
  if (Number.isNaN(number)) return 1
  // Widths and densities never share a srcset; the factor only keeps them apart.
  return descriptor.includes('w') ? number : number * 1_000
}

/** A brace means that a script would still have to fill the address in. */
const usable = (value: string | undefined, baseUrl: string): ImageSource | undefined => {
  const url = value?.includes('{') ? undefined : webUrl(value, baseUrl)
  return url && value ? { url, written: value.trim() } : undefined
}

const isTiny = (value: string | undefined): boolean =>
  value !== undefined && /^\s*[012](?:px)?\s*$/.test(value)

const lazyAttributes = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-original-src',
  'data-orig-src',
  'data-lazy',
  'data-echo',
  'data-actualsrc',
]
const srcsetAttributes = ['srcset', 'data-srcset', 'data-lazy-srcset']
const placeholder =
  /\.(?:gif|png|svg)(?<=(?:blank|spacer|placeholder|transparent|pixel|lazy|1x1)[\w-]*\.\w{3})/i

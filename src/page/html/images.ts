import { webUrl } from './addresses.ts'
import { descendants, type HtmlElement } from './html.ts'
import { isTrackingPixel, largestImageSource } from './image-source.ts'

/**
 * The pictures of a page: absolute http(s) addresses in page order, each once, in the best
 * resolution the page offers. Data URLs and tracking pixels are none.
 */
export const readImages = (root: HtmlElement, { baseUrl }: { baseUrl: string }): string[] => {
  const images = new Set<string>()
  const add = (url: string | undefined) => {
    if (url) images.add(url)
  }
  for (const element of descendants(root)) {
    const { name, attributes } = element
    if (imageTags.has(name) && !isTrackingPixel(element)) add(largestImageSource(element, baseUrl))
    else if (name === 'meta' && isShareImage(attributes)) add(webUrl(attributes.content, baseUrl))
    else if (name === 'link' && attributes.rel === 'image_src')
      add(webUrl(attributes.href, baseUrl))
    else if (name === 'video') add(webUrl(attributes.poster, baseUrl))
    else if (name === 'image') add(webUrl(attributes.href ?? attributes['xlink:href'], baseUrl))
    else if (name === 'input' && attributes.type === 'image') add(webUrl(attributes.src, baseUrl))
    if (attributes.style?.includes('url('))
      for (const url of styleUrls(attributes.style)) add(webUrl(url, baseUrl))
  }
  return [...images]
}

/** AMP writes its own. */
export const imageTags: ReadonlySet<string> = new Set(['img', 'amp-img', 'amp-anim'])

const isShareImage = ({ property, name }: Record<string, string>): boolean =>
  /^(?:og:image(?::url|:secure_url)?|twitter:image(?::src)?)$/.test(property ?? name ?? '')

/** The addresses of `url(…)` in an inline style. */
const styleUrls = (style: string): string[] => {
  const urls: string[] = []
  let end = 0
  // On from where the last one ends: a `url(` inside of another is none.
  for (let at = style.indexOf('url('); at >= 0; at = style.indexOf('url(', end)) {
    const quote = /^\s*(["'])/.exec(style.slice(at + 4, at + 12))?.[1]
    const start = quote ? style.indexOf(quote, at + 4) + 1 : at + 4
    const closed = style.indexOf(quote ?? ')', start)
    end = closed < 0 ? style.length : closed
    const url = style.slice(start, end).trim()
    if (url) urls.push(url)
  }
  return urls
}

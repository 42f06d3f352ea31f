import { documentBase, pictureUrl } from '../html/addresses.ts'
import { descendants, type HtmlDocument } from '../html/html.ts'

export type SharedImage = { origin: 'og:image' | 'twitter:image' | 'image_src'; url: string }

const maxImages = 20

/**
 * The images a page offers for sharing, in the order in which to try them: its Open Graph images
 * one after the other, each by its secure address first, then the Twitter card's, then what older
 * pages link as `image_src`.
 */
export const readSharedImages = (document: HtmlDocument, pageUrl: string): SharedImage[] => {
  const base = documentBase(document.root, pageUrl)
  const groups: Group[] = []
  const twitter: string[] = []
  const linked: string[] = []
  for (const element of descendants(document.root)) {
    if (
      element.name === 'link' &&
      /(?:^|\s)image_src(?:\s|$)/i.test(element.attributes.rel ?? '')
    ) {
      const url = pictureUrl(element.attributes.href, base)
      if (url !== undefined && linked.length < maxImages) linked.push(url)
    }
    if (element.name !== 'meta' || groups.length >= maxImages) continue
    // Many pages write `name=` where the protocol says `property=`.
    const { property, name, content } = element.attributes
    const url = pictureUrl(content, base)
    if (url === undefined) continue
    const key = (property ?? name ?? '').trim().toLowerCase()
    if (/^twitter:image(:src)?$/.test(key)) twitter.push(url)
    else addTo(groups, key, url)
  }
  const ours = groups.flatMap(({ secure, url, plain }) => [secure, url, plain])
  return unique([
    ...ours.map(url => ({ origin: 'og:image' as const, url })),
    ...twitter.map(url => ({ origin: 'twitter:image' as const, url })),
    ...linked.map(url => ({ origin: 'image_src' as const, url })),
  ])
}

/** `og:image` begins an image; what is `og:image:…` belongs to the one before it. */
type Group = { plain?: string; url?: string; secure?: string }

const addTo = (groups: Group[], key: string, url: string): void => {
  if (key === 'og:image') {
    groups.push({ plain: url })
    return
  }
  if (key !== 'og:image:url' && key !== 'og:image:secure_url') return
  const part = key === 'og:image:url' ? 'url' : 'secure'
  const last = groups.at(-1)
  if (last && last[part] === undefined) last[part] = url
  else groups.push({ [part]: url })
}

const unique = (
  images: { origin: SharedImage['origin']; url: string | undefined }[],
): SharedImage[] => {
  const seen = new Set<string>()
  return images
    .flatMap(({ origin, url }) => {
      if (url === undefined || seen.has(url)) return []
      seen.add(url)
      return [{ origin, url }]
    })
    .slice(0, maxImages)
}

import type { PageNode } from '../../../page/text/page-nodes.ts'
import { fold, wordsOf } from '../../../page/words/words.ts'
import { isOrder } from '../grounding/orders.ts'
import { isPictureName } from '../grounding/picture-name.ts'
import { type Field, leaves } from '../schema/fields.ts'
import type { Page } from '../source/page.ts'
import { intentOf } from '../words/intent.ts'

/** The addresses that a line is shown with: only those that can answer a field. */
export type Targets = (node: PageNode, isMain: boolean) => string[]

export const targetsOf = (
  page: Page,
  root: Field | undefined,
  prompt: string | undefined,
): Targets => {
  const links = wantedOf(root, prompt, ['url'])
  const images = wantedOf(root, prompt, ['image'])
  const isAsked = (intent: 'email' | 'phone', words: RegExp) =>
    wantedOf(root, undefined, [intent]).isAny || words.test(prompt ?? '')
  const mails = isAsked('email', /mail|contact/i)
  const phones = isAsked('phone', /phone|contact/i)
  // Icons have no words of their own, and stand with the line before them.
  const icons = Map.groupBy(
    page.links.filter(({ text }) => text === ''),
    ({ after }) => after,
  )
  const pictures = Map.groupBy(page.images, ({ after }) => after)
  const isLink = (url: string, words: string, isMain: boolean) => {
    if (url.startsWith('mailto:')) return mails
    if (url.startsWith('tel:')) return phones
    return links.isAny && links.takes(`${words} ${url}`, isMain, isElsewhere(url, page.url))
  }
  const linksAt = ({ id, pieces, text: line }: PageNode, isMain: boolean): string[] => [
    ...pieces.flatMap(({ link, text }) =>
      link && isLink(link, `${text} ${line.slice(0, 80)}`, isMain) ? link : [],
    ),
    ...(icons.get(id) ?? []).flatMap(({ url, element: { attributes } }) => {
      const words = `${attributes.title ?? ''} ${attributes['aria-label'] ?? ''}`
      return isLink(url, words, isMain || isElsewhere(url, page.url)) ? url : []
    }),
  ]
  const imagesAt = (node: PageNode, isMain: boolean): string[] =>
    (pictures.get(node.id) ?? []).flatMap(({ url, alt }) => {
      const words = alt && !isOrder(alt) ? alt.slice(0, maxCaptionChars) : ''
      const isWanted = images.isAny && !url.startsWith('data:')
      if (!isWanted || !images.takes(`${alt} ${url}`, isMain, true))
        return isMain && saysMore(page, node, words) ? `<picture of ${words}>` : []
      return `<image ${shortAddress(url, page.url)}${words && ` ${words}`}>`
    })
  return (node, isMain) => {
    const addresses = linksAt(node, isMain).map(url => `<${shortAddress(url, page.url)}>`)
    return [...new Set([...addresses, ...imagesAt(node, isMain)])].slice(0, maxTargets)
  }
}

/** What only a picture says, and not the lines beside it: the logo of a company, a color to choose. */
const saysMore = ({ nodes }: Page, { id }: PageNode, words: string): boolean => {
  if (!isPictureName(words)) return false
  const beside = nodes.slice(Math.max(0, id - 2), id + 1).map(({ text }) => text)
  return !fold(beside.join('\n')).includes(fold(words))
}

/** Without what the model is told once: the scheme, and the page's own site. */
const shortAddress = (url: string, pageUrl: string): string => {
  const own = URL.parse(pageUrl)?.origin
  const short = own && url.startsWith(`${own}/`) ? url.slice(own.length) : url
  return short.replace(/^https:\/\//, '')
}

/** An address as a model copies it from what it is shown, whole again. */
export const wholeAddress = (text: string, pageUrl: string): string => {
  if (/^\/(?!\/)/.test(text)) return URL.parse(text, pageUrl)?.href ?? text
  return /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]|$)/u.test(text) ? `https://${text}` : text
}

const maxTargets = 8
const maxCaptionChars = 60

type Wanted = {
  isAny: boolean
  takes: (words: string, isMain: boolean, isElsewhere: boolean) => boolean
}

/**
 * Entries of a list may be anywhere in the main content, so any of its addresses can answer them.
 * A single field takes those that have its words in them (`linkedin_url`), or, where it says
 * nothing but "link" or "image", those of the main content that lead elsewhere.
 */
const wantedOf = (
  root: Field | undefined,
  prompt: string | undefined,
  intents: readonly string[],
): Wanted => {
  const fields = root ? [...leaves(root)].filter(leaf => intents.includes(intentOf(leaf))) : []
  const isEach =
    asksTargets.test(prompt ?? '') || fields.some(({ pointer }) => pointer.includes('/*'))
  const names = fields.map(({ name }) => wordsOf(name).filter(({ stem }) => !plainWords.has(stem)))
  const stems = new Set(names.flat().map(({ stem }) => stem))
  const isPlain = names.some(words => words.length === 0)
  return {
    isAny: fields.length > 0 || isEach,
    takes: (words, isMain, isElsewhere) =>
      (isMain && (isEach || (isPlain && isElsewhere))) ||
      wordsOf(words).some(({ stem }) => stems.has(stem)),
  }
}

const asksTargets = /\b(urls?|links?|hrefs?|images?|photos?|pictures?|logos?|icons?)\b/i

/** What every field for an address is called. */
const plainWords = new Set(
  ['url link href uri address website web site homepage permalink', 'image img photo picture src']
    .join(' ')
    .split(' ')
    .flatMap(word => wordsOf(word).map(({ stem }) => stem)),
)

const isElsewhere = (url: string, pageUrl: string): boolean =>
  URL.parse(url)?.hostname !== URL.parse(pageUrl)?.hostname

import { documentBase, webUrl } from '../html/addresses.ts'
import { descendants, type HtmlElement } from '../html/html.ts'
import { isInTemplate } from '../html/links.ts'
import { parseRefresh } from '../html/refresh.ts'
import { type PageHead, readHead } from '../metadata/head.ts'
import { statementOf, wordsOf } from '../metadata/text.ts'
import { differInOneNumber } from './next-page.ts'
import { saysNofollow } from './nofollow.ts'
import { maxUrlLength } from './traps.ts'

export type FoundLink = {
  /** Without a fragment, but for one that is a view of a scripted page (`#/…`, `#!…`). */
  url: string
  /** What it says, if anything. */
  text?: string
  /** The next page of the list that this page is part of. */
  next?: true
  /** The page vouches for none of the links that lead there. */
  nofollow?: true
}

export type PageLinks = {
  /** In page order, each once. */
  links: FoundLink[]
  /** The page's own address, as it says. */
  canonical?: string
  title?: string
  /** The page or its answer asks robots to follow none of its links. */
  nofollow: boolean
  /** How many links were left out: over the limit, or longer than an address. */
  leftOut: number
}

const maxLinks = 10_000

type From = {
  finalUrl: string
  /** The `X-Robots-Tag` of the answer, and the name by which it would speak to us. */
  robotsTag?: string | undefined
  robot: string
}

/** Where a page leads: what a crawl may follow from it. One look at each element, whatever it is. */
export const readPageLinks = (root: HtmlElement, from: From): PageLinks => {
  const baseUrl = documentBase(root, from.finalUrl)
  const head = readHead(root)
  const canonical = webUrl(head.links.get('canonical')?.[0], baseUrl)
  const title = head.title && statementOf(head.title)
  return {
    ...collect(root, head, baseUrl, from.finalUrl),
    ...(canonical && canonical.length <= maxUrlLength && { canonical }),
    ...(title && { title }),
    nofollow: robotsWords(head, from).some(words => saysNofollow(words, from.robot)),
  }
}

const robotsWords = ({ metas }: PageHead, { robotsTag = '', robot }: From): string[] => [
  robotsTag,
  ...metas
    .filter(({ names }) => names.includes('robots') || names.includes(robot))
    .map(({ content }) => content),
]

const collect = (root: HtmlElement, head: PageHead, baseUrl: string, pageUrl: string) => {
  const found = new Map<string, FoundLink>()
  const page = withoutPlace(pageUrl)
  let leftOut = 0
  const add = (href: string, rel: ReadonlySet<string>, textOf: () => string) => {
    const address = webUrl(href, baseUrl)
    const url = address && withoutPlace(address)
    if (!url || url === page) return
    const known = found.get(url)
    if (!known && (found.size >= maxLinks || url.length > maxUrlLength)) leftOut++
    else if (known) merge(known, rel, textOf)
    else found.set(url, linkOf(url, rel, textOf(), page))
  }
  for (const href of head.links.get('next') ?? []) add(href, nextRel, noText)
  for (const { names, content } of head.metas)
    if (names.includes('refresh')) add(parseRefresh(content)?.target ?? '', noRel, noText)
  for (const element of descendants(root)) {
    const { name, attributes } = element
    if ((name !== 'a' && name !== 'area') || !attributes.href || isInTemplate(element)) continue
    add(attributes.href, relOf(attributes.rel), () => textOf(element))
  }
  return { links: [...found.values()], leftOut }
}

const nextRel = new Set(['next'])
const noRel = new Set<string>()
const noText = () => ''

const relOf = (rel: string | undefined): ReadonlySet<string> =>
  rel ? new Set(rel.slice(0, 200).toLowerCase().split(/\s+/)) : noRel

const linkOf = (url: string, rel: ReadonlySet<string>, text: string, page: string): FoundLink => ({
  url,
  ...(text && { text }),
  ...((rel.has('next') || differInOneNumber(page, url)) && { next: true }),
  ...(rel.has('nofollow') && { nofollow: true }),
})

/** The same address again: it may be vouched for, or named, only here. */
const merge = (known: FoundLink, rel: ReadonlySet<string>, textOf: () => string): void => {
  if (rel.has('next')) known.next = true
  if (!rel.has('nofollow')) delete known.nofollow
  if (known.text === undefined) {
    const text = textOf()
    if (text) known.text = text
  }
}

/** What is read of one link: a link around a whole page would be read once for each such link. */
const textLimits = { maxChars: 200, maxNodes: 30 }

const textOf = (element: HtmlElement): string => {
  const { attributes } = element
  const said = wordsOf(element, textLimits) || attributes['aria-label'] || attributes.title
  return statementOf((said || attributes.alt || pictureText(element)).slice(0, textLimits.maxChars))
}

const pictureText = ({ children }: HtmlElement): string => {
  for (const child of children.slice(0, textLimits.maxNodes))
    if (child.type === 'element' && child.name === 'img') return child.attributes.alt ?? ''
  return ''
}

const withoutPlace = (url: string): string => {
  const hash = url.indexOf('#')
  return hash < 0 || /^[/!]/.test(url.slice(hash + 1, hash + 2)) ? url : url.slice(0, hash)
}

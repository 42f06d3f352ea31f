import { webUrl } from '../base-url.ts'
import { descendants, type HtmlElement, parseHtml, textContent } from '../html.ts'
import { build } from '../html-builder.ts'
import { toIsoDate } from '../iso-date.ts'
import { isObject, listOf } from '../json-ld.ts'
import { plainText } from '../plain-text.ts'
import { parseXml } from './xml.ts'

export type Feed = { title: string; link: string | undefined; summary: string; items: FeedItem[] }
export type FeedItem = {
  title: string
  link: string | undefined
  date: string | undefined
  author: string
  summary: string
}

/** RSS, RDF, Atom or JSON Feed; undefined where the file is none of them. */
export const readFeed = (source: string, baseUrl: string): Feed | undefined => {
  if (/^[\s\ufeff]*\{/.test(source)) return readJsonFeed(source, baseUrl)
  const root = parseXml(source)
  for (const element of root.children) {
    if (element.type === 'text') continue
    if (element.name === 'feed') return readAtom(element, baseUrl)
    if (element.name === 'rss' || element.name === 'rdf:rdf') return readRss(element, baseUrl)
  }
  return undefined
}

/** A feed as a page: its title, what it says of itself, and a list of its items. */
export const feedToTree = (feed: Feed): HtmlElement => {
  const title = feed.link ? build('a', { href: feed.link }, [feed.title]) : feed.title
  return build('body', {}, [
    ...(feed.title ? [build('h1', {}, [title])] : []),
    ...(feed.summary ? [build('p', {}, [feed.summary])] : []),
    build('ul', {}, feed.items.map(itemToTree)),
  ])
}

const itemToTree = (item: FeedItem): HtmlElement => {
  const title = item.title || item.link || 'Untitled'
  const facts = [item.date, item.author].filter(fact => fact).join(', ')
  const head = [
    item.link ? build('a', { href: item.link }, [title]) : build('strong', {}, [title]),
    ...(facts ? [` (${facts})`] : []),
  ]
  if (!item.summary || item.summary === title) return build('li', {}, head)
  return build('li', {}, [build('p', {}, head), build('p', {}, [item.summary])])
}

const readRss = (root: HtmlElement, baseUrl: string): Feed => {
  const channel = childOf(root, 'channel') ?? root
  const items: FeedItem[] = []
  for (const element of descendants(root)) {
    if (element.name !== 'item' || items.length >= maxItems) continue
    const guid = childOf(element, 'guid')
    const permalink = guid?.attributes.ispermalink !== 'false' ? textOf(guid) : ''
    items.push({
      title: plain(textOf(childOf(element, 'title'))),
      link: webUrl(textOf(childOf(element, 'link')) || permalink || undefined, baseUrl),
      date: dateOf(element, ['pubdate', 'dc:date', 'date']),
      author: plain(textOf(childOf(element, 'dc:creator') ?? childOf(element, 'author'))),
      summary: summaryOf(element, ['description', 'content:encoded', 'itunes:summary']),
    })
  }
  return {
    title: plain(textOf(childOf(channel, 'title'))),
    link: webUrl(textOf(childOf(channel, 'link')) || undefined, baseUrl),
    summary: plain(textOf(childOf(channel, 'description'))),
    items,
  }
}

const readAtom = (root: HtmlElement, baseUrl: string): Feed => {
  const items: FeedItem[] = []
  for (const element of root.children) {
    if (element.type === 'text' || element.name !== 'entry' || items.length >= maxItems) continue
    items.push({
      title: plain(textOf(childOf(element, 'title'))),
      link: atomLink(element, baseUrl),
      date: dateOf(element, ['published', 'updated', 'issued']),
      author: plain(textOf(childOf(childOf(element, 'author') ?? element, 'name'))),
      summary: summaryOf(element, ['summary', 'content', 'media:description']),
    })
  }
  return {
    title: plain(textOf(childOf(root, 'title'))),
    link: atomLink(root, baseUrl),
    summary: plain(textOf(childOf(root, 'subtitle'))),
    items,
  }
}

const atomLink = (element: HtmlElement, baseUrl: string): string | undefined => {
  for (const child of element.children) {
    if (child.type === 'text' || child.name !== 'link') continue
    const { rel = 'alternate', href } = child.attributes
    if (rel === 'alternate') return webUrl(href, baseUrl)
  }
  return undefined
}

const readJsonFeed = (source: string, baseUrl: string): Feed | undefined => {
  let value: unknown
  try {
    value = JSON.parse(source.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
  if (!isObject(value) || !/jsonfeed\.org/.test(string(value.version))) return undefined
  const items = listOf(value.items).filter(isObject).slice(0, maxItems)
  return {
    title: string(value.title),
    link: webUrl(string(value.home_page_url) || undefined, baseUrl),
    summary: string(value.description),
    items: items.map(item => ({
      title: string(item.title),
      link: webUrl(string(item.url) || string(item.external_url) || undefined, baseUrl),
      date: toIsoDate(string(item.date_published)) ?? toIsoDate(string(item.date_modified)),
      author: listOf(item.authors ?? item.author)
        .map(author => (isObject(author) ? string(author.name) : ''))
        .filter(name => name)
        .join(', '),
      summary: cut(
        string(item.summary) || string(item.content_text) || plain(string(item.content_html)),
      ),
    })),
  }
}

const maxItems = 1_000

const string = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const childOf = (element: HtmlElement, name: string): HtmlElement | undefined => {
  for (const child of element.children)
    if (child.type === 'element' && child.name === name) return child
  return undefined
}

const textOf = (element: HtmlElement | undefined): string =>
  element ? textContent(element).trim() : ''

const dateOf = (element: HtmlElement, names: string[]): string | undefined => {
  for (const name of names) {
    const value = textOf(childOf(element, name))
    if (value) return toIsoDate(value) ?? value.slice(0, 60)
  }
  return undefined
}

const summaryOf = (element: HtmlElement, names: string[]): string => {
  for (const name of names) {
    const text = plain(textOf(childOf(element, name)))
    if (text) return cut(text)
  }
  return ''
}

/** Titles and summaries may be HTML inside the XML. */
const plain = (value: string): string =>
  /[<&]/.test(value)
    ? plainText(parseHtml(value.slice(0, maxHtml)).root)
    : value.replace(/\s+/g, ' ')

const maxHtml = 20_000
const maxSummary = 600

const cut = (text: string): string => {
  if (text.length <= maxSummary) return text
  const end = text.lastIndexOf(' ', maxSummary)
  return `${text.slice(0, end > maxSummary / 2 ? end : maxSummary)}…`
}

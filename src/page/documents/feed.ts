import { isObject } from '../../kit/is-object.ts'
import { parseJson } from '../../kit/parse-json.ts'
import { bodyOf } from '../content/visible.ts'
import { safeUrl, webUrl } from '../html/addresses.ts'
import { build } from '../html/builder.ts'
import {
  descendants,
  type HtmlElement,
  type HtmlNode,
  parseHtml,
  textContent,
} from '../html/html.ts'
import { readImages } from '../html/images.ts'
import { toCleanHtml } from '../markdown/clean-html.ts'
import { plainText } from '../markdown/plain-text.ts'
import { toIsoDate } from '../metadata/iso-date.ts'
import { listOf } from '../metadata/json-ld.ts'
import { parseXml } from './xml.ts'

type Feed = {
  title: string
  link: string | undefined
  summary: string
  language: string
  items: FeedItem[]
}
type FeedItem = {
  title: string
  link: string | undefined
  date: string | undefined
  author: string
  /** What the feed has of it, often all: HTML or text. */
  content: string
  /** What its relative addresses stand on. */
  baseUrl: string
  /** A sound or a film to the item. */
  enclosure: { url: string; kind: string } | undefined
}

/** RSS, RDF, Atom or JSON Feed; undefined where the file is none of them. */
export const readFeed = (source: string, baseUrl: string): Feed | undefined => {
  if (/^[\s\ufeff]*\{/.test(source)) return readJsonFeed(source, baseUrl)
  const root = parseXml(source)
  for (const element of root.children.filter(child => child.type === 'element')) {
    const [, prefix] = /^([\w-]+:)?feed$/.exec(element.name) ?? [undefined, null]
    if (prefix !== null) return readAtom(withoutPrefix(element, prefix), baseUrl)
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
  const { link, enclosure } = item
  const title = item.title || link || item.date || ''
  const facts = [title === item.date ? '' : item.date, item.author].filter(fact => fact).join(', ')
  const head = [
    ...(title ? [link ? build('a', { href: link }, [title]) : build('strong', {}, [title])] : []),
    ...(facts ? [` (${facts})`] : []),
    ...(enclosure ? [' ', build('a', { href: enclosure.url }, [enclosure.kind])] : []),
  ]
  const content = contentOf(item)
  if (content.length === 0) return build('li', {}, head)
  return build('li', {}, [build('p', {}, head), build('div', {}, content)])
}

/** The content as a part of the page; none where it only repeats the title. */
const contentOf = ({ content, title, baseUrl }: FeedItem): HtmlNode[] => {
  if (!/[<&]/.test(content))
    return content === title ? [] : paragraphsOf(content).map(text => build('p', {}, [text]))
  const body = bodyOf(parseHtml(content.slice(0, maxHtml)).root)
  const text = plainText(body)
  if (text === title || (text === '' && readImages(body, { baseUrl }).length === 0)) return []
  for (const { attributes } of descendants(body))
    for (const name of ['href', 'src']) {
      const address = safeUrl(attributes[name], baseUrl)
      if (address) attributes[name] = address
    }
  return body.children
}

const readRss = (root: HtmlElement, baseUrl: string): Feed => {
  const channel = childOf(root, 'channel') ?? root
  const items: FeedItem[] = []
  for (const element of descendants(root)) {
    if (element.name !== 'item' || items.length >= maxItems) continue
    const guid = childOf(element, 'guid')
    const permalink = guid?.attributes.ispermalink !== 'false' ? textOf(guid) : ''
    const link = webUrl(textOf(childOf(element, 'link')) || permalink || undefined, baseUrl)
    items.push({
      title: plain(textOf(childOf(element, 'title'))),
      link,
      date: dateOf(element, ['pubdate', 'dc:date', 'date']),
      author: plain(textOf(childOf(element, 'dc:creator') ?? childOf(element, 'author'))),
      content: firstText(element, ['content:encoded', 'description', 'itunes:summary']),
      baseUrl: link ?? baseUrl,
      enclosure: enclosureOf(childOf(element, 'enclosure'), 'url', baseUrl),
    })
  }
  return {
    title: plain(textOf(childOf(channel, 'title'))),
    link: webUrl(textOf(childOf(channel, 'link')) || undefined, baseUrl),
    summary: plain(textOf(childOf(channel, 'description'))),
    language: textOf(childOf(channel, 'language')),
    items,
  }
}

const readAtom = (root: HtmlElement, pageUrl: string): Feed => {
  const baseUrl = xmlBase(root, pageUrl)
  const items: FeedItem[] = []
  for (const element of root.children) {
    if (element.type === 'text' || element.name !== 'entry' || items.length >= maxItems) continue
    const base = xmlBase(element, baseUrl)
    const link = atomLink(element, base)
    const content = childOf(element, 'content')
    const contentBase = content ? xmlBase(content, link ?? base) : base
    items.push({
      title: atomTitle(childOf(element, 'title')),
      link,
      date: dateOf(element, ['published', 'updated', 'issued']),
      author: childrenOf(element, 'author')
        .map(author => plain(textOf(childOf(author, 'name'))))
        .filter(name => name)
        .join(', '),
      content:
        atomContent(content, contentBase) ||
        atomContent(childOf(element, 'summary'), base) ||
        htmlOf(firstText(childOf(element, 'media:group') ?? element, ['media:description'])),
      baseUrl: contentBase,
      enclosure: enclosureOf(enclosureLink(element), 'href', base),
    })
  }
  return {
    title: atomTitle(childOf(root, 'title')),
    link: atomLink(root, baseUrl),
    summary: atomTitle(childOf(root, 'subtitle')),
    language: root.attributes['xml:lang'] ?? '',
    items,
  }
}

/** `<atom:feed>` is the same as `<feed>`. */
const withoutPrefix = (root: HtmlElement, prefix: string | undefined): HtmlElement => {
  if (prefix)
    for (const element of [root, ...descendants(root)])
      if (element.name.startsWith(prefix)) element.name = element.name.slice(prefix.length)
  return root
}

const xmlBase = ({ attributes }: HtmlElement, baseUrl: string): string =>
  webUrl(attributes['xml:base'], baseUrl) ?? baseUrl

/** XHTML stands in the feed as elements, HTML as text; where plain text is meant, it is said. */
const atomContent = (content: HtmlElement | undefined, baseUrl: string): string => {
  const type = content?.attributes.type
  if (content && type === 'xhtml') return toCleanHtml(content, { baseUrl })
  return type === 'text' ? htmlOf(textOf(content)) : textOf(content)
}

/** In a title that is no HTML, `<div>` is a word. Entities are there by mistake (RFC 4287, 3.1.1). */
const atomTitle = (title: HtmlElement | undefined): string => {
  const text = textOf(title)
  const isHtml = /html/i.test(title?.attributes.type ?? '') || !text.includes('<')
  return isHtml ? plain(text) : text.replace(/\s+/g, ' ')
}

const enclosureLink = (element: HtmlElement): HtmlElement | undefined =>
  childrenOf(element, 'link').find(({ attributes }) => attributes.rel === 'enclosure')

const enclosureOf = (
  element: HtmlElement | undefined,
  name: 'url' | 'href',
  baseUrl: string,
): FeedItem['enclosure'] => {
  const url = webUrl(element?.attributes[name], baseUrl)
  const kind = element?.attributes.type?.split('/', 1)[0]?.toLowerCase()
  if (!url) return undefined
  return { url, kind: kind === 'audio' ? 'Audio' : kind === 'video' ? 'Video' : 'File' }
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
  const value = parseJson(source.replace(/^\ufeff/, ''))
  if (!isObject(value) || !/jsonfeed\.org/.test(string(value.version))) return undefined
  const items = listOf(value.items).filter(isObject).slice(0, maxItems)
  return {
    title: string(value.title),
    link: webUrl(string(value.home_page_url) || undefined, baseUrl),
    summary: string(value.description),
    language: string(value.language),
    items: items.map(item => ({
      title: string(item.title),
      link: webUrl(string(item.url) || string(item.external_url) || undefined, baseUrl),
      baseUrl: webUrl(string(item.url) || undefined, baseUrl) ?? baseUrl,
      enclosure: attachmentOf(Object(listOf(item.attachments)[0]), baseUrl),
      date: toIsoDate(string(item.date_published)) ?? toIsoDate(string(item.date_modified)),
      author: listOf(item.authors ?? item.author)
        .map(author => (isObject(author) ? string(author.name) : ''))
        .filter(name => name)
        .join(', '),
      content:
        string(item.content_html) ||
        htmlOf(string(item.content_text)) ||
        htmlOf(string(item.summary)),
    })),
  }
}

const attachmentOf = ({ url, mime_type: type }: Record<string, unknown>, baseUrl: string) =>
  enclosureOf(build('link', { url: string(url), type: string(type) }, []), 'url', baseUrl)

const maxItems = 1_000

const string = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const childrenOf = ({ children }: HtmlElement, name: string): HtmlElement[] =>
  children.filter(child => child.type === 'element').filter(child => child.name === name)

const childOf = (element: HtmlElement, name: string): HtmlElement | undefined =>
  childrenOf(element, name)[0]

const textOf = (element: HtmlElement | undefined): string =>
  element ? textContent(element).trim() : ''

const dateOf = (element: HtmlElement, names: string[]): string | undefined => {
  for (const name of names) {
    const value = textOf(childOf(element, name))
    if (value) return toIsoDate(value) ?? value.slice(0, 60)
  }
  return undefined
}

const firstText = (element: HtmlElement, names: string[]): string => {
  for (const name of names) {
    const text = textOf(childOf(element, name))
    if (text) return text
  }
  return ''
}

const paragraphsOf = (text: string): string[] => text.split(/\n\s*\n/).filter(one => one.trim())

/** Of what is meant as plain text, the lines are meant, too. */
const htmlOf = (text: string): string => {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  if (!escaped.includes('\n')) return escaped
  return paragraphsOf(escaped)
    .map(lines => `<p>${lines.replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/** Titles may be HTML inside the XML. */
const plain = (value: string): string =>
  /[<&]/.test(value)
    ? plainText(parseHtml(value.slice(0, maxHtml)).root)
    : value.replace(/\s+/g, ' ')

/** Of one item: more than any article has. */
const maxHtml = 500_000

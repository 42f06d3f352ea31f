import { getDomainWithoutSuffix } from 'tldts'
import { isObject } from '../../kit/is-object.ts'
import { webUrl } from '../html/addresses.ts'
import type { HtmlElement } from '../html/html.ts'
import { readMicrodata } from './annotations.ts'
import { type First, firstByPlace } from './day-or-month.ts'
import { type Declarations, declarationsOf, type Statements, statementsOf } from './declarations.ts'
import { readHead } from './head.ts'
import { dateIn, toIsoDate } from './iso-date.ts'
import { isOfType, type JsonLd, type JsonLdObject, listOf, readJsonLd } from './json-ld.ts'
import { monthOf } from './months.ts'
import { type PageSigns, readPageSigns } from './signs.ts'
import { bareName, decodeAgain, isAccountName, statementOf } from './text.ts'

type PageMetadata = {
  title?: string
  description?: string
  language?: string
  author?: string
  /** ISO 8601 where the page's own words can be read as a date. */
  published?: string
  modified?: string
  siteName?: string
  canonical?: string
  ogImage?: string
  favicon?: string
  robots?: string
  tdmReservation?: string
  keywords?: string[]
  /** As the page declares them, without the prefix. */
  openGraph: Record<string, string>
  twitter: Record<string, string>
}

/**
 * What a page says of itself. For each field the most deliberate statement wins: meta elements
 * and JSON-LD first, then microdata, then what stands visibly on the page.
 */
export const readMetadata = (root: HtmlElement, { baseUrl }: { baseUrl: string }): PageMetadata => {
  const head = declarationsOf(readHead(root))
  const jsonLd = readJsonLd(root)
  const main = mainThing(jsonLd)
  const microdata = statementsOf(readMicrodata(root, baseUrl))
  const language = languageOf([
    head.language,
    firstText(['content-language', 'language', 'dc.language'].map(head.first)),
    head.openGraph.locale,
    text(main?.inLanguage),
  ])
  const first = firstByPlace(language, baseUrl)
  const signs = readPageSigns(root, first)
  const meta = (...names: string[]) => firstText(names.map(head.first))
  const url = (value: string | undefined) => webUrl(value, baseUrl)
  const link = (rel: string) => url(head.links.get(rel)?.[0])
  const { openGraph, twitter } = head
  // On other pages a date below the headline is one of their subject.
  const isText =
    openGraph.type === 'article' ||
    signs.isArticle ||
    signs.nearByLine !== undefined ||
    articlePath.test(baseUrl) ||
    (main !== undefined && isOfType(main, articleTypes))
  const metadata: { [Key in keyof PageMetadata]: PageMetadata[Key] | undefined } = {
    title: firstText([
      head.title,
      openGraph.title,
      twitter.title,
      meta('citation_title', 'dc.title', 'dcterms.title', 'parsely-title'),
      text(main?.headline),
      text(main?.name),
      signs.heading,
    ]),
    description: firstText([
      meta('description'),
      openGraph.description,
      twitter.description,
      meta('dc.description', 'dcterms.description'),
      text(main?.description),
      microdata('description'),
    ]),
    language,
    author: authorOf({ jsonLd, main, head, microdata, signs, baseUrl }),
    published: dateOf(first, [
      text(main?.datePublished),
      ...publishedNames.map(head.first),
      microdata('datepublished'),
      text(main?.dateCreated),
      signs.publishedTime,
      signs.publishedText,
      isText ? signs.nearDate : undefined,
    ]),
    modified: dateOf(first, [
      text(main?.dateModified),
      ...modifiedNames.map(head.first),
      microdata('datemodified'),
      signs.modifiedTime,
      signs.modifiedText,
    ]),
    siteName: firstText([
      openGraph.site_name,
      siteThing(jsonLd),
      meta('application-name', 'apple-mobile-web-app-title'),
      nameOf(jsonLd.resolve(main?.publisher), jsonLd),
    ]),
    canonical: link('canonical') ?? url(openGraph.url),
    ogImage:
      url(openGraph['image:secure_url']) ??
      url(openGraph.image) ??
      url(openGraph['image:url']) ??
      url(twitter.image) ??
      url(twitter['image:src']) ??
      link('image_src'),
    favicon: link('icon') ?? link('apple-touch-icon'),
    robots: firstText([[...new Set(head.every('robots'))].join(', ')]),
    tdmReservation: meta('tdm-reservation'),
    keywords: keywordsOf(head, main),
    openGraph,
    twitter,
  }
  const stated = Object.entries(metadata).filter(([, value]) => value !== undefined)
  return Object.fromEntries(stated) as PageMetadata
}

/** `/blog/…`, `/2025/12/…`: such addresses are those of texts. */
const articlePath =
  /^https?:\/\/(?:blog|news)\.|\/(?:blogs?|posts?|p|news|articles?|story|stories|insights|artikel|noticias?|actualites?|nachrichten)\/[^/]|\/(?:19|20)\d\d\/(?:0?[1-9]|1[0-2])\//i

const publishedNames = [
  'article:published_time',
  'og:article:published_time',
  'datepublished',
  'date',
  'pubdate',
  'publishdate',
  'publish_date',
  'publish-date',
  'publication_date',
  'published-date',
  'published_date',
  'publisheddate',
  'article.published',
  'parsely-pub-date',
  'sailthru.date',
  'citation_publication_date',
  'dc.date.issued',
  'dcterms.issued',
  'dc.date',
  'dcterms.date',
  'dcterms.created',
]
const modifiedNames = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'last-modified',
  'dcterms.modified',
]

/** The thing the page is about: an article before anything else that has a headline or a date. */
const mainThing = ({ things, resolve }: JsonLd): JsonLdObject | undefined => {
  const articles = things.filter(object => isOfType(object, articleTypes))
  const article = articles.find(object => object.headline || object.datePublished) ?? articles[0]
  if (article) return article
  const page = things.find(object => isOfType(object, pageTypes))
  const about = resolve(page?.mainEntity)
  return (isObject(about) && (about.headline || about.author) ? about : undefined) ?? page
}

const articleTypes = /(?:Article|BlogPosting|Posting|Report|Review|Recipe|Book)$/
const pageTypes = /(?:Page|Product|Event|VideoObject|Course|CreativeWork)$/

const siteThing = ({ things }: JsonLd): string | undefined =>
  text(things.find(object => isOfType(object, /^WebSite$/))?.name)

type Said = {
  jsonLd: JsonLd
  main: JsonLdObject | undefined
  head: Declarations
  microdata: Statements
  signs: PageSigns
  baseUrl: string
}

const authorOf = ({ jsonLd, main, head, microdata, signs, baseUrl }: Said): string | undefined => {
  const meta = (...names: string[]) => firstText(names.map(head.first))
  const names = listOf(main?.author ?? main?.creator).map(value => nameOf(value, jsonLd))
  const candidates = [
    [...new Set(names.map(personOf).filter(name => name !== undefined))].slice(0, 20).join(', '),
    meta('author', 'article:author', 'parsely-author', 'sailthru.author'),
    // Family names come first there, so that commas cannot part them.
    head.every('citation_author').slice(0, maxAuthors).join('; '),
    meta('dc.creator', 'dcterms.creator', 'twitter:creator'),
    labelled(head),
    microdata('author'),
    signs.byLine,
    signs.nearByLine,
    signs.authorLink,
    signs.signature,
    signs.poster,
  ]
  const authors = candidates.map(personOf).filter(author => author !== undefined)
  // Many sites name themselves where the author is asked for, or an account of theirs: only if nobody
  // else is named.
  const site = bareName(head.openGraph.site_name ?? siteThing(jsonLd) ?? '')
  const isSomebody = (author: string) =>
    bareName(author) !== site && !isNamedAfter(baseUrl, bareName(author)) && !isAccountName(author)
  return authors.find(isSomebody) ?? authors[0] ?? signs.authorBox
}

/** What many sites have their links in chats say: `twitter:label1` "Written by", `twitter:data1` a name. */
const labelled = ({ twitter }: Declarations): string | undefined => {
  const at = ['1', '2'].find(n => writtenLabel.test(twitter[`label${n}`] ?? ''))
  return at && twitter[`data${at}`]
}

const writtenLabel =
  /^(?:written by|author|verfasst von|geschrieben von|écrit par|escrito por|scritto da|geschreven door|написано автором|autor|auteur|autore)$/i

/** `Acme` and `The Acme Team` at blog.acme.com. */
const isNamedAfter = (url: string, name: string): boolean => {
  const label = bareName(getDomainWithoutSuffix(url) ?? '')
  const bare = name.replace(/^the/, '')
  return (
    label.length >= 4 && (bare.startsWith(label) || (bare.length >= 4 && label.startsWith(bare)))
  )
}

/** A name, not an address, a handle alone or a whole sentence. */
const personOf = (value: string | undefined): string | undefined => {
  const name = statementOf(value ?? '').replace(
    /^(?:(?:(?:written|posted|published)\s+)?by|記者|记者|作者)[:：\s]+/i,
    '',
  )
  if (/^Von \p{Lu}\S* \p{Lu}/u.test(name)) return name.slice(4)
  if (!name || name.length > 200 || /^(?:https?:|www\.|@)/i.test(name)) return undefined
  if (!dateIn(name)) return name
  // `Ann Reed 4 August 2010`; one word before a date is the day of the week.
  const words = name.split(/[\s,|·•]/)
  const end = words.findIndex(word => /^\d/.test(word) || monthOf(word))
  const before = words.slice(0, end).filter(word => /\p{L}/u.test(word))
  const isName =
    before.length > 1 &&
    before.length < 5 &&
    before.every(word => /^\p{Lu}[\p{L}'’.-]*$/u.test(word))
  return isName ? before.join(' ') : undefined
}

const nameOf = (value: unknown, { resolve }: JsonLd): string | undefined => {
  const thing = resolve(value)
  if (typeof thing === 'string') return text(thing)
  return isObject(thing) ? text(thing.name) : undefined
}

const dateOf = (first: First | undefined, values: (string | undefined)[]): string | undefined => {
  const found = values.filter((value): value is string => value !== undefined && !unset.test(value))
  for (const value of found) {
    const date = toIsoDate(value, first)
    if (date) return date
  }
  return firstText(found)
}

/** What programs say of a day that nobody set; where the zone is American, it is the day before. */
const unset = /^\s*(?:000[01]-\d\d-\d\d|1970-01-01[T ]0|1969-12-31[T ](?:1[5-9]|2))/

const languageOf = (values: (string | undefined)[]): string | undefined => {
  for (const value of values) {
    const language = value?.trim().split(/[.@,]/, 1)[0]?.replaceAll('_', '-')
    if (language && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(language)) return language
  }
  return undefined
}

const maxKeywords = 100
const maxAuthors = 100

const keywordsOf = (head: Declarations, main: JsonLdObject | undefined): string[] | undefined => {
  const declared = head.first('keywords') ?? head.first('news_keywords')
  const listed = listOf(main?.keywords).filter(value => typeof value === 'string')
  const source = declared
    ? [declared]
    : listed.length > 0
      ? listed
      : head.every('article:tag').slice(0, maxKeywords)
  const words = source.flatMap(value => value.split(/[,;،、]/)).map(statementOf)
  const unique = [...new Set(words.filter(word => word !== ''))].slice(0, maxKeywords)
  return unique.length > 0 ? unique : undefined
}

const text = (value: unknown): string | undefined => {
  const first = Array.isArray(value) ? value[0] : value
  const words = isObject(first) ? first['@value'] : first
  return typeof words === 'string' ? statementOf(decodeAgain(words)) || undefined : undefined
}

const firstText = (values: (string | undefined)[]): string | undefined =>
  values.find(value => value !== undefined && value !== '')

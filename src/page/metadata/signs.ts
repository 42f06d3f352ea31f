import { around } from '../html/around.ts'
import { descendants, type HtmlElement } from '../html/html.ts'
import type { First } from './day-or-month.ts'
import { isElsewhere, isInArticle, maxLineChars, firstWords as words } from './elsewhere.ts'
import { type Headline, headlineOf, isBetter, isOfSite, isSettled, tabOf } from './headline.ts'
import {
  type HeadlineLines,
  isFull,
  isLaterChange,
  keepLine,
  nameBehindBy,
  nextHeadline,
  readHeadlineLines,
} from './headline-lines.ts'
import { dateIn, toIsoDate } from './iso-date.ts'
import { isNobody, namesIn } from './names.ts'
import { bareName, textsOf } from './text.ts'

/** What stands on the page for people to see. */
export type PageSigns = {
  heading: string | undefined
  byLine: string | undefined
  publishedTime: string | undefined
  modifiedTime: string | undefined
  /** A date in an element that is named after it, or in a line around the headline that says so. */
  publishedText: string | undefined
  modifiedText: string | undefined
  /** A day, and who is named as the author, in the lines around the headline. */
  nearDate: string | undefined
  nearByLine: string | undefined
  /** Of a line anywhere that says who has written this. */
  signature: string | undefined
  /** The words of the first link to a page about an author. */
  authorLink: string | undefined
  /** Whose name a box about the author begins with. */
  authorBox: string | undefined
  /** Who wrote the first of several posts. */
  poster: string | undefined
  /** Whether the headline is that of an article, by the element around it or the lines below. */
  isArticle: boolean
}

export const readPageSigns = (root: HtmlElement, first?: First): PageSigns => {
  const signs: PageSigns = {
    heading: undefined,
    byLine: undefined,
    publishedTime: undefined,
    modifiedTime: undefined,
    publishedText: undefined,
    modifiedText: undefined,
    nearDate: undefined,
    nearByLine: undefined,
    signature: undefined,
    authorLink: undefined,
    authorBox: undefined,
    poster: undefined,
    isArticle: false,
  }
  const posters: HtmlElement[] = []
  const prose = new Set<HtmlElement>()
  const lines: HeadlineLines = { recent: [], above: [], below: [] }
  let tab = tabOf()
  let headline: Headline | undefined
  let headed = new Set<HtmlElement>()
  for (const element of descendants(root)) {
    const { name, attributes } = element
    const { class: classes, href } = attributes
    if (name === 'title' && element.parent?.name === 'head') tab = tabOf(words(element))
    const isOpen = !isSettled(headline)
    const heading = isOpen && headingName.test(name) ? headlineOf(element, tab) : undefined
    if (heading && isBetter(element, heading, headline)) {
      headline = heading
      headed = isOfSite(heading) ? headed : new Set(around(element.parent))
      signs.isArticle = isInArticle(element)
      nextHeadline(lines)
    } else if (isOpen || !isFull(lines)) keepLine(lines, element, headline !== undefined)
    if (name === 'time' && !isElsewhere(element, headed)) readTime(signs, element, prose)
    const says = classes !== undefined && signWord.test(classes) ? classes : ''
    if (says && signs.publishedText === undefined && isDated(says) && !isElsewhere(element, headed))
      readDateText(signs, element, first)
    if (name === 'a' && href && signs.authorLink === undefined && authorPath.test(href))
      signs.authorLink = isElsewhere(element, headed) ? undefined : byLineOf(element)
    if (posters.length < 2 && isPoster(element, says) && !isElsewhere(element, headed))
      if (element.parent !== posters[0] && posterOf(element) !== undefined) posters.push(element)
    if (signs.signature === undefined && isSignature(element) && !isElsewhere(element, headed))
      signs.signature = nameBehindBy(words(element) ?? '')
    if (signs.authorBox === undefined && says && isAuthorBox(says))
      signs.authorBox = isElsewhere(element, headed) ? undefined : namesIn(element)
    if (signs.byLine !== undefined) continue
    if (attributes.rel === 'author' || (says && isByLine(says)))
      signs.byLine = isElsewhere(element, headed) ? undefined : byLineOf(element)
  }
  // One alone may be whoever is signed in.
  if (posters.length === 2) signs.poster = posterOf(posters[0])
  signs.heading = headline?.text
  const near = readHeadlineLines(lines, headed)
  signs.publishedText ??= near.published
  signs.modifiedText ??= near.modified
  signs.nearDate = near.date
  signs.nearByLine = near.byLine
  signs.isArticle ||= near.isArticle
  return signs
}

const headingName = /^h[1-3]$/

/** Most classes say nothing of authors and days; each of the expressions below has one of these. */
const signWord = /date|time|publi|user|post|by-?line|author|attribution/i

/** `byline`, `post-author`, `author-box__name`, `authorName`, `Article_author__U98U7`. */
const isByLine = (classes: string): boolean =>
  byLineWord.test(classes) &&
  someName(classes, name => byLineEnd.test(name) || (byLineWord.test(name) && nameEnd.test(name)))

const isAuthorBox = (classes: string): boolean =>
  byLineWord.test(classes) && someName(classes, name => boxWord.test(name))

const someName = (classes: string, isWanted: (name: string) => boolean): boolean =>
  classes
    .slice(0, maxClassChars)
    .split(/\s/)
    .some(name => isWanted(name.replace(hash, '')))

const maxClassChars = 500
const byLineEnd = /(?:^|[_-])(?:by-?line|author)s?$/i
const byLineWord = /by-?line|author|attribution/i
const nameEnd = /name$/i
const boxWord = /(?:^|[_-])authors?(?:[_-]|$)|Author/
/** What tools add to names of classes to make them unique: `author__U98U7`. */
const hash = /__?(?=[a-z]{0,11}[\dA-Z])[A-Za-z\d]{3,12}(?:_\d{1,4})?$/

const isSignature = ({ children }: HtmlElement): boolean => {
  const first = children[0]
  return first?.type === 'text' && signatureStart.test(first.text)
}

const signatureStart =
  /^\s*(?:this (?:post|article|story|guide|recipe) was )?(?:written|authored) by\b|^\s*(?:authors?|contributors?):/i

/** By what it is called, or a link to a person's page whose words are its address: `/u/j.smith`. */
const isPoster = (element: HtmlElement, classes: string): boolean => {
  if (posterWord.test(classes) && posterClass.test(classes)) return true
  const href = element.name === 'a' ? element.attributes.href : undefined
  const person = href ? personOf(href) : ''
  const name = person && bareName(posterOf(element) ?? '')
  return name.length > 1 && person.includes(name)
}

const personOf = (href: string): string =>
  bareName(personPath.exec(href.slice(0, maxClassChars))?.[1] ?? '')

const personPath = /^(?:[^?#]*?\/)?(?:u|users?|members?|profiles?|people)\/([^?#]*)/

const posterWord = /user|post/i
const posterClass =
  /(?:^|[\s_-])(?:big)?user-?name(?:\s|$)|(?:^|[\s_-])post-?(?:er|author)(?:\s|$)/i

const posterOf = (element: HtmlElement | undefined): string | undefined => {
  const name = element && words(element)
  return name && name.length <= 30 && name.split(' ').length <= 3 ? name : undefined
}

const authorPath = /\/(?:authors?|autor(?:es)?|auteurs?|autore|contributors?|writers?)\/[^/?#]/i

/** `post-date`, `dateline`, `Article_date__0aODL`. */
const isDated = (classes: string): boolean =>
  dateWord.test(classes) && someName(classes, name => dateEnd.test(name))

const dateWord = /date|time|publi|posted/i
const dateEnd = /(?:^|[-_])(?:date|dateline|postdate|time|published|pubdate|posted|posted-on)$/i

const readDateText = (signs: PageSigns, element: HtmlElement, first?: First): void => {
  const text = words(element)?.replace(
    /^(?:first\s+)?(?:published|posted|date)?(?:\s+on)?[:\s]*/i,
    '',
  )
  if (!text || text.length > maxDateChars) return
  const date = toIsoDate(text, first) ?? dateIn(text)
  if (isLaterChange.test(text)) signs.modifiedText ??= date
  else signs.publishedText = date
}

const maxDateChars = 60

const byLineOf = (element: HtmlElement): string | undefined => {
  const names = namesIn(element)
  if (names) return names
  const line = [...new Set(textsOf(element, maxTexts))].join(' ')
  const name = (postedBy.exec(line)?.[1] ?? line)
    .replace(/^(?:written\s+|posted\s+)?by[:\s]+/i, '')
    .trim()
  // More than a few words are a portrait of the author, not a name.
  if (!name || name.length > 80 || name.split(' ').length > 8) return undefined
  return isNobody(name) ? undefined : name
}

const maxTexts = 20

/** `Posted by Ann on Friday from the attic`. */
const postedBy =
  /^(?:(?:written|posted|published) )?by (\S{2,30}(?: \p{Lu}\S{0,30}){0,3}) (?:on|at|in) /iu

const readTime = (signs: PageSigns, element: HtmlElement, prose: Set<HtmlElement>): void => {
  const { datetime, class: classes = '', itemprop = '' } = element.attributes
  const value = datetime?.trim() || words(element)
  if (!value || (signs.publishedTime === undefined && isDayOfEntry(element))) return
  const isChange = /updated|modified/i.test(`${classes} ${itemprop}`) || isInChange(element, prose)
  if (isChange) signs.modifiedTime ??= value
  else signs.publishedTime ??= value
}

/**
 * `Last updated on <b><time>…`: by what stands before it in its line. What is longer than a line is
 * noted as `prose`, since many times may stand in it.
 */
const isInChange = (element: HtmlElement, prose: Set<HtmlElement>): boolean => {
  const shown = words(element) ?? ''
  let around = element.parent
  for (let level = 0; around && level < 3; level++, around = around.parent) {
    const line = prose.has(around) ? undefined : words(around)
    if (line === undefined || line.length > maxLineChars) {
      prose.add(around)
      return false
    }
    if (isLaterChange.test(line.slice(0, line.indexOf(shown)))) return true
  }
  return false
}

/** Whether a day stands in a row of a list of pages, each of which has a day of its own. */
const isDayOfEntry = (time: HtmlElement): boolean => {
  let row = time.parent
  for (let up = 0; row && !rowTags.has(row.name) && up < 4; up++) row = row.parent
  if (!row?.parent || !rowTags.has(row.name)) return false
  const rows = row.parent.children.slice(0, maxRows)
  return rows.filter(one => one.type === 'element' && isEntry(one)).length >= minEntries
}
const rowTags = new Set(['li', 'tr'])
const maxRows = 20
const minEntries = 3

const isEntry = (row: HtmlElement): boolean => {
  if ((words(row)?.length ?? 0) > maxEntryChars) return false
  const names = new Set(descendants(row).map(({ name }) => name))
  return names.has('time') && names.has('a')
}
const maxEntryChars = 300

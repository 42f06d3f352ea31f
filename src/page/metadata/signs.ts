import { descendants, type HtmlElement } from '../html/html.ts'
import { dateIn, toIsoDate } from './iso-date.ts'
import { monthOf } from './months.ts'
import { bareName, wordsOf } from './text.ts'

/** What stands on the page for people to see. */
export type PageSigns = {
  heading: string | undefined
  byLine: string | undefined
  publishedTime: string | undefined
  modifiedTime: string | undefined
  /** A date in an element that is named after it. */
  publishedText: string | undefined
  /** A day, and who is named as the author, in the lines that follow the headline. */
  nearDate: string | undefined
  nearByLine: string | undefined
  /** The words of the first link to a page about an author. */
  authorLink: string | undefined
  /** Who wrote the first of several posts. */
  poster: string | undefined
  /** Whether the headline is that of an article, by the element around it or the lines below. */
  isArticle: boolean
}

export const readPageSigns = (root: HtmlElement): PageSigns => {
  const signs: PageSigns = {
    heading: undefined,
    byLine: undefined,
    publishedTime: undefined,
    modifiedTime: undefined,
    publishedText: undefined,
    nearDate: undefined,
    nearByLine: undefined,
    authorLink: undefined,
    poster: undefined,
    isArticle: false,
  }
  const posters: HtmlElement[] = []
  // Lines that are still near the headline; it has not come yet.
  let near = 0
  for (const element of descendants(root)) {
    const { name, attributes } = element
    const { class: classes, href } = attributes
    if (name === 'h1' && signs.heading === undefined) {
      signs.heading = words(element)
      if (signs.heading !== undefined) near = nearLines
      signs.isArticle = isInArticle(element)
    } else if (near > 0 && hasOwnText(element)) {
      near--
      readNear(signs, element)
    }
    if (name === 'time' && !isElsewhere(element)) readTime(signs, element)
    if (classes && signs.publishedText === undefined && dateClass.test(classes))
      signs.publishedText = dateText(element)
    if (name === 'a' && href && signs.authorLink === undefined && authorPath.test(href))
      signs.authorLink = isElsewhere(element) ? undefined : byLineOf(element)
    if (posters.length < 2 && isPoster(element) && !isElsewhere(element))
      if (element.parent !== posters[0] && posterOf(element) !== undefined) posters.push(element)
    if (signs.byLine !== undefined) continue
    if (attributes.rel === 'author' || (classes && isByLine(classes)))
      signs.byLine = isElsewhere(element) ? undefined : byLineOf(element)
  }
  // One alone may be whoever is signed in.
  if (posters.length === 2) signs.poster = posterOf(posters[0])
  return signs
}

const nearLines = 12
const maxNearChars = 120

const hasOwnText = ({ name, children }: HtmlElement): boolean =>
  name !== 'script' &&
  name !== 'style' &&
  children.some(child => child.type === 'text' && /\S/.test(child.text))

/** Below a headline stands who wrote it and when, often without any name for machines. */
const readNear = (signs: PageSigns, element: HtmlElement): void => {
  if (signs.nearDate !== undefined && signs.nearByLine !== undefined) return
  const line = words(element)
  if (line === undefined || line.length > maxNearChars) return
  if (isElsewhere(element) || isFactOfMore(element)) return
  if (saysArticle.test(line)) signs.isArticle = true
  if (!isLaterChange.test(line)) signs.nearDate ??= dateIn(line)
  const [, western, eastern] = writtenBy.exec(line) ?? []
  const names = (western ?? eastern)?.split(' ') ?? []
  if (names.length > 1 && monthOf(names.at(-1) ?? '')) names.pop()
  // One word behind "by" is as often a thing.
  if (names.length > 1 || eastern) signs.nearByLine ??= names.join(' ')
}

const isInArticle = (element: HtmlElement): boolean => {
  for (let at: HtmlElement | undefined = element; at; at = at.parent)
    if (at.name === 'article') return true
  return false
}

/** A line of a table or list of facts is about the subject, not about the page. */
const isFactOfMore = (element: HtmlElement): boolean => {
  for (let at: HtmlElement | undefined = element; at; at = at.parent)
    if (at.name === 'table' || at.name === 'dl' || at.name === 'ul') return true
  return false
}

/** `5 min read`, `Published on …`: of an article alone. */
const saysArticle =
  /\d ?(?:min|minutes?|mins|Min\.?|Minuten|minuti|minutos) (?:read|Lesezeit|de lecture|de lectura|di lettura|de leitura|leestijd)|^(?:published|posted|veröffentlicht|publié|publicado|pubblicato|gepubliceerd)\b/i

const isLaterChange =
  /updat|modifi|edited|aktuali|actuali[sz]|mise? à jour|aggiornat|bijgewerkt|обновл|更新/i

/** A few words with capitals, or letters of a script that has none, behind the word for "by". */
const writtenBy =
  /^(?:(?:[Ww]ritten |[Pp]osted )?(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|[Dd]oor|[Аа]втор):? (\p{Lu}[\p{L}'’.-]{1,30}(?: (?:(?:de|van|von|der|den|da|di|la|le|bin|al) ){0,2}\p{Lu}[\p{L}'’.-]{0,30}){0,4})|(?:作者|記者|记者)[:： ]{1,2}(\p{Lo}{1,12}(?: \p{Lo}{1,12})?))/u

/**
 * Comments and teasers have dates of their own. (What the body is called says what the page has, not
 * where a line stands; and the foot of an article is where many say who wrote it.)
 */
const isElsewhere = (element: HtmlElement): boolean => {
  let around = element.parent
  for (let level = 0; around && level < 12; level++, around = around.parent) {
    const { name } = around
    if (name === 'body') return false
    if (name === 'aside' || name === 'nav') return true
    if (name === 'footer' && !isInArticle(around)) return true
    const { class: classes = '', id = '' } = around.attributes
    if (elsewhere.test(`${id} ${classes}`)) return true
  }
  return false
}

/** Page builders call each of their parts a widget, and a page with a sidebar after it. */
const elsewhere =
  /(?:^|[\s_-])(?:comments?|reviews?|replies|related|recommended)(?:$|[\s_-])|(?:^|\s)(?:sidebar|widget)(?:$|[\s_-])|(?<!has|no|with)[_-]sidebar(?:$|\s)/i

/** `byline`, `post-author`, `author-box__name`, `authorName`, `Article_author__U98U7`. */
const isByLine = (classes: string): boolean =>
  byLineWord.test(classes) &&
  classes
    .slice(0, maxClassChars)
    .split(/\s/)
    .some(name => byLineEnd.test(name) || (byLineWord.test(name) && nameEnd.test(name)))

const maxClassChars = 500
const byLineEnd = /(?:^|[_-])(?:by-?line|author)s?(?:_{1,2}\w{3,12})?$/i
const byLineWord = /by-?line|author|attribution/i
const nameEnd = /name(?:_{1,2}\w{3,12})?$/i

/** By what it is called, or a link to a person's page whose words are its address: `/u/j.smith`. */
const isPoster = (element: HtmlElement): boolean => {
  const { class: classes = '', href = '' } = element.attributes
  if (classes && posterClass.test(classes)) return true
  const person = element.name === 'a' && href ? personOf(href) : ''
  const name = person && bareName(posterOf(element) ?? '')
  return name.length > 1 && person.includes(name)
}

const personOf = (href: string): string =>
  bareName(personPath.exec(href.slice(0, maxClassChars))?.[1] ?? '')

const personPath = /^(?:[^?#]*?\/)?(?:u|users?|members?|profiles?|people)\/([^?#]*)/

const posterClass =
  /(?:^|[\s_-])(?:big)?user-?name(?:\s|$)|(?:^|[\s_-])post-?(?:er|author)(?:\s|$)/i

const posterOf = (element: HtmlElement | undefined): string | undefined => {
  const name = element && words(element)
  return name && name.length <= 30 && name.split(' ').length <= 3 ? name : undefined
}

const authorPath = /\/(?:authors?|autor(?:es)?|auteurs?|autore|contributors?|writers?)\/[^/?#]/i

const dateClass =
  /(?:^|\s)(?:[\w-]*[-_])?(?:date|published|pubdate|posted|posted-on|publish-date)(?:\s|$)/i

const dateText = (element: HtmlElement): string | undefined => {
  const text = words(element)?.replace(
    /^(?:first\s+)?(?:published|posted|date)?(?:\s+on)?[:\s]*/i,
    '',
  )
  return text && text.length <= 40 && toIsoDate(text) ? text : undefined
}

const byLineOf = (element: HtmlElement): string | undefined => {
  const name = words(element)
    ?.replace(/^(?:written\s+|posted\s+)?by[:\s]+/i, '')
    .trim()
  // More than a few words are a portrait of the author, not a name.
  return name && name.length <= 80 && name.split(' ').length <= 8 ? name : undefined
}

const readTime = (signs: PageSigns, element: HtmlElement): void => {
  const { datetime, class: classes = '', itemprop = '' } = element.attributes
  const value = datetime?.trim() || words(element)
  if (!value) return
  const isChange = /updated|modified/i.test(`${classes} ${itemprop}`) || isInChange(element)
  if (isChange) signs.modifiedTime ??= value
  else signs.publishedTime ??= value
}

/** `Last updated on <b><time>…`: by what stands before it in its line. */
const isInChange = (element: HtmlElement): boolean => {
  const shown = words(element) ?? ''
  let around = element.parent
  for (let level = 0; around && level < 3; level++, around = around.parent) {
    const line = words(around)
    if (line === undefined || line.length > maxNearChars) return false
    if (isLaterChange.test(line.slice(0, line.indexOf(shown)))) return true
  }
  return false
}

/** The first words only: such elements may hold whole pages, and lie inside each other. */
const words = (element: HtmlElement): string | undefined =>
  wordsOf(element, { maxChars: 1_000, maxNodes: 200 }) || undefined

import { nearest } from '../html/around.ts'
import type { HtmlElement } from '../html/html.ts'
import { firstWords, isElsewhere, maxLineChars } from './elsewhere.ts'
import { dateIn } from './iso-date.ts'
import { monthOf } from './months.ts'
import { nameBehindDay } from './names.ts'

/** The elements with words of their own around the headline, in page order, and the last ones. */
export type HeadlineLines = { recent: HtmlElement[]; above: HtmlElement[]; below: HtmlElement[] }

const linesAbove = 4
const linesBelow = 12

export const keepLine = (
  { recent, below }: HeadlineLines,
  element: HtmlElement,
  isBelow: boolean,
): void => {
  if (!hasOwnText(element)) return
  if (recent.push(element) > linesAbove) recent.shift()
  if (isBelow && below.length < linesBelow) below.push(element)
}

/** Whether more lines say nothing, unless a better headline comes. */
export const isFull = ({ below }: HeadlineLines): boolean => below.length >= linesBelow

/** A headline, or a better one than was known: the lines begin anew. */
export const nextHeadline = (lines: HeadlineLines): void => {
  lines.above = [...lines.recent]
  lines.below = []
}

const hasOwnText = ({ name, children }: HtmlElement): boolean => {
  if (name === 'script' || name === 'style') return false
  return children.some(child => child.type === 'text' && /\S/.test(child.text))
}

type Said = {
  /** Days of which the line says that they are those of publication, and of a later change. */
  published: string | undefined
  modified: string | undefined
  /** A day, and who is named as the author. */
  date: string | undefined
  byLine: string | undefined
  /** `5 min read` and the like. */
  isArticle: boolean
}

/** Around a headline stands who wrote it and when, often without any name for machines. */
export const readHeadlineLines = (
  { above, below }: HeadlineLines,
  headed: ReadonlySet<HtmlElement>,
): Said => {
  const said: Said = {
    published: undefined,
    modified: undefined,
    date: undefined,
    byLine: undefined,
    isArticle: false,
  }
  for (const element of below) readLine(said, lineOf(element, headed))
  // What stands above is the article's only where it is nothing but a day.
  for (const element of above) {
    const line = lineOf(element, headed)
    if (line !== undefined && line.length <= maxDateLine) readDate(said, line)
  }
  return said
}

const maxDateLine = 40
/** A line about a change begins with it; sentences speak of changes anywhere. */
const changeStart = 25

const lineOf = (element: HtmlElement, headed: ReadonlySet<HtmlElement>): string | undefined => {
  if (isFactOfMore(element)) return undefined
  const line = firstWords(element)
  if (line === undefined || line.length > maxLineChars) return undefined
  return isElsewhere(element, headed) ? undefined : line
}

const readLine = (said: Said, line: string | undefined): void => {
  if (line === undefined) return
  if (saysArticle.test(line)) said.isArticle = true
  readDate(said, line)
  said.byLine ??= nameBehindBy(line) ?? nameBehindDay(line)
}

export const nameBehindBy = (line: string): string | undefined => {
  const [, western, eastern] = writtenBy.exec(line) ?? []
  const names = (western ?? eastern)?.split(' ') ?? []
  if (names.length > 1 && monthOf(names.at(-1) ?? '')) names.pop()
  // One word behind "by" is as often a thing.
  return names.length > 1 || eastern ? names.join(' ') : undefined
}

const readDate = (said: Said, line: string): void => {
  const date = dateIn(line)
  if (date === undefined) return
  const isChange = isLaterChange.test(line)
  const isFirst = saysPublished.test(line)
  // A line with both says them in either order.
  if (isChange && isFirst) return
  if (isLaterChange.test(line.slice(0, changeStart))) said.modified ??= date
  if (isChange) return
  said.date ??= date
  if (isFirst) said.published ??= date
}

/** A line of a table or list of facts is about the subject, not about the page. */
const isFactOfMore = (element: HtmlElement): boolean =>
  nearest(element, ({ name }) => name === 'table' || name === 'dl' || name === 'ul') !== undefined

/** `5 min read`, `Published on …`: of an article alone. */
const saysArticle =
  /\d ?(?:min|minutes?|mins|Min\.?|Minuten|minuti|minutos) (?:read|Lesezeit|de lecture|de lectura|di lettura|de leitura|leestijd)|^(?:published|posted|veröffentlicht|publié|publicado|pubblicato|gepubliceerd)\b/i

const saysPublished =
  /(?<!\p{L})(?:published|posted|submitted|veröffentlicht|publié|publicado|pubblicato|gepubliceerd|опубликовано)(?!\p{L})/iu

export const isLaterChange =
  /updat|modifi|edited|aktuali|actuali[sz]|mise? à jour|aggiornat|bijgewerkt|обновл|更新/i

/** A few words with capitals, or letters of a script that has none, behind the word for "by". */
const writtenBy =
  /^(?:(?:[Tt]his \p{Ll}{3,9} was )?(?:[Ww]ritten |[Pp]osted |[Aa]uthored )?(?:[Bb]y|BY|[Aa]uthors?|[Cc]ontributors?|[Vv]on|[Pp]ar|[Pp]or|[Dd]oor|[Аа]втор):? (\p{Lu}[\p{L}'’.-]{1,30}(?: (?:(?:de|van|von|der|den|da|di|la|le|bin|al) ){0,2}\p{Lu}[\p{L}'’.-]{0,30}){0,4})|(?:作者|記者|记者)[:： ]{1,2}(\p{Lo}{1,12}(?: \p{Lo}{1,12})?))/u

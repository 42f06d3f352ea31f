import type { HtmlElement } from '../html/html.ts'
import { dateIn } from './iso-date.ts'
import { textsOf } from './text.ts'

/** How a person's name is written: a few words with capitals, none of which is one of a headline. */
const isPersonName = (text: string): boolean =>
  text.length <= maxName && personName.test(text) && !otherWords.test(text)

const maxName = 45
const particle = '(?:de|da|di|du|del|la|le|van|von|der|den|ter|bin|al|y)'
const word = String.raw`\p{Lu}(?:[\p{L}'’.-]{0,20}\p{L}\.?|\.)`
const personName = new RegExp(
  String.raw`^(?:(?:Dr|Prof|Mr|Mrs|Ms)\.? )?${word}(?: (?:${particle} ){0,2}${word}){1,3}(?:, \p{Lu}[\p{Lu}.]{1,6}|, Ph\.?D\.?){0,3}$`,
  'u',
)
/** Of lines beside an author's name that look like one. */
const otherWords =
  /\b(?:About|Author|Authors|By|The|Our|Your|More|Read|Share|Posted|Published|Updated|Written|Reviewed|Follow|View|See|All|Blog|News|Team|Staff|Home|Contact|Subscribe|Min|Minutes?|Comments?|Editor|Writer|Manager|Director|Founder|Senior|Chief|Guide|Guides|How|Why|What|And|For|With|In|On|Of|To|Inc|LLC|Ltd)\b/

/** The names that a line of an article's author begins with: `By Ann Reed and Bo Lind, Founder`. */
export const namesIn = (element: HtmlElement): string | undefined => {
  const found: string[] = []
  let isOpen = true
  for (const text of textsOf(element, maxTexts)) {
    const bare = withoutBy(text)
    const name = bare.replace(/[\s,;|·•]{1,5}$/, '')
    if (isPersonName(name)) {
      if (!isOpen) break
      found.push(name)
      isOpen = name !== bare
    } else if (joints.test(bare) || bare === '') isOpen = true
    else if (found.length > 0) break
    else if (!isLabel.test(name) && !initials.test(name)) return undefined
  }
  return found.length > 0 ? [...new Set(found)].join(', ') : undefined
}

/** `Published May 4, 2021 by Ann Reed`: a day comes before. */
export const nameBehindDay = (line: string): string | undefined => {
  const at = line.search(/\sby\s/i)
  if (at < 0 || at > maxDay || !dateIn(line.slice(0, at))) return undefined
  return personName.exec(line.slice(at + 4).split(/,\s|\s[-–—|·•]/, 1)[0] ?? '')?.[0]
}

const maxDay = 40
const maxTexts = 12
/** `Written by Ann Reed` is Ann Reed. */
export const withoutBy = (text: string): string => text.replace(byWords, '')

const byWords =
  /^(?:(?:article |story |post )?(?:written|posted|authored|published|words) )?by\b[:\s]{0,5}/i
const joints = /^\W{1,3}$|^(?:and|und|et|y|e|en|och|og)$/i
const isLabel = /^(?:about |meet |the |this |our )*(?:authors?|writers?|by|byline)\W{0,2}$/i
const initials = /^\p{Lu}{1,3}$/u

/** What stands where a name should, and is none: a label, whoever else took part, a day. */
export const isNobody = (text: string): boolean =>
  isNoName(text) || /^(?:\p{L}{3,9}[.,]? )?\d/u.test(text)

/** A label, whoever else took part, an address. */
const isNoName = (text: string): boolean =>
  isLabel.test(text) || roles.test(text) || /^[^\s@]{1,64}@[^\s@]{1,80}$/.test(text)

const roles =
  /^(?:written|posted|published|(?:medically |clinically |expert |fact[- ]?)?(?:reviewed|checked|verified|edited|approved)|photo\w{0,8}|images?|illustrat\w{1,6}|admin(?:istrator)?|guest|staff|unknown)(?: by\b.*)?$/i

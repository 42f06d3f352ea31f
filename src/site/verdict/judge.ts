import { visibleText } from '../content/visible.ts'
import type { HtmlDocument } from '../html.ts'
import { type JudgedPage, type PageOrigin, readJudged } from './page.ts'
import { findWall } from './walls.ts'

/** What a page is before it is read: worth reading, or one of the things that only look like it. */
export type Verdict =
  | { is: 'page' }
  /** Nothing much without a script: a browser may see more. */
  | { is: 'shell'; why: string }
  | { is: 'redirect'; to: string }
  | { is: 'wall'; sentence: string }
  | { is: 'nothing'; sentence: string }

/** Walls and shells are short: with more text than this a page is a page. */
const maxJudgedChars = 10_000

export const judgePage = (document: HtmlDocument, origin: PageOrigin): Verdict => {
  const page = readJudged(document, visibleText(document, maxJudgedChars), origin)
  const host = new URL(origin.finalUrl).hostname
  const redirect = redirectOf(page)
  if (redirect) return { is: 'redirect', to: redirect }
  const wall = findWall(page)
  if (wall) return { is: 'wall', sentence: wallSentences[wall.kind](host, wall.name) }
  const shell = findShell(page)
  if (shell) return { is: 'shell', why: shell }
  if (isParked(page))
    return {
      is: 'nothing',
      sentence: `${host} is a parked domain: it holds no content of its own.`,
    }
  if (page.status < 400 && isMissing(page))
    return {
      is: 'nothing',
      sentence: `${host} says that the page does not exist, although it answers with status ${page.status}.`,
    }
  return { is: 'page' }
}

const wallSentences = {
  bot: (host: string, name: string) =>
    `${host} answered with a bot check (${name}) instead of the page.`,
  consent: (host: string) => `${host} shows only a consent form instead of the page.`,
  login: (host: string) => `${host} asks to sign in before it shows the page.`,
}

/** `<meta http-equiv="refresh">` on a page without content of its own is a redirect. */
const redirectOf = ({ refresh, finalUrl, text }: JudgedPage): string | undefined => {
  if (refresh === undefined || text.length > 1_000) return undefined
  const target = URL.parse(refresh, finalUrl)
  if (!target || target.href.split('#', 1)[0] === finalUrl.split('#', 1)[0]) return undefined
  return target.href
}

const needsScript =
  /(enable|turn on|requires?|need|activate|without) javascript|javascript (is )?(required|disabled|must be enabled|deaktiviert|désactivé|to run this app)|aktivieren sie javascript|activer javascript|habilit[ae] javascript/

const maxNoteChars = 250

/** Whether a text is no more than the request to turn JavaScript on. */
export const isScriptNote = (text: string): boolean =>
  text.length <= maxNoteChars && needsScript.test(text.toLowerCase())

/** Why a browser would see more than the text that came, or undefined. */
const findShell = (page: JudgedPage): string | undefined => {
  const { length } = page.text.trim()
  if (page.scripts === 0) return undefined
  if (page.emptyRoots.length > 0 && length < 600) return `an empty #${page.emptyRoots[0]}`
  if (length < 600 && (needsScript.test(page.start) || needsScript.test(page.noscript)))
    return 'a note that JavaScript is needed'
  if (length < 60) return 'almost no text'
  if (length < 250 && page.paragraphs === 0 && page.inlineScriptChars > 20 * length)
    return 'scripts and almost no text'
  return undefined
}

const parkedParts = [
  'sedoparking',
  'parkingcrew',
  'bodis.com',
  'parklogic',
  'dsparking',
  'afternic',
  'dan.com/',
  'hugedomains',
  'above.com',
  'skenzo',
  'parking-lander',
  'img1.wsimg.com/parking',
]
const parkedTexts = [
  'this domain is for sale',
  'this domain name is for sale',
  'the domain name is for sale',
  'buy this domain',
  'this domain may be for sale',
  'domain is parked',
  'this domain is parked',
  'parked free, courtesy of',
  'this web page is parked',
  'the domain has expired',
  'this domain has expired',
  'diese domain steht zum verkauf',
  'domain kaufen',
  'ce nom de domaine est à vendre',
  'inquire about this domain',
  'make an offer on this domain',
  'hugedomains.com',
]

const isParked = (page: JudgedPage): boolean => {
  if (page.text.length > 3_000 || page.paragraphs >= 4) return false
  const said = parkedTexts.some(
    sentence => page.start.includes(sentence) || page.title.includes(sentence),
  )
  return parkedParts.some(part => page.parts.includes(part)) ? said || page.text.length < 800 : said
}

const missingTitle =
  /^(error )?404\b|\b404 ?[-–—:|]? ?(not found|error|page)|^(page|seite|site) (not found|nicht gefunden)|page (not found|can.?t be found|cannot be found|doesn.?t exist|does not exist|unavailable)|^not found\b|seite (wurde )?nicht gefunden|page introuvable|página no encontrada|pagina non trovata|pagina niet gevonden|сторінку не знайдено|страница не найдена|ページが見つかりません|页面不存在|找不到页面/

/** An error page with the status of a success. */
const isMissing = (page: JudgedPage): boolean => {
  if (page.text.length > 2_500 || page.paragraphs >= 3) return false
  return (
    missingTitle.test(page.title) || (missingTitle.test(page.heading) && page.text.length < 1_500)
  )
}

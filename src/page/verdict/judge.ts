import { visibleText } from '../content/visible.ts'
import { webUrl } from '../html/addresses.ts'
import type { HtmlDocument } from '../html/html.ts'
import { listOf, readJsonLd } from '../metadata/json-ld.ts'
import { findEmptiness, isParked } from './emptiness.ts'
import { type JudgedPage, type PageOrigin, readJudged } from './page.ts'
import { senderOf } from './sender.ts'
import { findWall, type Wall } from './walls.ts'

/** What a page is before it is read: worth reading, or one of the things that only look like it. */
export type Verdict =
  | { is: 'page'; warning?: string }
  /** Nothing much without a script: a browser may see more. */
  | {
      is: 'shell'
      why: string
      /** What to say if no browser can be had, or saw no more: not even a word is worth reading. */
      sentence?: string
    }
  | { is: 'redirect'; to: string }
  | { is: 'wall'; kind: Wall['kind']; sentence: string }
  | { is: 'nothing'; sentence: string }

/** Walls and shells are short: with more text than this a page is a page. */
const maxJudgedChars = 10_000

export const judgePage = (document: HtmlDocument, origin: PageOrigin): Verdict => {
  const page = readJudged(document, visibleText(document, maxJudgedChars), origin)
  const host = () => senderOf(origin.finalUrl)
  const redirect = redirectOf(page) ?? pdfOf(page, origin)
  if (redirect) return { is: 'redirect', to: redirect }
  const wall = findWall(page)
  if (wall)
    return { is: 'wall', kind: wall.kind, sentence: wallSentences[wall.kind](host(), wall.name) }
  const shell = findShell(page)
  if (shell && isLoading(page))
    return { is: 'shell', why: shell, sentence: `${host()} shows only that it is loading.` }
  if (shell) return { is: 'shell', why: shell }
  const emptiness = findEmptiness(page)
  if (emptiness) return { is: 'nothing', sentence: `${host()} ${emptiness}` }
  return isCutShort(page, document)
    ? {
        is: 'page',
        warning:
          'The page asks readers to subscribe before it shows everything: its text may be cut short.',
      }
    : { is: 'page' }
}

const wallSentences = {
  bot: (host: string, name: string) =>
    `${host} answered with a bot check ${name && `(${name}) `}instead of the page.`,
  denial: (host: string) => `${host} refuses access to the page.`,
  consent: (host: string) => `${host} shows only a consent form instead of the page.`,
  age: (host: string) => `${host} asks for the visitor's age before it shows the page.`,
  region: (host: string) => `${host} does not show the page in the region of this server.`,
  login: (host: string) => `${host} asks visitors to sign in before it shows the page.`,
}

/** `<meta http-equiv="refresh">` on a page without content of its own is a redirect. */
const redirectOf = ({ refresh, finalUrl, text }: JudgedPage): string | undefined => {
  if (refresh === undefined || text.length > 1_000) return undefined
  const target = webUrl(refresh, finalUrl)
  return target?.split('#', 1)[0] === finalUrl.split('#', 1)[0] ? undefined : target
}

/** A page around a PDF says little more than that there is one. A browser's viewer shows no text. */
const pdfOf = ({ shownPdf, finalUrl, text }: JudgedPage, origin: PageOrigin): string | undefined =>
  shownPdf === undefined || origin.rendered || text.length > 1_000
    ? undefined
    : webUrl(shownPdf, finalUrl)

const needsScript =
  /(enable|turn on|requires?|need|activate|without) javascript|javascript (is )?(required|disabled|must be enabled|deaktiviert|désactivé|to run this app)|aktivieren sie javascript|activer javascript|habilit[ae] javascript/

const maxNoteChars = 250

/** Whether a text is no more than the request to turn JavaScript on. */
export const isScriptNote = (text: string): boolean =>
  text.length <= maxNoteChars && needsScript.test(text.toLowerCase())

const isLoading = ({ start }: JudgedPage): boolean =>
  /^(?:(?:now |still )?loading|please wait|just a moment|one moment|bitte warten|wird geladen|chargement|cargando|caricamento|загрузка|読み込み中|加载中)[\s.…!]*(?:please wait[\s.…]*)?$/.test(
    start.trim(),
  )

const needsOtherBrowser =
  /browser (?:is |version )?(?:is )?(?:not supported|out of date|outdated|unsupported|no longer supported)|unsupported browser|(?:upgrade|update) your browser|browser wird nicht unterstützt|navigateur n.est pas (?:supporté|pris en charge)/

/** Why a browser would see more than the text that came, or undefined. */
const findShell = (page: JudgedPage): string | undefined => {
  const { length } = page.text.trim()
  if (length < 600 && page.paragraphs === 0 && needsOtherBrowser.test(page.start))
    return 'a note that the browser is too old'
  if (length < 60 && page.frames > 0 && !isParked(page)) return 'its content is in a frame'
  if (page.scripts === 0) return undefined
  if (page.emptyRoots.length > 0 && length < 600) return `an empty #${page.emptyRoots[0]}`
  if (length < 600 && (needsScript.test(page.start) || needsScript.test(page.noscript)))
    return 'a note that JavaScript is needed'
  if (length < 60) return 'almost no text'
  if (length < 250 && page.paragraphs === 0 && page.inlineScriptChars > 20 * length)
    return 'scripts and almost no text'
  return undefined
}

/**
 * Whether an article ends where readers are asked for money. Its beginning is worth having, so
 * this is a doubt and no refusal.
 */
const isCutShort = (page: JudgedPage, document: HtmlDocument): boolean => {
  const asks = demands.test(page.text.toLowerCase())
  if (asks) return true
  return page.text.length < maxTeaser && page.isArticle && saysNotFree(document)
}

/** With more to read than this the text is there, whatever the page says for search engines. */
const maxTeaser = 3_000

/** Not the newsletter box of a blog host, which speaks of the same over every whole article. */
const demands =
  /(?:subscribe|sign up|log in|register|join)[a-z ]{0,20} to (?:(?:continue|keep|finish) reading(?! and get access)|read the (?:full|rest|whole|entire))|to (?:continue|keep) reading,? (?:please )?(?:subscribe|log in|sign|register)|(?:this|the) (?:article|story|post|content|episode) is (?:only )?(?:for|available to|reserved for|exclusive to) (?:paid |paying |our )?(?:subscribers|members)|(?:abonnieren|anmelden|testen) und weiterlesen|dieser artikel ist kostenpflichtig|(?:article )?réservé (?:à nos|aux) abonnés|reste \d+ ?% de (?:cet article|l.article)|suscr[ií]bete para (?:seguir|continuar)|abbonati per continuare/

const saysNotFree = ({ root }: HtmlDocument): boolean =>
  readJsonLd(root).all.some(({ isAccessibleForFree }) =>
    listOf(isAccessibleForFree).some(value => /^(?:.*\/)?false$/i.test(String(value))),
  )

import { botMarks, type Mark } from './bot-marks.ts'
import { knownPhrases } from './known-phrases.ts'
import type { JudgedPage } from './page.ts'

/** Somebody's wall in place of the page; `name` is who or what put it there. */
export type Wall = { kind: 'bot' | 'denial' | 'consent' | 'age' | 'region' | 'login'; name: string }

/**
 * Walls are short pages with the marks of those who build them. A long page that mentions one (an
 * article on bot checks) is content: each mark counts only where there is little else to read.
 */
export const findWall = (page: JudgedPage): Wall | undefined => {
  const bot = botWall(page)
  if (bot !== undefined) return { kind: 'bot', name: bot }
  const other = otherWalls.find(([, stands]) => stands(page))
  return other && { kind: other[0], name: '' }
}

const botWall = (page: JudgedPage): string | undefined => {
  const { headers, status, text } = page
  if (headers['cf-mitigated'] === 'challenge') return 'Cloudflare'
  if (headers['x-amzn-waf-action'] === 'captcha' || headers['x-amzn-waf-action'] === 'challenge')
    return 'AWS WAF'
  if (page.paragraphs >= 3 || text.length > 4_000) return undefined
  for (const mark of botMarks) {
    const title = mark.titles.some(
      start => page.title.startsWith(start) || page.heading.startsWith(start),
    )
    const said = saysMark(page, mark)
    const part = mark.parts.some(piece => page.parts.includes(piece))
    // Ordinary pages carry captchas and protection scripts too; two kinds of marks make a wall.
    const marks = Number(title) + Number(said) + Number(part)
    if (marks >= 2) return mark.name
    if (part && text.length < 250) return mark.name
    if (part && status >= 400 && text.length < 1_500) return mark.name
    if (isWritten(page)) continue
    if (said && text.length < 1_200 && mark.name !== '') return mark.name
    if ((title || said) && text.length < 900) return mark.name
  }
  return undefined
}

const saysMark = ({ start }: JudgedPage, { texts, words }: Mark): boolean =>
  texts.some(sentence => start.includes(sentence)) ||
  (words.some(word => start.includes(word)) && toReader.test(start))

/** What walls say to who stands before them, and nobody else does. */
const toReader =
  /to continue|to proceed|before (you|we|accessing|proceeding|continuing)|please (verify|confirm|complete|solve|wait|enable|try|check)|(reference|ray|incident|request|support) id|your (browser|connection|network|ip|request|access|computer|device|session)/

/** Written by somebody for readers: the marks are then what it is about. */
const isWritten = ({ status, paragraphs, isArticle }: JudgedPage): boolean =>
  status < 400 && (paragraphs >= 2 || (isArticle && paragraphs >= 1))

const denialTitles =
  /^(?:error )?(?:403\b|429\b|forbidden|access (?:is )?(?:denied|forbidden)|access to this site is denied|(?:request )?blocked|too many requests)/

/** A page that only says no, whoever says it and why. */
const denialWall = (page: JudgedPage): boolean =>
  page.paragraphs < 2 &&
  !isWritten(page) &&
  page.text.length < 900 &&
  (denialTitles.test(page.title) || denialTitles.test(page.heading))

/** Hosts and paths that only ever show a consent form. */
const consentPlaces = [
  /^https?:\/\/consent\.(google|youtube|yahoo)\./,
  /^https?:\/\/(guce|consent)\.[a-z0-9.-]+\/(collectconsent|v2\/collectconsent|consent)/i,
  /^https?:\/\/[^/]+\/(privacy-gate|privacygate|consent-wall|cookie-wall|gdpr-wall|purabo|pur-abo)([/?#]|$)/i,
]

const { consentTitles, consentWords, consentParts } = knownPhrases

/** A page whose only text is a question about cookies. A banner on top of a page is no wall. */
const consentWall = (page: JudgedPage): boolean => {
  if (consentPlaces.some(place => place.test(page.finalUrl)) && page.requestedUrl !== page.finalUrl)
    return true
  if (page.text.length > 5_000) return false
  const titled = consentTitles.some(
    start => page.title.startsWith(start) || page.heading.startsWith(start),
  )
  const mayBeAsked = page.text.length <= 3_000 && acceptButton.test(page.buttons)
  if (!titled && !mayBeAsked) return false
  if (aboutPrivacy.test(new URL(page.requestedUrl).pathname)) return false
  const sentences = page.start
    .split(/[.!?](?=\s|$)|\n/)
    .filter(sentence => sentence.trim().length > 15)
  const about = sentences.filter(sentence => consentWords.some(word => sentence.includes(word)))
  const share = sentences.length === 0 ? 0 : about.length / sentences.length
  if (titled && share >= 0.3) return true
  if (!mayBeAsked) return false
  // Under a banner even a short page says something of its own.
  const others = sentences.filter(sentence => sentence.length > 30 && !about.includes(sentence))
  const isKnown = consentParts.some(part => page.parts.includes(part))
  return share >= (isKnown ? 0.3 : 0.4) && others.length <= (isKnown ? 1 : 0)
}

/** Who asks for the terms wants to read about cookies. */
const aboutPrivacy = /cookie|privacy|datenschutz|confidentialite|privacidad|consent|gdpr|dsgvo/i
const acceptButton =
  /\b(?:accept|agree|allow|akzeptier|zustimm|einverstanden|accepter|acceptez|aceptar|accetta|akkoord|accepteren|aceitar|zaakceptuj|souhlas|godkänn|принять)/

const ageQuestion =
  /are you (?:over|at least|of legal|older than) |(?:verify|confirm) your age|age (?:verification|check|gate)|(?:must be|you are) (?:at least )?(?:18|19|21|of legal)|(?:bist du|sind sie) (?:über|mindestens) 1[68]|altersprüfung|avez-vous plus de 18|eres mayor de/

const ageWall = (page: JudgedPage): boolean =>
  page.paragraphs === 0 &&
  page.text.length < 900 &&
  (ageQuestion.test(page.title) ||
    ageQuestion.test(page.heading) ||
    ageQuestion.test(page.start)) &&
  /\b(?:yes|enter|i am|confirm|submit|ja|oui|sí|eintreten|entrer)\b/.test(page.buttons)

const regionNotice =
  /not (?:currently )?available in your (?:region|country|location)|(?:in|from) your (?:country|region) (?:is|are) (?:not|blocked)|in (?:deinem|ihrem) land nicht verfügbar|pas disponible dans votre (?:pays|région)|no (?:está )?disponible en tu (?:país|región)/

const regionWall = (page: JudgedPage): boolean =>
  page.paragraphs < 2 && page.text.length < 800 && regionNotice.test(page.start)

const loginPath =
  /\/(login|log-in|signin|sign-in|sign_in|authenticate|auth\/|sso|checkpoint\/|accounts\/login|users\/sign_in)/i
const loginTitle =
  /\b(?:log ?in|sign ?in|sign ?up|log ?on)\b|^(?:welcome back|anmelde|einloggen|connexion|se connecter|iniciar sesión|accedi|inloggen|войти|вход|登录|登入|ログイン)/

/** We asked for a page and got a form for a password. Asking for that form is no wall. */
const loginWall = (page: JudgedPage): boolean => {
  if (loginPath.test(page.requestedUrl)) return false
  if (page.requestedUrl !== page.finalUrl && loginPath.test(page.finalUrl))
    return page.text.length < 3_000 && (page.hasPassword || page.text.length < 800)
  // Some forums keep their text for those who run no scripts.
  return (
    page.hasPassword &&
    page.noscript.length < maxPleaChars &&
    page.paragraphs === 0 &&
    page.text.length < maxLoginChars &&
    (loginTitle.test(page.title) ||
      loginTitle.test(page.heading) ||
      (page.text.length < 200 && loginTitle.test(page.buttons)))
  )
}
/** A form and its small print; the form beside a page has the page's text to it. */
const maxLoginChars = 700
const maxPleaChars = 300

const otherWalls: [kind: Wall['kind'], stands: (page: JudgedPage) => boolean][] = [
  ['consent', consentWall],
  ['age', ageWall],
  ['login', loginWall],
  ['region', regionWall],
  ['denial', denialWall],
]

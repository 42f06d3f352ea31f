import type { JudgedPage } from './page.ts'

/** Somebody's wall in place of the page; `name` is who or what put it there. */
export type Wall = { kind: 'bot' | 'consent' | 'login'; name: string }

/**
 * Walls are short pages with the marks of those who build them. A long page that mentions one (an
 * article on bot checks) is content: each mark counts only where there is little else to read.
 */
export const findWall = (page: JudgedPage): Wall | undefined => {
  const bot = botWall(page)
  if (bot) return { kind: 'bot', name: bot }
  const consent = consentWall(page)
  if (consent) return { kind: 'consent', name: consent }
  return loginWall(page) ? { kind: 'login', name: 'a sign-in form' } : undefined
}

type Mark = {
  name: string
  /** In script, frame and form addresses or element ids. */
  parts?: readonly string[]
  /** The title, whole or its beginning. */
  titles?: readonly string[]
  /** Sentences of the wall's text. */
  texts?: readonly string[]
}

const botMarks: readonly Mark[] = [
  {
    name: 'Cloudflare',
    parts: [
      '/cdn-cgi/challenge-platform/',
      'challenge-form',
      'cf-error-details',
      'cf-challenge',
      'challenges.cloudflare.com/turnstile',
    ],
    titles: [
      'just a moment',
      'attention required! | cloudflare',
      'please wait... | cloudflare',
      'un momento',
      'einen moment',
      'un instant',
      'access denied | ',
    ],
    texts: [
      'checking your browser before accessing',
      'verify you are human by completing the action below',
      'needs to review the security of your connection',
      'enable javascript and cookies to continue',
      'performing security verification',
      'sorry, you have been blocked',
    ],
  },
  {
    name: 'DataDome',
    parts: ['captcha-delivery.com', 'datadome'],
    texts: ['please enable js and disable any ad blocker'],
  },
  {
    name: 'HUMAN',
    parts: ['px-captcha', 'captcha.px-cdn', 'perimeterx', 'px-cloud.net'],
    titles: ['access to this page has been denied', 'human verification'],
    texts: [
      'press & hold to confirm you are',
      'press and hold to confirm you are',
      'access to this page has been denied because we believe you are using automation tools',
    ],
  },
  {
    name: 'Akamai',
    parts: ['errors.edgesuite.net', 'sec-if-cpt', 'sec-cpt', '/_sec/cp_challenge'],
    texts: ["you don't have permission to access", 'errors.edgesuite.net'],
  },
  {
    name: 'Imperva',
    parts: ['_incapsula_resource', 'incapsula'],
    titles: ['pardon our interruption'],
    texts: [
      'request unsuccessful. incapsula incident',
      'incapsula incident id',
      'something about your browser made us think you were a bot',
    ],
  },
  {
    name: 'AWS WAF',
    parts: ['awswaf.com', 'awswafcaptcha', 'captcha-sdk.awswaf', 'token.awswaf'],
    titles: ['human verification'],
    texts: ['javascript is disabled in order to continue, we need to verify'],
  },
  {
    name: 'Kasada',
    parts: ['ips.js?', '/149e9513-01fa-4fb0-aad4-566afd725d1b/'],
    texts: ['kpsdk'],
  },
  {
    name: 'Vercel',
    titles: ['vercel security checkpoint'],
    texts: ["we're verifying your browser"],
  },
  {
    name: 'Anubis',
    parts: ['anubis', '.within.website'],
    titles: ["making sure you're not a bot", 'making sure you are not a bot'],
  },
  { name: 'Sucuri', titles: ['sucuri website firewall'], texts: ['sucuri website firewall'] },
  { name: 'DDoS-Guard', parts: ['ddos-guard'], titles: ['ddos-guard'] },
  {
    name: 'F5',
    texts: [
      'the requested url was rejected. please consult with your administrator',
      'your support id is',
    ],
  },
  {
    name: 'Google',
    texts: ['our systems have detected unusual traffic from your computer network'],
  },
  {
    name: 'Amazon',
    texts: ['enter the characters you see below', 'to discuss automated access to amazon data'],
  },
  {
    name: 'a captcha',
    parts: [
      'hcaptcha.com/1/api',
      'recaptcha/api',
      'h-captcha',
      'g-recaptcha',
      'geetest',
      'arkoselabs',
      'friendlycaptcha',
    ],
    texts: [],
  },
  {
    name: 'a bot check',
    titles: [
      'are you a robot',
      'are you human',
      'robot check',
      'bot verification',
      'security check',
      'captcha',
      'verify you are human',
      'verifying your browser',
      'browser check',
      'checking your browser',
      'ddos protection',
      'access denied',
      'access to this site is denied',
      '403 forbidden',
      'blocked',
      'request blocked',
      'you have been blocked',
      'please verify',
      'client challenge',
      'one more step',
      'unusual traffic',
      'too many requests',
    ],
    texts: [
      'verify that you are not a robot',
      'verify you are a human',
      "verify you're human",
      'verify you are human',
      'confirm you are human',
      'prove you are human',
      "prove you're not a robot",
      'i am not a robot',
      'checking if the site connection is secure',
      'automated access',
      'unusual activity from your',
      'unusual traffic from',
      'your request has been blocked',
      'your access to this site has been limited',
      'you have been blocked',
      'complete the security check',
      'bot detection',
      'suspicious activity',
      'please solve the captcha',
      'complete the captcha',
      'bitte bestätigen sie, dass sie kein roboter',
      'vérifiez que vous êtes humain',
      'confirma que eres humano',
    ],
  },
]

const botWall = (page: JudgedPage): string | undefined => {
  const { headers, status, text } = page
  if (headers['cf-mitigated'] === 'challenge') return 'Cloudflare'
  if (headers['x-amzn-waf-action'] === 'captcha' || headers['x-amzn-waf-action'] === 'challenge')
    return 'AWS WAF'
  if (page.paragraphs >= 3 || text.length > 4_000) return undefined
  for (const mark of botMarks) {
    const title =
      mark.titles?.some(start => page.title.startsWith(start) || page.heading.startsWith(start)) ??
      false
    const said = mark.texts?.some(sentence => page.start.includes(sentence)) ?? false
    const part = mark.parts?.some(piece => page.parts.includes(piece)) ?? false
    // Ordinary pages carry captchas and protection scripts too; two kinds of marks make a wall.
    const marks = Number(title) + Number(said) + Number(part)
    if (marks >= 2) return mark.name
    if (said && text.length < 1_200 && mark.name !== 'a bot check') return mark.name
    if ((title || said) && text.length < 900) return mark.name
    if (part && text.length < 250) return mark.name
    if (part && status >= 400 && text.length < 1_500) return mark.name
  }
  return undefined
}

/** Hosts and paths that only ever show a consent form. */
const consentPlaces = [
  /^https?:\/\/consent\.(google|youtube|yahoo)\./,
  /^https?:\/\/(guce|consent)\.[a-z0-9.-]+\/(collectconsent|v2\/collectconsent|consent)/i,
  /^https?:\/\/[^/]+\/(privacy-gate|privacygate|consent-wall|cookie-wall|gdpr-wall|purabo|pur-abo)([/?#]|$)/i,
]

const consentTitles = [
  'before you continue',
  'bevor sie fortfahren',
  "avant d'accéder",
  'antes de continuar',
  'prima di continuare',
  'privacy gate',
  'cookie consent',
  'your privacy choices',
  'we value your privacy',
  'zustimmung',
]
const consentWords = [
  'cookie',
  'consent',
  'privacy',
  'personal data',
  'partners',
  'legitimate interest',
  'accept all',
  'reject all',
  'datenschutz',
  'einwilligung',
  'zustimm',
  'akzeptieren',
  'werbung',
  'consentement',
  'accepter',
  'refuser',
  'partenaires',
  'aceptar',
  'rechazar',
  'accetta',
  'toestemming',
  'accepteren',
]

/** A page whose only text is a question about cookies. A banner on top of a page is no wall. */
const consentWall = (page: JudgedPage): string | undefined => {
  if (consentPlaces.some(place => place.test(page.finalUrl)) && page.requestedUrl !== page.finalUrl)
    return 'a consent form'
  if (page.text.length > 5_000) return undefined
  const titled = consentTitles.some(
    start => page.title.startsWith(start) || page.heading.startsWith(start),
  )
  const sentences = page.start.split(/[.!?\n]+/).filter(sentence => sentence.trim().length > 15)
  const about = sentences.filter(sentence => consentWords.some(word => sentence.includes(word)))
  const share = sentences.length === 0 ? 0 : about.length / sentences.length
  if (titled && share >= 0.3) return 'a consent form'
  return sentences.length >= 3 && share >= 0.75 && page.text.length < 3_000
    ? 'a consent form'
    : undefined
}

const loginPath =
  /\/(login|log-in|signin|sign-in|sign_in|authenticate|auth\/|sso|checkpoint\/|accounts\/login|users\/sign_in)/i

/** We asked for a page and were sent to a form for a password. Asking for that form is no wall. */
const loginWall = (page: JudgedPage): boolean => {
  if (page.requestedUrl === page.finalUrl || loginPath.test(page.requestedUrl)) return false
  return (
    loginPath.test(page.finalUrl) &&
    page.text.length < 3_000 &&
    (page.hasPassword || page.text.length < 800)
  )
}

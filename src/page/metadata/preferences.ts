import { descendants, type HtmlElement } from '../html/html.ts'

const rslType = 'application/rsl+xml'

/** What a site says of how its pages may be used, one statement each. */
export type Preference = {
  /**
   * `train-ai`, `search` …, as the statement names it; `ai`, `ai-images` and `tdm` for older forms;
   * `license` for the address of a licence.
   */
  use: string
  /** Absent for a licence: its terms say. */
  allowed?: boolean
  source: PreferenceSource
  /** In the site's own words. */
  statement: string
}
type PreferenceSource = 'header' | 'page' | 'robots.txt' | 'tdmrep.json'

type Said = {
  headers: Readonly<Record<string, string>>
  /** The values of `<meta name="robots">` and `<meta name="tdm-reservation">`. */
  metaRobots?: string | undefined
  metaTdm?: string | undefined
  /** The page itself, for its links. */
  root?: HtmlElement | undefined
  /** Lines of robots.txt and tdmrep.json that hold for the page: `Content-Usage: train-ai=n`. */
  robotsLines?: readonly string[] | undefined
}

export const readPreferences = (said: Said): Preference[] => {
  const { headers } = said
  return [
    ...(said.robotsLines ?? []).flatMap(readLine),
    ...usesIn(headers['content-usage'], 'header', `Content-Usage: ${headers['content-usage']}`),
    ...reservationIn(headers['tdm-reservation'], 'header'),
    ...robotWords(headers['x-robots-tag'], 'header', 'X-Robots-Tag'),
    ...licensesIn(headers.link).map(url => licensed(`Link: ${url}`, 'header')),
    ...reservationIn(said.metaTdm, 'page'),
    ...robotWords(said.metaRobots, 'page', 'robots'),
    ...licenseLinks(said.root).map(url => licensed(`license: ${url}`, 'page')),
  ].slice(0, maxStatements)
}

/** Whoever only finds pages is asked for by `search`; everything else speaks of using their content. */
export const refusalIn = (preferences: readonly Preference[]): Preference | undefined =>
  preferences.find(({ use, allowed }) => allowed === false && use !== 'search')

const maxStatements = 50

const readLine = (line: string): Preference[] => {
  if (line.startsWith('License:')) return [licensed(line, 'robots.txt')]
  const value = afterColon(line)
  return line.startsWith('tdm-reservation:')
    ? reservationIn(value, 'tdmrep.json')
    : usesIn(value, 'robots.txt', line)
}

/** RSL: on which terms content may be used stands in the file that it names. */
const licensed = (statement: string, source: PreferenceSource): Preference => ({
  ...{ use: 'license', source, statement: statement.slice(0, 500) },
})

/** `<link rel="license" type="application/rsl+xml">` in the head. */
const licenseLinks = (root: HtmlElement | undefined): string[] => {
  const head = root && descendants(root).find(({ name }) => name === 'head')
  if (!head) return []
  return descendants(head)
    .flatMap(({ name, attributes: { rel = '', href, type } }) =>
      name === 'link' && type === rslType && href && /\blicense\b/i.test(rel) ? [href] : [],
    )
    .toArray()
}

const licensesIn = (link = ''): string[] =>
  link
    .slice(0, 10_000)
    .split(/,(?=\s*<)/)
    .flatMap(value => {
      const [, url] = /^\s*<([^>]*)>/.exec(value) ?? []
      const isLicense = /;\s*rel="?[^";]*\blicense\b/i.test(value) && value.includes(rslType)
      return url && isLicense ? [url] : []
    })

/** A dictionary of RFC 9651 as the AIPREF drafts use it, and Content-Signal's yes and no. */
const usesIn = (
  text: string | undefined,
  source: PreferenceSource,
  statement: string,
): Preference[] =>
  (text ?? '').split(',').flatMap(member => {
    const [, use, word] =
      /^\s*([a-z*][a-z0-9_.*-]{0,63})\s*=\s*(y|yes|n|no)\s*(?:;.*)?$/i.exec(member) ?? []
    if (!use || !word) return []
    const allowed = word.toLowerCase().startsWith('y')
    return [{ use: use.toLowerCase(), allowed, source, statement: statement.slice(0, 500) }]
  })

const afterColon = (line: string) => line.slice(line.indexOf(':') + 1)

/** TDMRep: 1 reserves the rights of text and data mining, 0 does not. */
const reservationIn = (text: string | undefined, source: PreferenceSource): Preference[] => {
  const value = text?.trim()
  if (value !== '0' && value !== '1') return []
  const statement = `tdm-reservation: ${value}`
  return [{ use: 'tdm', allowed: value === '0', source, statement }]
}

const robotWords = (
  text: string | undefined,
  source: PreferenceSource,
  name: string,
): Preference[] => {
  const words = (text ?? '').toLowerCase().split(/[\s,:]+/)
  return [
    ['noai', 'ai'],
    ['noimageai', 'ai-images'],
  ].flatMap(([word = '', use = '']) =>
    words.includes(word) ? [{ use, allowed: false, source, statement: `${name}: ${word}` }] : [],
  )
}

import type { BodyOf } from '../../api/ask.ts'
import { exampleUrl } from '../address-field.tsx'
import { headersOf, linesOf } from './lines.ts'

type Body = BodyOf<'POST /v1/scrape'>

type FormatName = Extract<NonNullable<Body['formats']>[number], string>

/** What a page can be asked for, in the order shown; the last one needs a language model. */
const formats: Record<FormatName, true> = {
  ...{ markdown: true, html: true, rawHtml: true, text: true, chunks: true, links: true },
  ...{ images: true, metadata: true, screenshot: true, summary: true },
}
export const formatNames = Object.keys(formats)

/** Everything that is asked for, as it stands in the address of this page. */
export const usual = {
  url: '',
  formats: 'markdown,html,links,metadata',
  render: 'auto',
  whole: '',
  include: '',
  exclude: '',
  waitFor: '',
  timeout: '',
  maxAge: '',
  mobile: '',
  robots: '',
  trace: '',
  actions: '',
  comments: 'auto',
  main: '',
  way: '',
  country: '',
  languages: '',
  timeZone: '',
  retryWays: '',
  session: '',
  more: '',
}
export type Asked = typeof usual
const { url: _, formats: __, ...reading } = usual
/** How pages are read, whichever they are. */
export const usualReading = reading
export type HowRead = typeof reading

const { way, country, languages, timeZone, retryWays, session } = usual
export const usualTravel = { way, country, languages, timeZone, retryWays, session }
export type Travel = typeof usualTravel

export const numberOf = (text: string) => (text === '' ? undefined : Number(text))

/** How a page is read. The API's own defaults are left out: the call says what is asked for. */
export const readingOf = (asked: HowRead, headers: string) => {
  const include = linesOf(asked.include)
  const exclude = linesOf(asked.exclude)
  return {
    onlyMainContent: asked.whole ? false : asked.main ? true : undefined,
    comments: asked.comments === 'auto' ? undefined : asked.comments,
    includeTags: include.length > 0 ? include : undefined,
    excludeTags: exclude.length > 0 ? exclude : undefined,
    render: asked.render === 'auto' ? undefined : asked.render,
    waitFor: numberOf(asked.waitFor),
    timeout: numberOf(asked.timeout),
    headers: headersOf(headers),
    mobile: asked.mobile ? true : undefined,
    maxAge: numberOf(asked.maxAge),
    actions: actionsOf(asked.actions),
    ...travelOf(asked),
  }
}

/** How the site is reached, and as whom. */
export const travelOf = (asked: Travel) => {
  const languages = asked.languages.split(/[\s,]+/).filter(Boolean)
  const location = {
    country: asked.country.trim() || undefined,
    languages: languages.length > 0 ? languages : undefined,
    timeZone: asked.timeZone.trim() || undefined,
  }
  return {
    way: asked.way || undefined,
    location: Object.values(location).some(Boolean) ? location : undefined,
    retryWays: numberOf(asked.retryWays),
    session: asked.session || undefined,
  }
}

/** Whatever else the API takes, typed as a JSON object; undefined where it is none. */
export const othersOf = (text: string): object | undefined => {
  if (text.trim() === '') return {}
  try {
    const typed: unknown = JSON.parse(text)
    return typeof typed === 'object' && !Array.isArray(typed) ? (typed ?? undefined) : undefined
  } catch {
    return undefined
  }
}

export const bodyOf = (asked: Asked, headers: string): Body =>
  asBody({
    url: asked.url || exampleUrl,
    formats: asked.formats.split(',').filter(Boolean),
    ...readingOf(asked, headers),
    respectRobots: asked.robots ? true : undefined,
    trace: asked.trace ? true : undefined,
    ...othersOf(asked.more),
  })

/** What was typed is judged by the API itself, in its own words. */
export const asBody = <T>(fields: object): T => JSON.parse(JSON.stringify(fields)) as T

const actionsOf = (text: string): unknown => {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

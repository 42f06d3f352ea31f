import { isHidden } from '../css/hidden.ts'
import { around } from '../html/around.ts'
import { descendants, type HtmlDocument, type HtmlElement, textContent } from '../html/html.ts'
import { parseRefresh } from '../html/refresh.ts'

/** What the judges of a page look at, read once. */
export type JudgedPage = {
  requestedUrl: string
  finalUrl: string
  status: number
  headers: Readonly<Record<string, string>>
  /** The visible text of the page, or its first ten thousand characters. */
  text: string
  /** The same in lower case, cut to its beginning: walls are short. */
  start: string
  title: string
  heading: string
  /**
   * Addresses of scripts, frames and forms, the ids of elements and how scripts begin: what walls
   * are made of. Nothing where the text is too long for a wall.
   */
  parts: string
  scripts: number
  inlineScriptChars: number
  emptyRoots: string[]
  hasPassword: boolean
  /** What can be pressed, a line each, lower case. */
  buttons: string
  hasCode: boolean
  /** Frames that show another page. */
  frames: number
  /** The markup says that somebody wrote it. */
  isArticle: boolean
  /** Paragraphs of prose, counted to four: no wall has three of them. */
  paragraphs: number
  noscript: string
  refresh: string | undefined
  /** The first PDF that a frame of the page shows, as it is written there. */
  shownPdf: string | undefined
}

export type PageOrigin = Pick<JudgedPage, 'requestedUrl' | 'finalUrl' | 'status' | 'headers'> & {
  /** As a browser had it. */
  rendered?: boolean
}

/** Walls and parked domains have less text. */
const maxWallChars = 4_000
const manyParagraphs = 4
const maxBareChars = 200

export const readJudged = (
  document: HtmlDocument,
  text: string,
  origin: PageOrigin,
): JudgedPage => {
  const page: JudgedPage = {
    ...origin,
    text,
    start: text.slice(0, 6_000).toLowerCase(),
    title: '',
    heading: '',
    parts: '',
    scripts: 0,
    inlineScriptChars: 0,
    emptyRoots: [],
    hasPassword: false,
    buttons: '',
    hasCode: false,
    frames: 0,
    isArticle: false,
    paragraphs: 0,
    noscript: '',
    refresh: refreshTarget(origin.headers.refresh ?? ''),
    shownPdf: undefined,
  }
  const parts: string[] = []
  const maxParts = text.length > maxWallChars ? 0 : 4_000
  let below = ''
  for (const element of descendants(document.root)) {
    look(page, element)
    if (element.name === 'h2' && !below) below = trimmed(element).toLowerCase()
    if (parts.length >= maxParts) continue
    const { src, action, id } = element.attributes
    if (src) parts.push(src.slice(0, 300))
    if (action) parts.push(action.slice(0, 300))
    if (id) parts.push(id.slice(0, 300))
    const start = scriptStart(element)
    if (start) parts.push(start)
  }
  page.parts = parts.join('\n').toLowerCase()
  // A page with nothing else says what it is in whatever heading it has.
  if (!page.heading && text.length < maxBareChars) page.heading = below
  return page
}

const viewers = new Map([
  ['iframe', 'src'],
  ['embed', 'src'],
  ['object', 'data'],
])

/** By its name, its type, or as what a viewer is told to show (`viewer.html?file=report.pdf`). */
const shownPdf = ({ name, attributes }: HtmlElement): string | undefined => {
  const viewed = viewers.get(name)
  const address = viewed && attributes[viewed]
  if (!address) return undefined
  const [path = '', query = ''] = address.split('#', 1)[0]?.split('?', 2) ?? []
  if (/\.pdf$/i.test(path) || attributes.type === 'application/pdf') return address
  const given = new URLSearchParams(query)
  return ['file', 'url', 'src']
    .map(key => given.get(key))
    .find(value => value && /\.pdf(?:$|[?#])/i.test(value))
    ?.toString()
}

const scriptStart = ({ name, children }: HtmlElement): string | undefined =>
  name === 'script' && children[0]?.type === 'text' ? children[0].text.slice(0, 300) : undefined

const look = (page: JudgedPage, element: HtmlElement): void => {
  switch (element.name) {
    case 'title':
      if (!page.title && element.namespace === undefined)
        page.title = trimmed(element).toLowerCase()
      return
    case 'h1':
      if (!page.heading) page.heading = trimmed(element).toLowerCase()
      return
    case 'script': {
      page.scripts++
      const inline = element.children[0]
      if (inline?.type === 'text') page.inlineScriptChars += inline.text.length
      return
    }
    case 'noscript':
      if (page.noscript.length < 500) page.noscript += trimmed(element).slice(0, 500).toLowerCase()
      return
    case 'input':
      if (element.attributes.type?.toLowerCase() === 'password' && !isTuckedAway(element))
        page.hasPassword = true
      if (element.attributes.type?.toLowerCase() === 'submit')
        addButton(page, () => element.attributes.value ?? '')
      return
    case 'button':
    case 'a':
      addButton(page, () => trimmed(element))
      return
    case 'embed':
    case 'object':
      page.shownPdf ??= shownPdf(element)
      return
    case 'frame':
    case 'iframe':
      page.shownPdf ??= shownPdf(element)
      if (/^(?!about:|javascript:|data:)./i.test(element.attributes.src ?? '')) page.frames++
      return
    case 'pre':
      page.hasCode = true
      return
    case 'article':
      page.isArticle = true
      return
    case 'p':
      if (page.paragraphs < manyParagraphs && isLong(element)) page.paragraphs++
      return
    case 'meta':
      if (element.attributes['http-equiv']?.toLowerCase() === 'refresh')
        page.refresh ??= refreshTarget(element.attributes.content ?? '')
      if (element.attributes.property === 'og:type' && element.attributes.content === 'article')
        page.isArticle = true
      return
    default:
      if (isRoot(element) && textContent(element).trim().length < 20)
        page.emptyRoots.push(element.attributes.id ?? element.name)
  }
}

/** Forms that wait for a click stand hidden on every page of a forum. */
const isTuckedAway = (element: HtmlElement): boolean =>
  around(element, 20).some(at => isHidden(at, 'markup'))

const addButton = (page: JudgedPage, read: () => string): void => {
  if (page.text.length > maxWallChars || page.buttons.length > maxButtons) return
  const label = read()
  if (label.length < maxButton) page.buttons += `${label.toLowerCase()}\n`
}
/** Longer ones are links of a list, and walls have few. */
const maxButton = 60
const maxButtons = 1_000

/** Where frameworks mount their application. */
const rootIds = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  'q-app',
  'svelte',
  'gatsby-focus-wrapper',
  '___gatsby',
  'main-app',
  'react-root',
  'application',
  'app-root',
  'mount',
  'page-root',
])

const isRoot = (element: HtmlElement) =>
  (element.name === 'div' && rootIds.has(element.attributes.id ?? '')) ||
  element.name === 'app-root' ||
  element.name === 'ember-app'

const refreshTarget = (content: string): string | undefined => {
  const refresh = parseRefresh(content)
  return refresh && refresh.seconds <= maxRefreshSeconds ? refresh.target : undefined
}

/** Who is left to read for longer is meant to read. */
const maxRefreshSeconds = 15

const trimmed = (element: HtmlElement) => collapsed(textContent(element))

const collapsed = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Of a short text there is nothing to take away. */
const isLong = (element: HtmlElement): boolean => {
  const text = textContent(element)
  return text.length >= longChars && text.replaceAll(/\s{2,}/g, ' ').trim().length >= longChars
}
const longChars = 120

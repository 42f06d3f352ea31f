import { listOf, text } from '../../kit/data-shape.ts'
import { webUrl } from '../html/addresses.ts'
import { decodeHtml } from '../html/encoding.ts'
import { descendants, type HtmlDocument, parseHtml, textContent } from '../html/html.ts'
import { parseRefresh } from '../html/refresh.ts'
import { type DeclaredIcons, readDeclaredIcons } from './declared.ts'
import { readSharedImages, type SharedImage } from './open-graph.ts'
import titles from './wall-titles.json' with { type: 'json' }

export type FetchedPage = {
  bytes: Uint8Array
  /** Where it was in the end. */
  url: string
  headers: Readonly<Record<string, string>>
}

/** A home page as the image API reads it. A wall says nothing about the site behind it. */
export type PageReading =
  | {
      state: 'read'
      declared: DeclaredIcons
      shared: SharedImage[]
      /** Where the page itself sends its visitors on at once. */
      refreshUrl: string | undefined
    }
  | { state: 'wall' | 'no-html' }

export const readIconPage = ({ bytes, url, headers }: FetchedPage): PageReading => {
  const type = headers['content-type'] ?? ''
  if (!mayBeHtml(type, bytes)) return { state: 'no-html' }
  if (headers['cf-mitigated'] === 'challenge' || /captcha|challenge/.test(wafAction(headers)))
    return { state: 'wall' }
  const document = parseHtml(decodeHtml(bytes, type).text)
  if (isWall(document)) return { state: 'wall' }
  return {
    state: 'read',
    declared: readDeclaredIcons(document, url),
    shared: readSharedImages(document, url),
    refreshUrl: readRefresh(document, url),
  }
}

const maxRefreshSeconds = 5

/** `<meta http-equiv="refresh" content="0; url=/en/">` */
const readRefresh = ({ root }: HtmlDocument, pageUrl: string): string | undefined => {
  for (const { name, attributes } of descendants(root)) {
    if (name !== 'meta' || attributes['http-equiv']?.toLowerCase() !== 'refresh') continue
    const refresh = parseRefresh(attributes.content ?? '')
    if (!refresh || refresh.seconds > maxRefreshSeconds) continue
    const url = webUrl(refresh.target, pageUrl)
    if (url && url !== pageUrl) return url
  }
  return undefined
}

const wafAction = (headers: Readonly<Record<string, string>>) => headers['x-amzn-waf-action'] ?? ''

const mayBeHtml = (type: string, bytes: Uint8Array): boolean => {
  if (/html|xml/i.test(type)) return true
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  return /^\s*(?:<!--[\s\S]{0,200}?-->\s*)?<(?:!doctype html|html|head|title|meta|link)\b/i.test(
    start,
  )
}

/** Titles of those who stand between a page and its readers; each begins the page's own title. */
const wallTitles = listOf(text)(titles, 'wall-titles.json')

/** A wall is a short page; an article of that title is not. */
const isWall = ({ root }: HtmlDocument): boolean => {
  let title = ''
  let body = 0
  for (const element of descendants(root)) {
    if (element.name === 'title' && !title && element.namespace === undefined)
      title = textContent(element).trim().toLowerCase()
    if (element.name === 'p' || element.name === 'h1' || element.name === 'li')
      body += textContent(element).length
  }
  return body < 2_000 && wallTitles.some(start => title.startsWith(start))
}

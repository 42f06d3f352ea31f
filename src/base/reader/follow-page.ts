import { sha256Hex } from '../../kit/ids.ts'
import { contentText } from '../../page/content/text.ts'
import { descendants, type HtmlElement } from '../../page/html/html.ts'
import { readPageLinks } from '../../page/links/follow.ts'
import { printOf } from '../../page/links/simhash.ts'
import { isDated } from '../../page/links/traps.ts'
import { robotsToken } from '../web/user-agent.ts'
import type { PageFollow } from './answer.ts'
import type { PageTask } from './page-task.ts'

/** Words of a page's content that are looked at. */
const maxChars = 500_000

export const followHtml = (task: PageTask, root: HtmlElement, content: HtmlElement): PageFollow => {
  const found = readPageLinks(root, {
    finalUrl: task.finalUrl,
    robotsTag: task.headers['x-robots-tag'],
    robot: robotsToken.toLowerCase(),
  })
  const said = found.links.flatMap(({ text }) => text ?? [])
  const text = contentText(content, { maxChars })
  const shown = [text, ...addressesIn(content, task.finalUrl)].join('\n').toLowerCase()
  return { ...found, ...wordsOf(text, task.finalUrl, said), copyHash: hashOf(shown) }
}

/**
 * Of pictures and links, as they are written. What the page's own query has in them says nothing, nor
 * does a link to another query of the same path: the next page of a list that has ended.
 */
const addressesIn = (content: HtmlElement, url: string): string[] => {
  const { pathname, search } = new URL(url)
  const own = search.slice(1).split('&').filter(Boolean)
  const isOwnPath = (href: string) =>
    href.includes('?') && URL.parse(href, url)?.pathname === pathname
  const found: string[] = []
  for (const { name, attributes } of descendants(content)) {
    if (name === 'img' && attributes.src) found.push(attributes.src)
    if (name === 'a' && attributes.href && !isOwnPath(attributes.href)) found.push(attributes.href)
  }
  return found.map(address =>
    own.reduce((text, pair) => text.replace(pair, ''), address).replace(/#.*|[?&]/g, ''),
  )
}

/** A file leads nowhere. */
export const followFile = (text: string): PageFollow => ({
  ...{ links: [], nofollow: false, leftOut: 0 },
  ...wordsOf(text.slice(0, maxChars)),
  copyHash: hashOf(text),
})

const hashOf = (text: string) => sha256Hex(text.replace(/\s+/g, ' ').trim()).slice(0, 32)

const wordsOf = (text: string, url = '', links: readonly string[] = []) => ({
  contentHash: hashOf(text),
  // A day's page that says no more than its date says nothing.
  print: printOf(text, isDated(url) ? new URL(url).pathname + new URL(url).search : '', links),
})

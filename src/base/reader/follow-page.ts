import { sha256Hex } from '../../ids.ts'
import { contentText } from '../../page/content/text.ts'
import type { HtmlElement } from '../../page/html/html.ts'
import { readPageLinks } from '../../page/links/follow.ts'
import { printOf } from '../../page/links/simhash.ts'
import { isDated } from '../../page/links/traps.ts'
import { robotsToken } from '../web/user-agent.ts'
import type { PageFollow } from './followed.ts'
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
  return { ...found, ...wordsOf(contentText(content, { maxChars }), task.finalUrl, said) }
}

/** A file leads nowhere. */
export const followFile = (text: string): PageFollow => ({
  ...{ links: [], nofollow: false, leftOut: 0 },
  ...wordsOf(text.slice(0, maxChars)),
})

const wordsOf = (text: string, url = '', links: readonly string[] = []) => ({
  contentHash: sha256Hex(text.replace(/\s+/g, ' ').trim()).slice(0, 32),
  // A day's page that says no more than its date says nothing.
  print: printOf(text, isDated(url) ? new URL(url).pathname + new URL(url).search : '', links),
})

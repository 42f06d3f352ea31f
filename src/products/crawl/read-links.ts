import { robotsToken } from '../../base/web/user-agent.ts'
import { sniffContentType } from '../../page/documents/sniff.ts'
import { decodeHtml } from '../../page/html/encoding.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import { type PageLinks, readPageLinks } from '../../page/links/follow.ts'
import { judgePage } from '../../page/verdict/judge.ts'
import type { Wall } from '../../page/verdict/walls.ts'

export type LinksTask = {
  bytes: Uint8Array
  url: string
  headers: Readonly<Record<string, string>>
  /** Of a reader who is signed in: what they asked for, to see whether a form came in its place. */
  asked?: string
}

type LinksOutcome = PageLinks & { wall?: Wall['kind'] }

/** Runs in a thread: where a page leads, and nothing else of it. A file leads nowhere. */
export const readLinks = ({ bytes, url, headers, asked }: LinksTask): LinksOutcome => {
  const contentType = headers['content-type']
  if (sniffContentType(bytes, contentType, url) !== 'html')
    return { links: [], nofollow: false, leftOut: 0 }
  const document = parsePage(decodeHtml(bytes, contentType).text)
  const links = readPageLinks(document.root, {
    finalUrl: url,
    robotsTag: headers['x-robots-tag'],
    robot: robotsToken.toLowerCase(),
  })
  if (asked === undefined) return links
  const origin = { requestedUrl: asked, finalUrl: url, status: 200, headers }
  const verdict = judgePage(document, origin)
  return verdict.is === 'wall' ? { ...links, wall: verdict.kind } : links
}

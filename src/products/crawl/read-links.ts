import { robotsToken } from '../../base/web/user-agent.ts'
import { sniffContentType } from '../../page/documents/sniff.ts'
import { decodeHtml } from '../../page/html/encoding.ts'
import { parsePage } from '../../page/html/parse-page.ts'
import { type PageLinks, readPageLinks } from '../../page/links/follow.ts'

export type LinksTask = {
  bytes: Uint8Array
  url: string
  headers: Readonly<Record<string, string>>
}

/** Runs in a thread: where a page leads, and nothing else of it. A file leads nowhere. */
export const readLinks = ({ bytes, url, headers }: LinksTask): PageLinks => {
  const contentType = headers['content-type']
  if (sniffContentType(bytes, contentType, url) !== 'html')
    return { links: [], nofollow: false, leftOut: 0 }
  const { root } = parsePage(decodeHtml(bytes, contentType).text)
  return readPageLinks(root, {
    finalUrl: url,
    robotsTag: headers['x-robots-tag'],
    robot: robotsToken.toLowerCase(),
  })
}

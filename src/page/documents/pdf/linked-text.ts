import { build } from '../../html/builder.ts'
import type { HtmlNode } from '../../html/html.ts'

/** Text under a link, if there is one; the spaces around it are none of the link. */
export const linkedText = (text: string, link: string | undefined): (HtmlNode | string)[] => {
  const words = text.trim()
  if (!link || words === '') return [text]
  const start = text.indexOf(words)
  const around = [text.slice(0, start), text.slice(start + words.length)] as const
  const parts = [around[0], build('a', { href: link }, [words]), around[1]]
  return parts.filter(part => part !== '')
}

import { doubtOf } from './doubt.ts'
import type { Grounded, PageIndex } from './page-index.ts'

/** An address must be one of the page's own, or be written out in its text. */
export const groundUrl = ({ url, urls, stream }: PageIndex, text: string): Grounded | undefined => {
  const key = urlKey(text, url)
  const address = key ? urls.get(key) : undefined
  if (address) return { status: 'quoted', ...address }
  // The sequence must be whole, so no path can be added to it.
  const bare = text.replace(/^https?:\/\//, '')
  const line = stream.lines.find(
    one =>
      !one.alt && (wholeIn(one.text, text) || (/^www\./.test(bare) && wholeIn(one.text, bare))),
  )
  if (!line) return undefined
  const quote = line.text.includes(text) ? text : bare
  const doubt = doubtOf(stream, line, quote)
  return { status: 'quoted', quote, node: line.node, fact: line.fact, doubt }
}

/** One spelling for one address; fragments only name a place inside it. */
export const urlKey = (text: string, base: string): string | undefined => {
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text, base)
  if (!url || !/^https?:|^mailto:|^tel:/.test(url.protocol)) return undefined
  url.hash = ''
  return url.href.replace(/\/$/, '')
}

export const isAddress = (text: string) => /^(https?:\/\/|www\.)\S+$/i.test(text)

/** Written out in a text, with nothing glued to it. */
const wholeIn = (text: string, part: string): boolean => {
  const at = text.indexOf(part)
  if (at < 0 || part.length < 4) return false
  return !/[\w/-]/.test(text[at - 1] ?? ' ') && !/[\w/-]/.test(text[at + part.length] ?? ' ')
}

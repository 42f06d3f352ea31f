import { doubtOf } from './doubt.ts'
import type { Grounded, PageIndex } from './page-index.ts'
import { isOfRecord, type Where } from './places.ts'

/** An address must be one of the page's own, or be written out in its text. */
export const groundUrl = (
  { url, urls, stream }: PageIndex,
  text: string,
  where: Where = {},
): Grounded | undefined => {
  const key = urlKey(text, url)
  const address = key ? urls.get(key) : undefined
  if (address) {
    const { stands, ...quotation } = address
    if (stands.length === 0 || stands.some(one => isOfRecord(one, where)))
      return { status: 'quoted', ...quotation }
  }
  // The sequence must be whole, so no path can be added to it, and no host cut short.
  const whole = text.replace(/\/$/, '')
  const bare = whole.replace(/^https?:\/\//i, '')
  const { isOwn = () => true } = where
  const ways = /^www\./i.test(bare) ? [whole, bare] : [whole]
  for (const line of stream.lines) {
    // Where only others have the link, what markup says is theirs too.
    const isOthers = line.node === undefined ? address !== undefined : !isOwn(line)
    const quote = line.alt || isOthers ? undefined : ways.find(way => isWrittenIn(line.text, way))
    if (quote === undefined) continue
    const doubt = doubtOf(stream, line, quote)
    return { status: 'quoted', quote, node: line.node, fact: line.fact, doubt }
  }
  return undefined
}

/** One spelling for one address; fragments only name a place inside it. */
export const urlKey = (text: string, base: string): string | undefined => {
  const url = URL.parse(/^www\./i.test(text) ? `https://${text}` : text, base)
  if (!url || !/^https?:|^mailto:|^tel:/.test(url.protocol)) return undefined
  url.hash = ''
  return url.href.replace(/\/$/, '')
}

export const isAddress = (text: string) => /^(https?:\/\/|www\.)\S+$/i.test(text)

/** Written out somewhere in a text, with nothing glued to it. */
const isWrittenIn = (text: string, part: string): boolean => {
  if (part.length < 4) return false
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (
      !/[\w/-]/.test(text[at - 1] ?? ' ') &&
      !goesOn.test(text.slice(at + part.length, at + part.length + 4))
    )
      return true
  return false
}

/** A full stop or a stroke ends an address where nothing of it follows. */
const goesOn = /^(?:\/?[.:?#&=%@~+]{0,2}[\w-]|\/\/)/

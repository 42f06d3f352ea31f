import { webUrl } from '../html/addresses.ts'

/** The addresses that stand in a text without being links: absolute, in order, each once. */
export const bareAddresses = (text: string): string[] => {
  const found = new Set<string>()
  for (const [match] of text.matchAll(address)) {
    if (found.size >= maxAddresses) break
    const url = webUrl(withoutEnd(unescaped(match)), 'https://none.invalid/')
    if (url) found.add(url)
  }
  return [...found]
}

/**
 * Marks of quotation and of Chinese sentences end one, as do brackets (AsciiDoc and Org write the
 * words of a link in them) but for those of names in a query and of a host by its number. JSON
 * escapes slashes, TeX escapes its own signs; any other backslash belongs to what follows.
 */
const address =
  /https?:(?:\/\/|\\\/\\\/)(?:\[[\da-f:.]+\])?(?:[^\s"'<>`|^{}\\[\]\u201c\u201d\u2018\u2019\u00ab\u00bb。，、；：？！（）「」『』【】《》]|\\[/_%#&]|\[[\w.-]*\](?=[=[&%]))+/gi

const maxAddresses = 50_000

/** XML has to escape ampersands. */
const unescaped = (text: string): string => text.replaceAll('\\', '').replaceAll('&amp;', '&')

/** Punctuation belongs to the sentence around it; a closing bracket only if it was opened inside. */
const withoutEnd = (address: string): string => {
  let end = address.length
  let unopened = count(address, ')') - count(address, '(')
  for (; end > 0; end--) {
    const sign = address[end - 1] ?? ''
    if (sign === ')' ? unopened-- <= 0 : !'.,;:!?*_'.includes(sign)) break
  }
  return address.slice(0, end)
}

const count = (text: string, sign: string): number => text.split(sign).length - 1

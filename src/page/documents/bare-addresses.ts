import { webUrl } from '../html/addresses.ts'

/** The addresses that stand in a text without being links: absolute, in order, each once. */
export const bareAddresses = (text: string): string[] => {
  const found = new Set<string>()
  for (const [match] of text.matchAll(/https?:(?:\/\/|\\\/\\\/)[^\s"'<>`|^{}]+/gi)) {
    if (found.size >= maxAddresses) break
    const url = webUrl(withoutEnd(unescaped(match)), 'https://none.invalid/')
    if (url) found.add(url)
  }
  return [...found]
}

const maxAddresses = 50_000

/** JSON may escape slashes, XML has to escape ampersands. */
const unescaped = (address: string): string =>
  address.replaceAll('\\/', '/').replaceAll('&amp;', '&')

/** Punctuation belongs to the sentence around it; a closing bracket only if it was opened inside. */
const withoutEnd = (address: string): string => {
  let end = address.length
  let unopened = count(address, ')') - count(address, '(')
  for (; end > 0; end--) {
    const sign = address[end - 1] ?? ''
    if (sign === ')' ? unopened-- <= 0 : !'.,;:!?*_]\\'.includes(sign)) break
  }
  return address.slice(0, end)
}

const count = (text: string, sign: string): number => text.split(sign).length - 1

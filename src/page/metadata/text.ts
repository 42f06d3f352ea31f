import { cleanText } from '../html/clean-text.ts'
import { type HtmlElement, type HtmlNode, parseHtml, textContent } from '../html/html.ts'

/** One line, of a length that is still a statement. */
export const statementOf = (value: string): string => cleanText(value.slice(0, maxStatement))

/** A name by its letters and digits alone: `The A-Team` and `the a team` are one. */
export const bareName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** `j.smith`, `page.author`, `ann@lumen.com`, `Administrator`: no name as people write theirs. */
export const isAccountName = (name: string): boolean =>
  /^[\p{Ll}\d._-]+$|^[^\s@]+@[^\s@]+$|^\S+\.\p{Ll}{2,6}$/u.test(name) ||
  /^(?:\p{L}{1,20} )?admin(?:istrator)?$|^webmaster$/iu.test(name)

/** Programs that write pages often escape what is escaped already: `&amp;hellip;`. */
export const decodeAgain = (value: string): string =>
  escaped.test(value)
    ? textContent(parseHtml(value.slice(0, maxStatement).replaceAll('<', '&lt;')).root)
    : value

const escaped = /&(?:#\d{1,6}|#x[\da-f]{1,5}|[a-z]{2,8});/i

const maxStatement = 5_000

/** Strings for machines often hold HTML or entities. Lines stay lines. */
export const withoutMarkup = (text: string): string => {
  const bounded = text.length > maxMarkup ? text.slice(0, maxMarkup) : text
  if (!/[<&]/.test(bounded)) return cleanLines(bounded)
  // Twice: WordPress plug-ins escape what is escaped already.
  const once = stripTags(bounded)
  return cleanLines(/&(#\d+|#x[\da-f]+|\w+);|<\w/i.test(once) ? stripTags(once) : once)
}

const maxMarkup = 100_000

const cleanLines = (text: string): string =>
  text.includes('\n') ? text.split('\n').map(cleanText).filter(Boolean).join('\n') : cleanText(text)

const stripTags = (text: string): string =>
  textContent(parseHtml(text.replace(/<(br|\/p|\/li|\/div)\b/gi, '\n<$1')).root)

/** The first words below an element on one line, blocks kept apart, never more than the limits. */
export const wordsOf = (
  from: HtmlElement,
  { maxChars = 20_000, maxNodes = 5_000 }: { maxChars?: number; maxNodes?: number } = {},
): string => {
  const parts: string[] = []
  let left = maxChars
  const stack: HtmlNode[] = [from]
  for (let node = stack.pop(), seen = 0; node && left > 0 && seen < maxNodes; seen++) {
    if (node.type === 'text') {
      parts.push(node.text.slice(0, left))
      left -= node.text.length
    } else if (node.name !== 'script' && node.name !== 'style' && node.name !== 'template') {
      if (!inline.has(node.name)) parts.push('\n')
      for (let i = Math.min(node.children.length, maxNodes) - 1; i >= 0; i--)
        stack.push(node.children[i] as HtmlNode)
    }
    node = stack.pop()
  }
  return cleanText(parts.join(''))
}

/** The first texts below an element, each by itself: a name and what is said of it are two. */
export const textsOf = (from: HtmlElement, maxTexts: number): string[] => {
  const texts: string[] = []
  const stack: HtmlNode[] = [from]
  for (let node = stack.pop(), seen = 0; node && texts.length < maxTexts && seen < 200; seen++) {
    if (node.type === 'text') {
      const text = cleanText(node.text.slice(0, 300))
      if (text) texts.push(text)
    } else if (node.name !== 'script' && node.name !== 'style' && node.name !== 'template')
      for (let i = Math.min(node.children.length, 200) - 1; i >= 0; i--)
        stack.push(node.children[i] as HtmlNode)
    node = stack.pop()
  }
  return texts
}

const inline = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

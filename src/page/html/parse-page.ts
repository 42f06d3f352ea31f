import { descendants, type HtmlDocument, type HtmlElement, parseHtml } from './html.ts'
import { hasStreamedParts, keepMarks, placeStreamedParts } from './streamed.ts'

/**
 * A page to be read by people: parsed, with its mail addresses in the clear, what stands in
 * declared shadow roots as a part of the page, and what was streamed late in its place.
 */
export const parsePage = (html: string): HtmlDocument => {
  const isStreamed = hasStreamedParts(html)
  const document = parseHtml(isStreamed ? keepMarks(html) : html)
  if (isStreamed) placeStreamedParts(document.root)
  if (html.includes(cloakedPath) || html.includes('data-cfemail')) revealMail(document.root)
  if (html.includes('shadowrootmode')) openShadowRoots(document.root)
  return document
}

/** A browser shows such a template without any script, before the element's own children. */
const openShadowRoots = (root: HtmlElement): void => {
  for (const element of descendants(root))
    if (element.name === 'template' && element.attributes.shadowrootmode !== undefined)
      element.name = 'div'
}

const cloakedPath = '/cdn-cgi/l/email-protection'

/**
 * Mail addresses that Cloudflare keeps from harvesters: the page has "[email protected]" and the
 * address enciphered beside it, which a script puts back before anybody reads the page. No script
 * has run here, so this does it.
 */
const revealMail = (root: HtmlElement): void => {
  for (const element of descendants(root)) {
    const { attributes } = element
    const shown = decipher(attributes['data-cfemail'])
    if (shown) element.children = [{ type: 'text', text: shown, parent: element }]
    const [path = '', hidden] = attributes.href?.split('#', 2) ?? []
    if (!path.endsWith(cloakedPath)) continue
    const address = decipher(hidden) ?? shown
    if (address) attributes.href = `mailto:${address}`
  }
}

/** The first byte is the key to all others. */
const decipher = (hex: string | undefined): string | undefined => {
  if (!hex || hex.length > 1_000 || !/^(?:[\da-f]{2}){2,}$/i.test(hex)) return undefined
  const [key = 0, ...rest] = Buffer.from(hex, 'hex')
  return Buffer.from(rest.map(byte => byte ^ key)).toString('utf8')
}

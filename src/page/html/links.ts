import { webUrl } from './addresses.ts'
import { nearest } from './around.ts'
import { descendants, type HtmlElement } from './html.ts'

/**
 * Where the page leads: absolute http(s) addresses in page order, each once. Jumps inside the
 * page itself are no links; the address of a single-page app's view (`#/…`, `#!…`) is one.
 */
export const readLinks = (
  root: HtmlElement,
  { baseUrl, pageUrl = baseUrl }: { baseUrl: string; pageUrl?: string },
): string[] => {
  const page = withoutFragment(pageUrl)
  const links = new Set<string>()
  for (const element of descendants(root)) {
    const { name, attributes } = element
    if ((name !== 'a' && name !== 'area') || isInTemplate(element)) continue
    const url = webUrl(attributes.href, baseUrl)
    if (!url || isJumpIn(page, url)) continue
    links.add(url)
  }
  return [...links]
}

/** A template is nowhere on the page until a script copies it. */
export const isInTemplate = ({ parent }: HtmlElement): boolean =>
  nearest(parent, ({ name }) => name === 'template', 8) !== undefined

export const withoutFragment = (url: string): string => {
  const hash = url.indexOf('#')
  return hash < 0 ? url : url.slice(0, hash)
}

/** Whether an address only leads to another place of a page, whose own has no fragment. */
export const isJumpIn = (page: string, url: string): boolean => {
  const hash = url.indexOf('#')
  return hash >= 0 && !/^[/!]/.test(url.slice(hash + 1)) && url.slice(0, hash) === page
}

import type { ElementStyle } from '../../../page/css/cascade.ts'
import type { CssSource } from '../../../page/css/stylesheet.ts'

/** What `font` and `font-family` are called while fonts are looked for. */
const property = '--siteray-font'

/**
 * The stylesheets with their fonts as a custom property: those are kept, inherited and resolved
 * for every page, while fonts matter to nobody but a brand.
 */
export const withFonts = (sources: readonly CssSource[]): CssSource[] =>
  sources.map(source => ({
    ...source,
    css: source.css.replace(/(?<=[{;\s])font(?:-family)?(?=\s*:)/gi, property),
  }))

/** The `font-family` list that holds for an element, its own or inherited; empty where none is set. */
export const familyOf = (style: ElementStyle): string => {
  const words = (style.variable(property) ?? '').split(/\s+/)
  // The shorthand has a size (and `/ line-height`), and the families behind it.
  const size = words.findIndex(word => /^[\d.]+(?:px|r?em|pt|%|vw)(?:\/|$)/i.test(word))
  if (size < 0) return words.join(' ')
  const rest = words.slice(size + 1)
  if (rest[0] === '/') return rest.slice(2).join(' ')
  return (rest[0]?.startsWith('/') || words[size]?.endsWith('/') ? rest.slice(1) : rest).join(' ')
}

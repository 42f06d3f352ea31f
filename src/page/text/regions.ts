import type { HtmlElement } from '../html/html.ts'

/** The part of a page that an element begins, as far as its markup says. */
export type Region = 'main' | 'nav' | 'header' | 'footer' | 'aside'

export const headingLevel = (blocks: HtmlElement[]): number | undefined => {
  for (let i = blocks.length - 1; i >= Math.max(0, blocks.length - 3); i--) {
    const name = blocks[i]?.name ?? ''
    if (/^h[1-6]$/.test(name)) return Number(name[1])
    if (blocks[i]?.attributes.role === 'heading') return headingRole(blocks[i])
  }
  return undefined
}

const headingRole = (element: HtmlElement | undefined) => {
  const level = Number(element?.attributes['aria-level'] ?? 2)
  return level >= 1 && level <= 6 ? Math.trunc(level) : 2
}

export const regionOf = (element: HtmlElement): Region | undefined => {
  const byRole = roleRegions[element.attributes.role ?? '']
  if (byRole) return byRole
  if (element.name === 'nav' || element.name === 'aside' || element.name === 'main')
    return element.name
  // A header inside an article is the article's own.
  if (element.name === 'footer' || element.name === 'header')
    return element.depth <= 8 ? element.name : undefined
  return undefined
}

const roleRegions: Record<string, Region> = {
  navigation: 'nav',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'aside',
  main: 'main',
}

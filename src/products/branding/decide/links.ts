import { type Color, difference, hexOf, over, readColor } from '../../../page/css/color.ts'
import type { Measured, Snapshot } from '../page/snapshot.ts'
import { claim, type Value } from '../profile/value.ts'
import { backdropColor } from './paint.ts'

export type LinkLook = { element: Measured; color: Color; count: number; inText: boolean }

/** How links look: those in running text before those in lists and menus. */
export const findLink = (
  snapshot: Snapshot,
  aside: ReadonlySet<number>,
  page: Color,
): LinkLook | undefined => {
  const links = snapshot.elements.filter(
    element =>
      element.kind === 'link' &&
      /\p{L}/u.test(element.text) &&
      !(element.overlay !== null && aside.has(element.overlay)),
  )
  const inText = links.filter(link => link.inText)
  const inMain = links.filter(link => link.region === 'main')
  const chosen = [inText, inMain].find(list => list.length > 0)
  if (!chosen) return undefined
  const looks: LinkLook[] = []
  for (const element of chosen) {
    const color = readColor(element.style.color)
    if (!color) continue
    const seen = over(color, backdropColor(element.backdrop, page))
    const look = looks.find(other => difference(other.color, seen) < 3)
    if (look) look.count++
    else looks.push({ element, color: seen, count: 1, inText: element.inText })
  }
  const best = looks.sort((a, b) => b.count - a.count)[0]
  return best && isBrowserBlue(best.color) ? undefined : best
}

/** What links have where nobody chose a color, on light pages and on dark ones. */
const isBrowserBlue = (color: Color): boolean => /^#(?:0000ee|9e9eff)$/.test(hexOf(color))

export const linkClaim = (look: LinkLook | undefined): Value<string> | null =>
  look
    ? claim(hexOf(look.color), look.inText ? 0.92 : 0.6, [
        {
          source: 'computed',
          detail: look.inText ? 'links in running text' : 'links outside menus',
          selector: look.element.selector,
          property: 'color',
          count: look.count,
        },
      ])
    : null

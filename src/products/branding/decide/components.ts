import { type Color, difference, hexOf } from '../../../page/css/color.ts'
import type { Measured, Snapshot } from '../page/snapshot.ts'
import type { Component, Components } from '../profile/profile.ts'
import type { ButtonGroup } from './buttons.ts'
import { firstFamily } from './families.ts'
import { findLink } from './links.ts'
import { paintOf } from './paint.ts'
import { visibleShadow } from './shadow.ts'

export const decideComponents = (
  snapshot: Snapshot,
  aside: ReadonlySet<number>,
  page: Color,
  buttons: readonly ButtonGroup[],
): Components => {
  const own = snapshot.elements.filter(({ overlay }) => overlay === null || !aside.has(overlay))
  const [first, second] = buttons
  const lead = first ? first.score - (second?.score ?? 0) : 0
  const input = mostUsed(own.filter(({ kind }) => kind === 'input'))
  const card = mostUsed(own.filter(isCard))
  const link = findLink(snapshot, aside, page)
  return {
    buttonPrimary: first
      ? describe(first.best.element, page, 0.65 + Math.min(0.3, lead * 0.08), first.buttons.length)
      : null,
    buttonSecondary: second
      ? describe(second.best.element, page, second.score > 2 ? 0.7 : 0.5, second.buttons.length)
      : null,
    input: input ? describe(input.element, page, 0.85, input.count) : null,
    card: card ? describe(card.element, page, card.count > 1 ? 0.82 : 0.5, card.count) : null,
    link: link ? describe(link.element, page, link.inText ? 0.9 : 0.6, link.count) : null,
  }
}

/** Holds several things and stands beside others of its kind, not a strip or the page itself. */
const isCard = ({ kind, box, size, region, style }: Measured): boolean =>
  kind === 'panel' &&
  region === 'main' &&
  size >= 2 &&
  box.width <= 760 &&
  box.height <= 700 &&
  (style.borderWidthPx > 0 || style.shadow !== '' || style.radius.some(px => px > 0) || size >= 3)

/** The look that most have; of those that look the same, the first. */
const mostUsed = (
  elements: readonly Measured[],
): { element: Measured; count: number } | undefined => {
  const looks = new Map<string, { element: Measured; count: number }>()
  for (const element of elements) {
    const { background, borderWidthPx, radius, shadow } = element.style
    const key = [background, borderWidthPx, radius.join(' '), shadow].join('|')
    const look = looks.get(key)
    if (look) look.count++
    else looks.set(key, { element, count: 1 })
  }
  return [...looks.values()].sort((a, b) => b.count - a.count)[0]
}

const describe = (element: Measured, page: Color, confidence: number, count: number): Component => {
  const { style } = element
  const paint = paintOf(element, page)
  const isPainted = paint.fill && difference(paint.fill, paint.backdrop) > 0.5
  const [topLeft, topRight, bottomRight, bottomLeft] = style.radius
  const [top, right, bottom, left] = style.padding
  return {
    fill: paint.fill && (isPainted || style.shadow || paint.border) ? hexOf(paint.fill) : null,
    text: hexOf(paint.text),
    border: paint.border
      ? { color: hexOf(paint.border), widthPx: style.borderWidthPx, style: style.borderStyle }
      : null,
    radius: { topLeft, topRight, bottomRight, bottomLeft },
    shadow: visibleShadow(style.shadow) || null,
    padding: { top, right, bottom, left },
    font: {
      family: firstFamily(style.family) ?? style.family,
      sizePx: style.sizePx,
      weight: style.weight,
    },
    confidence: Math.round(confidence * 100) / 100,
    evidence: [
      {
        source: 'computed',
        detail: element.text ? `“${element.text.slice(0, 60)}”` : element.tag,
        selector: element.selector,
        count,
      },
    ],
  }
}

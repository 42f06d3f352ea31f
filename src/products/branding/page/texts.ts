/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { backdropOf, isOpaque, regionOf, selectorOf } from './look.ts'
import type { TextGroup } from './snapshot.ts'

/** Characters of an element that are not its children's. */
export const ownCharacters = (element: Element): number => {
  let characters = 0
  for (const node of element.childNodes)
    if (node.nodeType === Node.TEXT_NODE) characters += (node.nodeValue ?? '').trim().length
  return characters
}

export const contextOf = (element: Element): string => {
  const at = element.closest(
    'h1, h2, h3, h4, h5, h6, code, pre, kbd, button, a, small, [role="button"]',
  )
  const name = at?.tagName.toLowerCase() ?? 'body'
  if (/^(?:h[1-6]|small|body)$/.test(name)) return name
  if (name === 'a') return 'link'
  return /^(?:code|pre|kbd)$/.test(name) ? 'code' : 'button'
}

/** Collects text by its look, so that a page of any length is a few dozen groups. */
export const collectTexts = (keep: (element: Element) => number) => {
  const groups = new Map<string, TextGroup>()
  const px = (value: string) => (value === 'normal' ? null : Number.parseFloat(value))
  return {
    add(element: Element, style: CSSStyleDeclaration, overlay: number | null) {
      const characters = ownCharacters(element)
      if (characters === 0) return
      const on = isOpaque(style.backgroundColor)
        ? style.backgroundColor
        : (backdropOf(element).find(isOpaque) ?? '')
      const context = contextOf(element)
      const region = regionOf(element)
      const { fontFamily, fontSize, fontWeight, lineHeight, letterSpacing, textTransform, color } =
        style
      const look = [fontFamily, fontSize, fontWeight, lineHeight, letterSpacing, textTransform]
      const key = [...look, color, context, on, overlay, region].join('|')
      const group = groups.get(key)
      if (group) {
        group.characters += characters
        group.count++
      } else if (groups.size < 400)
        groups.set(key, {
          ...{ context, color, on, overlay, region, characters, transform: textTransform },
          family: fontFamily.slice(0, 400),
          sizePx: Number.parseFloat(fontSize),
          weight: Number(fontWeight) || 400,
          lineHeightPx: px(lineHeight),
          letterSpacingPx: px(letterSpacing),
          count: 1,
          sample: keep(element),
          selector: selectorOf(element),
        })
    },
    groups: () => [...groups.values()],
  }
}

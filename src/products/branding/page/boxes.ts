/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { isClear, selectorOf } from './look.ts'
import type { Count, ElementKind, Snapshot, Surface } from './snapshot.ts'

/** Collects what boxes are made of: painted areas, distances, corners, shadows. */
export const collectBoxes = () => {
  const surfaces = new Map<string, Surface>()
  const distances = new Map<number, number>()
  const radii = new Map<number, number>()
  const shadows = new Map<string, number>()
  const bump = <Key>(map: Map<Key, number>, key: Key) => map.set(key, (map.get(key) ?? 0) + 1)
  const round = (value: string) => Math.round(Number.parseFloat(value) * 10) / 10
  const counted = (map: Map<number, number>): Count[] =>
    [...map].map(([px, count]) => ({ px, count })).sort((a, b) => a.px - b.px)

  return {
    addSurface(element: Element, { backgroundColor }: CSSStyleDeclaration, overlay: number | null) {
      if (isClear(backgroundColor)) return
      const { width, height } = element.getBoundingClientRect()
      const areaPx = width * height
      const key = `${backgroundColor}|${overlay}`
      const surface = surfaces.get(key)
      if (surface) {
        surface.count++
        surface.areaPx += areaPx
        surface.largestPx = Math.max(surface.largestPx, areaPx)
      } else if (surfaces.size < 300)
        surfaces.set(key, {
          ...{ value: backgroundColor, areaPx, largestPx: areaPx, count: 1, overlay },
          selector: selectorOf(element),
        })
    },
    addShape(element: Element, style: CSSStyleDeclaration, kind: ElementKind | undefined) {
      // Paddings of controls make up for their borders, so they say nothing about the scale.
      const isControl = kind === 'button' || kind === 'input'
      const values = isControl ? [] : chosenDistances(element, style).map(round)
      // One element says the same thing once, however many of its sides say it.
      for (const px of new Set(values)) if (px > 0 && px <= 200) bump(distances, px)
      const isPainted = !isClear(style.backgroundColor) || round(style.borderTopWidth) > 0
      const radius = round(style.borderTopLeftRadius)
      if (isPainted && radius > 0 && !style.borderTopLeftRadius.includes('%'))
        bump(radii, Math.min(9999, radius))
      if (style.boxShadow !== 'none' && style.boxShadow.length < 300) bump(shadows, style.boxShadow)
    },
    result: (): Pick<Snapshot, 'surfaces' | 'distances' | 'radii' | 'shadows'> => ({
      surfaces: [...surfaces.values()],
      distances: counted(distances),
      radii: counted(radii),
      shadows: [...shadows]
        .map(([value, count]) => ({ value, count }))
        .sort((a, b) => b.count - a.count)
        .slice(0, 20),
    }),
  }
}

/** Distances that somebody chose: not those which browsers give headings, paragraphs and lists. */
export const chosenDistances = (element: Element, style: CSSStyleDeclaration): string[] => {
  const isList = element.tagName === 'UL' || element.tagName === 'OL'
  const isOwn = (margin: string) => {
    const ems = Number.parseFloat(margin) / Number.parseFloat(style.fontSize)
    const given = { P: 1, UL: 1, OL: 1, DL: 1, PRE: 1, BLOCKQUOTE: 1, FIGURE: 1, H1: 0.67 }
    const headings = { H2: 0.83, H3: 1, H4: 1.33, H5: 1.67, H6: 2.33 }
    const usual = Object.entries({ ...given, ...headings }).find(([tag]) => tag === element.tagName)
    return !usual || Math.abs(ems - usual[1]) > 0.01
  }
  return [
    ...[style.paddingTop, style.paddingRight, style.paddingBottom, style.rowGap, style.columnGap],
    ...(isList && style.paddingLeft === '40px' ? [] : [style.paddingLeft]),
    // Margins at the sides are mostly `auto`, which computes to anything.
    ...[style.marginTop, style.marginBottom].filter(isOwn),
  ]
}

import { readColor, splitList } from '../../../page/css/color.ts'

export type Shadow = {
  color: string
  x: number
  y: number
  blur: number
  spread: number
  inset: boolean
}

/** `rgba(0, 0, 0, 0.1) 0px 1px 2px 0px inset, …`, as browsers compute it. */
export const readShadow = (text: string): Shadow[] | undefined => {
  const layers = splitList(text).map(layer => {
    const found =
      /^(?<color>[a-z]+\([^()]*\)) (?<x>-?[\d.]+)px (?<y>-?[\d.]+)px (?<blur>[\d.]+)px (?<spread>-?[\d.]+)px(?<inset> inset)?$/.exec(
        layer,
      )?.groups
    return found
      ? {
          color: found.color ?? '',
          x: Number(found.x),
          y: Number(found.y),
          blur: Number(found.blur),
          spread: Number(found.spread),
          inset: found.inset !== undefined,
        }
      : undefined
  })
  const whole = layers.filter(layer => layer !== undefined)
  return whole.length > 0 && whole.length === layers.length ? whole : undefined
}

/**
 * A computed shadow without the layers that nobody sees, which utility classes leave behind; empty
 * when there is nothing else.
 */
export const visibleShadow = (text: string): string =>
  splitList(text)
    .filter(layer => {
      const [shadow] = readShadow(layer) ?? []
      if (!shadow) return layer !== ''
      const { color, x, y, blur, spread } = shadow
      return readColor(color)?.alpha !== 0 && [x, y, blur, spread].some(px => px !== 0)
    })
    .join(', ')

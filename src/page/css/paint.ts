import { workOut } from './calc.ts'
import type { ElementStyle } from './cascade.ts'
import { type Color, readColor, splitList } from './color.ts'
import type { Theme } from './media.ts'
import { resolveRelative } from './relative.ts'
import { closing } from './variables.ts'

/** What an element is painted with, as far as its stylesheets tell. */
export type Painter = {
  /** Inherited, as text colors are. */
  text(style: ElementStyle): Color
  /** Its own; undefined where it lets through what is below. */
  fill(style: ElementStyle): Color | undefined
  /** A gradient with its colors resolved, or ''. */
  gradient(style: ElementStyle): string
  border(style: ElementStyle): Color | undefined
  /** A value that stands anywhere in the page, such as a token's. */
  read(text: string, style?: ElementStyle): Color | undefined
}

/** `scheme`: the one that the page itself supports (`color-scheme`), for `light-dark()`. */
export const createPainter = (scheme: Theme): Painter => {
  const texts = new Map<ElementStyle, Color>()
  const ground = readColor(scheme === 'dark' ? '#fff' : '#000') as Color

  const text = (style: ElementStyle): Color => {
    const path: ElementStyle[] = []
    for (let at: ElementStyle | undefined = style; at && !texts.has(at); at = at.parent)
      path.push(at)
    for (const at of path.reverse()) {
      const inherited = (at.parent && texts.get(at.parent)) ?? ground
      texts.set(at, ownText(at, inherited) ?? inherited)
    }
    return texts.get(style) ?? ground
  }
  const ownText = (style: ElementStyle, inherited: Color): Color | undefined => {
    const value = style.own('color')
    if (value !== undefined && !keywords.test(value)) return readValue(value, inherited)
    const { name, attributes } = style.element
    const isLink = name === 'a' && attributes.href !== undefined
    return value === undefined && isLink ? readColor('linktext') : undefined
  }
  const read = (value: string, style?: ElementStyle): Color | undefined =>
    readValue(value, style && text(style))
  const readValue = (value: string, current: Color | undefined, depth = 0): Color | undefined => {
    const plain = resolveRelative(value.trim(), origin =>
      depth < 3 ? readValue(origin, current, depth + 1) : undefined,
    )
    return readColor(clean(plain), { scheme, current })
  }

  const fill = (style: ElementStyle): Color | undefined => {
    const value = style.own('background-color')
    if (value === undefined || keywords.test(value)) return undefined
    for (const part of partsOf(value)) {
      const color = pictures.test(part) ? undefined : read(part, style)
      if (color) return color.alpha > 0 ? color : undefined
    }
    return undefined
  }

  return {
    text,
    fill,
    read,
    gradient(style) {
      const value = style.own('background-image') ?? ''
      const found = /(?:repeating-)?(?:linear|radial|conic)-gradient\(/i.exec(value)
      if (!found) return ''
      const open = found.index + found[0].length - 1
      const stops = splitList(value.slice(open + 1, closing(value, open)))
      return `linear-gradient(${stops.map(stop => stopOf(stop, part => read(part, style))).join(', ')})`
    },
    border(style) {
      const line = style.own('border-style') ?? 'none'
      if (!/\b(?:solid|dashed|dotted|double)\b/.test(line) || /^0(?:px)?\s/.test(line))
        return undefined
      for (const part of partsOf(style.own('border-color') ?? '')) {
        const color = read(part, style)
        if (color) return color.alpha > 0 ? color : undefined
      }
      return text(style)
    },
  }
}

/** As CSS again: for whatever reads the values of a browser. */
export const cssOf = ({ red, green, blue, alpha }: Color): string => {
  const [r, g, b] = [red, green, blue].map(channel => Math.round(channel * 25_500) / 100)
  return alpha >= 1 ? `rgb(${r} ${g} ${b})` : `rgb(${r} ${g} ${b} / ${alpha.toFixed(3)})`
}

const keywords = /^(?:inherit|initial|unset|revert|revert-layer|none)$/i
const pictures = /^(?:url|image|image-set|cross-fade|[\w-]*gradient)\(/i

const clean = (value: string): string => workOut(value).replace(/\s+/g, ' ').trim()

/** At spaces, slashes and commas outside parentheses. */
const partsOf = (value: string): string[] => {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const char of value) {
    if (char === '(') depth++
    else if (char === ')') depth--
    if (depth === 0 && /[\s,/]/.test(char)) {
      if (part) parts.push(part)
      part = ''
    } else part += char
  }
  return part ? [...parts, part] : parts
}

/** The color of a stop without its position; what is no color (a direction) stays as it is. */
const stopOf = (stop: string, read: (part: string) => Color | undefined): string => {
  for (const part of partsOf(stop)) {
    const color = read(part)
    if (color) return cssOf(color)
  }
  return 'to right'
}

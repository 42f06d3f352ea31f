import { workOut } from './calc.ts'
import type { ElementStyle } from './cascade.ts'
import { type Colour, readColour, splitList } from './color.ts'
import { resolveRelative } from './relative.ts'
import { closing } from './variables.ts'

/** What an element is painted with, as far as its stylesheets tell. */
export type Painter = {
  /** Inherited, as text colours are. */
  text(style: ElementStyle): Colour
  /** Its own; undefined where it lets through what is below. */
  fill(style: ElementStyle): Colour | undefined
  /** A gradient with its colours resolved, or ''. */
  gradient(style: ElementStyle): string
  border(style: ElementStyle): Colour | undefined
  /** A value that stands anywhere in the page, such as a token's. */
  read(text: string, style?: ElementStyle): Colour | undefined
}

/** `scheme`: the one that the page itself supports (`color-scheme`), for `light-dark()`. */
export const createPainter = (scheme: 'light' | 'dark'): Painter => {
  const texts = new Map<ElementStyle, Colour>()
  const ground = readColour(scheme === 'dark' ? '#fff' : '#000') as Colour

  const text = (style: ElementStyle): Colour => {
    const path: ElementStyle[] = []
    for (let at: ElementStyle | undefined = style; at && !texts.has(at); at = at.parent)
      path.push(at)
    for (const at of path.reverse()) {
      const inherited = (at.parent && texts.get(at.parent)) ?? ground
      texts.set(at, ownText(at, inherited) ?? inherited)
    }
    return texts.get(style) ?? ground
  }
  const ownText = (style: ElementStyle, inherited: Colour): Colour | undefined => {
    const value = style.own('color')
    if (value !== undefined && !keywords.test(value)) return readValue(value, inherited)
    const { name, attributes } = style.element
    const isLink = name === 'a' && attributes.href !== undefined
    return value === undefined && isLink ? readColour('linktext') : undefined
  }
  const read = (value: string, style?: ElementStyle): Colour | undefined =>
    readValue(value, style && text(style))
  const readValue = (value: string, current: Colour | undefined, depth = 0): Colour | undefined => {
    const plain = resolveRelative(value.trim(), origin =>
      depth < 3 ? readValue(origin, current, depth + 1) : undefined,
    )
    return readColour(clean(plain), { scheme, current })
  }

  const fill = (style: ElementStyle): Colour | undefined => {
    const value = style.own('background-color')
    if (value === undefined || keywords.test(value)) return undefined
    for (const part of partsOf(value)) {
      const colour = pictures.test(part) ? undefined : read(part, style)
      if (colour) return colour.alpha > 0 ? colour : undefined
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
        const colour = read(part, style)
        if (colour) return colour.alpha > 0 ? colour : undefined
      }
      return text(style)
    },
  }
}

/** As CSS again: for whatever reads the values of a browser. */
export const cssOf = ({ red, green, blue, alpha }: Colour): string => {
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

/** The colour of a stop without its position; what is no colour (a direction) stays as it is. */
const stopOf = (stop: string, read: (part: string) => Colour | undefined): string => {
  for (const part of partsOf(stop)) {
    const colour = read(part)
    if (colour) return cssOf(colour)
  }
  return 'to right'
}

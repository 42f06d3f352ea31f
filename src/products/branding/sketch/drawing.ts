import { escapeHtml } from '../../../kit/escape-html.ts'
import type { Cascade } from '../../../page/css/cascade.ts'
import { hexOf } from '../../../page/css/color.ts'
import type { Painter } from '../../../page/css/paint.ts'
import { webUrl } from '../../../page/html/addresses.ts'
import {
  descendants,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  textContent,
} from '../../../page/html/html.ts'
import { spriteId } from '../decide/sprites.ts'
import { writeSvg, writeTag } from '../decide/write-svg.ts'
import type { LogoSight } from '../page/snapshot.ts'
import type { Sight } from './walk.ts'

const maxElements = 600
const maxLength = 80_000

export type Desk = { document: HtmlDocument; cascade: Cascade; painter: Painter }

/**
 * A drawing in the page as a file of its own: what stylesheets say of its shapes is written into
 * it, symbols from elsewhere stand where they are used, and `currentcolor` is what the page gives
 * it. Whoever shows it cleans it first.
 */
export const drawSvg = (
  sight: Sight,
  desk: Desk,
  base: string,
): Pick<LogoSight, 'svg' | 'paints' | 'sprites'> => {
  const parts = [...descendants(sight.element)]
  if (parts.length > maxElements) return { svg: '', paints: [], sprites: [] }
  const symbols = symbolsOf(parts, desk.document)
  const paintOf = paintsBy(desk.cascade)
  const shapes = [sight.element, ...parts, ...symbols.flatMap(symbol => [...descendants(symbol)])]
  // `currentcolor` is the text's color, not one of the drawing's own.
  const paints = shapes
    .flatMap(shape => colorsIn(paintOf(shape)))
    .filter(paint => !/^(?:none|inherit|transparent|currentcolor|unset|url\()/i.test(paint))
  const write = (node: HtmlNode) =>
    writeSvg(node, element => ({
      ...paintOf(element),
      ...styleOf(element),
      ...localUse(element, base),
    }))
  const defs = symbols.length > 0 ? `<defs>${symbols.map(write).join('')}</defs>` : ''
  const { attributes, children } = sight.element
  const open = writeTag('svg', {
    ...attributes,
    ...paintOf(sight.element),
    ...styleOf(sight.element),
    xmlns: 'http://www.w3.org/2000/svg',
    color: hexOf(desk.painter.text(sight.style)),
  })
  const text = `${open}${rulesOf(shapes)}${defs}${children.map(write).join('')}</svg>`
  return {
    svg: text.length > maxLength ? '' : text,
    paints: [...new Set(paints)].slice(0, 20),
    sprites: [...new Set(parts.flatMap(part => spriteOf(part, base) ?? []))].slice(0, maxSprites),
  }
}

const maxSprites = 8

const hrefOf = ({ attributes }: HtmlElement): string =>
  attributes.href ?? attributes['xlink:href'] ?? ''

/** The address of what a `<use>` takes from another file. */
const spriteOf = (element: HtmlElement, base: string): string | undefined => {
  const href = hrefOf(element)
  if (element.name !== 'use' || href.startsWith('#') || !/#./.test(href)) return undefined
  return webUrl(href, base)
}

/** Once the part stands in the drawing itself, it is taken from there. */
const localUse = (element: HtmlElement, base: string): Record<string, string> => {
  const address = spriteOf(element, base)
  return address === undefined ? {} : { href: `#${spriteId(address)}` }
}

/** What the drawing takes from elsewhere in the page, by `<use>`. */
const symbolsOf = (parts: readonly HtmlElement[], document: HtmlDocument): HtmlElement[] => {
  const ids = new Set(
    parts
      .filter(({ name }) => name === 'use')
      .map(hrefOf)
      .filter(href => href.startsWith('#'))
      .map(href => href.slice(1)),
  )
  if (ids.size === 0) return []
  return [...descendants(document.root)].filter(
    element => ids.delete(element.attributes.id ?? '') && !parts.includes(element),
  )
}

const colorNames = ['fill', 'stroke', 'stop-color']

const colorsIn = (paints: Record<string, string>): string[] =>
  colorNames.flatMap(name => paints[name] ?? [])

type PaintOf = (shape: HtmlElement) => Record<string, string>

/** CSS wins over the attribute of the same name. */
const paintsBy =
  (cascade: Cascade): PaintOf =>
  shape => {
    const style = cascade.styleOf(shape)
    const paints: Record<string, string> = {}
    for (const name of colorNames) {
      const paint = style.own(name) ?? shape.attributes[name]
      if (paint) paints[name] = paint
    }
    if (style.own('display') === 'none') paints.display = 'none'
    return paints
  }

/**
 * Properties by which shapes look otherwise that the cascade of a page does not keep: they go along
 * as the drawing's own styles have them, without its colors, which are worked out already. What an
 * animation starts with (nothing to see, moved aside) is not how the drawing looks.
 */
const carried =
  /^(?:(?:fill|clip)-rule|(?:fill|stroke|stop)-opacity|stroke-(?:width|linecap|linejoin|miterlimit)|display|opacity|clip-path|mask|filter|mix-blend-mode|paint-order|font-[\w-]+|text-anchor|letter-spacing)$/

const isCarried = (declaration: string): boolean => {
  const [name = '', value = ''] = declaration.split(':', 2).map(part => part.trim().toLowerCase())
  return carried.test(name) && !(name === 'opacity' && Number.parseFloat(value) === 0)
}

const styleOf = ({ attributes }: HtmlElement): Record<string, string> => {
  if (attributes.style === undefined) return {}
  const kept = attributes.style.split(';').filter(isCarried)
  return { style: kept.join(';') }
}

const rulesOf = (parts: readonly HtmlElement[]): string => {
  const css = parts
    .filter(({ name }) => name === 'style')
    .map(element => textContent(element))
    .join('\n')
    .replace(/([{;])([^:;{}]*:[^;{}]*)(?=[;}])/g, (all, before: string, declaration: string) =>
      isCarried(declaration) ? all : before,
    )
  return css.trim() === '' ? '' : `<style>${escapeHtml(css)}</style>`
}

import type { Cascade } from '../../../page/css/cascade.ts'
import { hexOf } from '../../../page/css/color.ts'
import type { Painter } from '../../../page/css/paint.ts'
import {
  descendants,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
} from '../../../page/html/html.ts'
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
export const drawSvg = (sight: Sight, desk: Desk): Pick<LogoSight, 'svg' | 'paints'> => {
  const parts = [...descendants(sight.element)]
  if (parts.length > maxElements) return { svg: '', paints: [] }
  const symbols = symbolsOf(parts, desk.document)
  const paintOf = paintsBy(desk.cascade)
  const shapes = [sight.element, ...parts, ...symbols.flatMap(symbol => [...descendants(symbol)])]
  // `currentcolor` is the text's color, not one of the drawing's own.
  const paints = shapes
    .flatMap(shape => Object.values(paintOf(shape)))
    .filter(paint => !/^(?:none|inherit|transparent|currentcolor|unset|url\()/i.test(paint))
  const write = createWriter(paintOf)
  const defs = symbols.length > 0 ? `<defs>${symbols.map(write).join('')}</defs>` : ''
  const { attributes, children } = sight.element
  const open = writeTag('svg', {
    ...attributes,
    ...paintOf(sight.element),
    xmlns: 'http://www.w3.org/2000/svg',
    color: hexOf(desk.painter.text(sight.style)),
  })
  const text = `${open}${defs}${children.map(write).join('')}</svg>`
  return { svg: text.length > maxLength ? '' : text, paints: [...new Set(paints)].slice(0, 20) }
}

/** What the drawing takes from elsewhere in the page, by `<use>`. */
const symbolsOf = (parts: readonly HtmlElement[], document: HtmlDocument): HtmlElement[] => {
  const ids = new Set(
    parts
      .filter(({ name }) => name === 'use')
      .map(({ attributes }) => attributes.href ?? attributes['xlink:href'] ?? '')
      .filter(href => href.startsWith('#'))
      .map(href => href.slice(1)),
  )
  if (ids.size === 0) return []
  return [...descendants(document.root)].filter(
    element => ids.delete(element.attributes.id ?? '') && !parts.includes(element),
  )
}

type PaintOf = (shape: HtmlElement) => Record<string, string>

/** CSS wins over the attribute of the same name. */
const paintsBy =
  (cascade: Cascade): PaintOf =>
  shape => {
    const style = cascade.styleOf(shape)
    const paints: Record<string, string> = {}
    for (const name of ['fill', 'stroke', 'stop-color']) {
      const paint = style.own(name) ?? shape.attributes[name]
      if (paint) paints[name] = paint
    }
    return paints
  }

/** Depth is bounded where the page is parsed, and a drawing has at most `maxElements`. */
const createWriter = (paintOf: PaintOf) => {
  const write = (node: HtmlNode): string => {
    if (node.type === 'text') return escapeXml(node.text)
    if (/^(?:script|style|foreignObject)$/i.test(node.name)) return ''
    const open = writeTag(node.name, { ...node.attributes, ...paintOf(node) })
    return `${open}${node.children.map(write).join('')}</${node.name}>`
  }
  return write
}

/** Only names that are XML as well; handlers and classes of the page have no business in a file. */
const writeTag = (name: string, attributes: Record<string, string>): string => {
  const kept = Object.entries(attributes)
    .filter(([key]) => /^[A-Za-z_][\w.-]*$/.test(key) && !/^(?:on|class$|style$)/i.test(key))
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return `<${name}${kept.join('')}>`
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

import { hexOf } from '../../../site/colours/colour.ts'
import type { Painter } from '../../../site/css/paint.ts'
import {
  descendants,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
} from '../../../site/html.ts'
import type { LogoSight } from '../page/snapshot.ts'
import type { Sight } from './walk.ts'

const maxElements = 600
const maxLength = 80_000

/**
 * A drawing in the page as a file of its own: symbols from elsewhere stand where they are used,
 * and `currentcolor` is what the page gives it. Whoever shows it cleans it first.
 */
export const drawSvg = (
  sight: Sight,
  document: HtmlDocument,
  painter: Painter,
): Pick<LogoSight, 'svg' | 'paints'> => {
  const parts = [...descendants(sight.element)]
  if (parts.length > maxElements) return { svg: '', paints: [] }
  const symbols = symbolsOf(parts, document)
  const current = hexOf(painter.text(sight.style))
  const paints = [sight.element, ...parts, ...symbols.flatMap(symbol => [...descendants(symbol)])]
    .flatMap(({ attributes }) => [attributes.fill, attributes.stroke])
    .filter(paint => paint !== undefined && !/^(?:none|inherit|transparent|url\()/i.test(paint))
    .map(paint => (/^currentcolor$/i.test(paint ?? '') ? current : `${paint}`))
  const defs = symbols.length > 0 ? `<defs>${symbols.map(write).join('')}</defs>` : ''
  const { attributes, children } = sight.element
  const svg = writeTag('svg', {
    ...attributes,
    xmlns: 'http://www.w3.org/2000/svg',
    color: current,
  })
  const text = `${svg}${defs}${children.map(write).join('')}</svg>`
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

/** Depth is bounded where the page is parsed, and a drawing has at most `maxElements`. */
const write = (node: HtmlNode): string => {
  if (node.type === 'text') return escapeXml(node.text)
  if (node.name === 'script' || /^foreignObject$/i.test(node.name)) return ''
  return `${writeTag(node.name, node.attributes)}${node.children.map(write).join('')}</${node.name}>`
}

/** Only names that are XML as well; handlers and styles of the page have no business in a file. */
const writeTag = (name: string, attributes: Record<string, string>): string => {
  const kept = Object.entries(attributes)
    .filter(([key]) => /^[A-Za-z_][\w.-]*$/.test(key) && !/^(?:on|class$|style$)/i.test(key))
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return `<${name}${kept.join('')}>`
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

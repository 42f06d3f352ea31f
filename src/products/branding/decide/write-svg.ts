import { escapeHtml } from '../../../kit/escape-html.ts'
import type { HtmlElement, HtmlNode } from '../../../page/html/html.ts'

/** Attributes that are to be written in place of an element's own. */
type Instead = (element: HtmlElement) => Record<string, string>

/**
 * A drawing of a page as text. Depth is bounded where the page is parsed, length by the callers,
 * and whoever shows it cleans it first.
 */
export const writeSvg = (node: HtmlNode, instead: Instead = () => ({})): string => {
  if (node.type === 'text') return escapeHtml(node.text)
  if (/^(?:script|style|foreignObject)$/i.test(node.name)) return ''
  const open = writeTag(node.name, { ...node.attributes, ...instead(node) })
  return `${open}${node.children.map(child => writeSvg(child, instead)).join('')}</${node.name}>`
}

/** Only names that are XML as well; handlers have no business in a file. */
export const writeTag = (name: string, attributes: Record<string, string>): string => {
  // As SVG was written before 2018; the new name wins where both stand.
  const { 'xlink:href': href, ...others } = attributes
  const kept = Object.entries(href === undefined ? others : { href, ...others })
    .filter(([key]) => /^[A-Za-z_][\w.-]*$/.test(key) && !/^on/i.test(key))
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${kept.join('')}>`
}

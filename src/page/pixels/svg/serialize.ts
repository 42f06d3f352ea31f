import { escapeHtml } from '../../../kit/escape-html.ts'
import { isElement, type SvgElement, type SvgNode, svgNamespace } from './tree.ts'

/** One form for one tree, so that cleaning twice gives the same bytes. */
export const serialize = (root: SvgElement): string => write(root, ` xmlns="${svgNamespace}"`)

const write = (node: SvgNode, namespace = ''): string => {
  if (!isElement(node)) return escapeHtml(node)
  const attributes = [...node.attributes].map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  const style = [...node.style].map(([name, value]) => `${name}:${value}`).join(';')
  if (style) attributes.push(` style="${escapeHtml(style)}"`)
  const start = `<${node.name}${namespace}${attributes.join('')}`
  if (node.children.length === 0) return `${start}/>`
  return `${start}>${node.children.map(child => write(child)).join('')}</${node.name}>`
}

/** Replaces the size on the root element of a sanitised SVG; its one form makes this safe. */
export const withSize = (svg: string, widthPx: number, heightPx: number): string => {
  const end = svg.indexOf('>')
  const selfClosed = svg[end - 1] === '/'
  const tag = svg.slice(0, selfClosed ? end - 1 : end).replace(/ (width|height)="[^"]*"/g, '')
  return `${tag} width="${widthPx}" height="${heightPx}"${svg.slice(selfClosed ? end - 1 : end)}`
}

import type { CssNode, Declaration, Raw } from 'css-tree'
import { parseDeclarations } from './parse.ts'

export type CssDeclaration = { name: string; value: string; important: boolean }

/** The `style` attribute, in order; throws a `RangeError` where it is nested without end. */
export const readDeclarations = (style: string): CssDeclaration[] =>
  declarationsOf(parseDeclarations(style))

export const declarationsOf = (nodes: readonly CssNode[]): CssDeclaration[] =>
  nodes.flatMap(node => (node.type === 'Declaration' ? [readDeclaration(node)] : []))

/** Values are parsed raw: whoever uses one knows what it should be. */
const readDeclaration = (node: Declaration): CssDeclaration => ({
  name: node.property.startsWith('--') ? node.property : node.property.toLowerCase(),
  value: (node.value as Raw).value.trim(),
  important: node.important !== false,
})

import type { Declaration, Raw } from 'css-tree'

export type CssDeclaration = { name: string; value: string; important: boolean }

/** Values are parsed raw: whoever uses one knows what it should be. */
export const readDeclaration = (node: Declaration): CssDeclaration => ({
  name: node.property.startsWith('--') ? node.property : node.property.toLowerCase(),
  value: (node.value as Raw).value.trim(),
  important: node.important !== false,
})

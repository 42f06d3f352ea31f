import { type CssPart, cutBlock } from './syntax.ts'

/** Values stay text: whoever uses one knows what it should be. */
export type CssDeclaration = { name: string; value: string; important: boolean }

/** The `style` attribute, in order. */
export const readDeclarations = (style: string): CssDeclaration[] => declarationsOf(cutBlock(style))

export const declarationsOf = (parts: readonly CssPart[]): CssDeclaration[] =>
  parts.flatMap(part =>
    part.is === 'declaration'
      ? [{ name: part.name, value: part.value, important: part.important }]
      : [],
  )

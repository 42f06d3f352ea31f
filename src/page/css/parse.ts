import { type CssNode, type MediaQueryList, parse, type SelectorList } from 'css-tree'

/**
 * The one place where CSS becomes a tree. Undefined for what cannot be read. Hostile CSS may be
 * nested until css-tree's own stack ends: that is a `RangeError`, for whoever asked to judge.
 */
const parseAs = (css: string, context: string): CssNode | undefined => {
  try {
    const isSheet = context === 'stylesheet'
    return parse(css, {
      context,
      // Values and preludes stay text: most of them nobody asks for.
      parseValue: false,
      parseCustomProperty: false,
      parseRulePrelude: !isSheet,
      parseAtrulePrelude: !isSheet,
    })
  } catch (error) {
    if (error instanceof RangeError) throw error
    return undefined
  }
}

export const parseSheet = (css: string): CssNode[] => {
  const sheet = parseAs(css, 'stylesheet')
  return sheet?.type === 'StyleSheet' ? sheet.children.toArray() : []
}

export const parseSelectors = (text: string): SelectorList | undefined => {
  const list = parseAs(text, 'selectorList')
  return list?.type === 'SelectorList' ? list : undefined
}

export const parseMedia = (text: string): MediaQueryList | undefined => {
  const list = parseAs(text, 'mediaQueryList')
  return list?.type === 'MediaQueryList' ? list : undefined
}

/** The inside of a `style` attribute. */
export const parseDeclarations = (css: string): CssNode[] => {
  const list = parseAs(css, 'declarationList')
  return list?.type === 'DeclarationList' ? list.children.toArray() : []
}

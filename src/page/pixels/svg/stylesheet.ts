import { type Atrule, type Block, type CssNode, type MediaQueryList, parse } from 'css-tree'
import { type CssDeclaration, readDeclaration } from '../../css/declaration.ts'
import { mediaMatches, type Theme } from '../../css/media.ts'
import {
  type Budget,
  type CompiledSelector as Compiled,
  createSelectors,
} from '../../css/selector.ts'
import { isElement, limits, type SvgElement, SvgRefused } from './tree.ts'

/** A declaration as written; values are cleaned where they land. */

type CompiledSelector = Compiled<SvgElement>

const { compileSelectors, matches } = createSelectors<SvgElement>({
  nameOf: element => element.name,
  attribute: (element, name) => element.attributes.get(name),
  parentOf: element => element.parent,
  siblingsOf: element => (element.parent ? element.parent.children.filter(isElement) : [element]),
})

type Rule = { selectors: CompiledSelector[]; declarations: CssDeclaration[] }

export type Stylesheet = { rules: Rule[]; hasDarkRules: boolean }

type StyleSource = { css: string; media: string | undefined }

/** `<style>` elements to rules that hold for one theme; at-rules other than media are left out. */
export const readStylesheets = (
  sources: readonly StyleSource[],
  screen: { theme: Theme; widthPx: number },
): Stylesheet => {
  const sheet: Stylesheet = { rules: [], hasDarkRules: false }
  let characters = 0
  let pieces = 0
  for (const { css, media } of sources) {
    // Embedded fonts are never kept and would only use up the limit.
    const text = css.replace(/;base64,[A-Za-z0-9+/=\s]*/g, '')
    characters += text.length
    pieces += text.match(/[,{:]/g)?.length ?? 0
    if (characters > limits.cssCharacters || pieces > limits.cssPieces)
      throw new SvgRefused('too_complex', 'Too much CSS.')
    const wrapped = media === undefined ? text : `@media ${media.replace(/[{}]/g, '')}{${text}}`
    readRules(parseCss(wrapped), undefined, { sheet, depth: 0, ...screen })
  }
  return sheet
}

/** Matching declarations of an element, weakest first. */
export const cascade = (
  sheet: Stylesheet,
  element: SvgElement,
  inline: readonly CssDeclaration[],
  budget: Budget,
): CssDeclaration[] => {
  const found: { declaration: CssDeclaration; weight: number }[] = []
  const add = (declarations: readonly CssDeclaration[], specificity: number) => {
    for (const declaration of declarations)
      found.push({ declaration, weight: specificity + (declaration.important ? 1e12 : 0) })
  }
  for (const rule of sheet.rules) {
    let best = -1
    for (const selector of rule.selectors)
      if (selector.specificity > best && matches(selector, element, budget))
        best = selector.specificity
    if (best >= 0) add(rule.declarations, best)
  }
  add(inline, 1e9)
  budget.spend(found.length)
  // The sort is stable, so source order decides among equals.
  return found.sort((a, b) => a.weight - b.weight).map(({ declaration }) => declaration)
}

/** The `style` attribute. */
export const readDeclarations = (css: string): CssDeclaration[] => {
  if (css.length > limits.cssCharacters) return []
  const list = parseSafely(css, 'declarationList')
  if (list?.type !== 'DeclarationList') return []
  return list.children
    .toArray()
    .flatMap(node => (node.type === 'Declaration' ? [readDeclaration(node)] : []))
}

type Place = { sheet: Stylesheet; depth: number; theme: Theme; widthPx: number }

const readRules = (
  nodes: readonly CssNode[],
  parents: CompiledSelector[] | undefined,
  place: Place,
): void => {
  if (place.depth > 8) throw new SvgRefused('too_complex', 'CSS rules are nested too deeply.')
  const deeper = { ...place, depth: place.depth + 1 }
  for (const node of nodes) {
    if (node.type === 'Rule' && node.prelude.type === 'SelectorList')
      readBlock(node.block, compileSelectors(node.prelude, parents), deeper)
    // css-tree leaves `path { … }` inside a block unread; only `& path { … }` is a rule to it.
    else if (node.type === 'Raw' && parents) readRules(parseCss(node.value), parents, deeper)
    else if (node.type === 'Atrule' && node.block && appliesHere(node, node.block, place))
      if (parents) readBlock(node.block, parents, deeper)
      else readRules(node.block.children.toArray(), undefined, deeper)
  }
}

const readBlock = (block: Block, selectors: CompiledSelector[], place: Place): void => {
  if (selectors.length === 0) return
  const children = block.children.toArray()
  const declarations = children.flatMap(node =>
    node.type === 'Declaration' ? [readDeclaration(node)] : [],
  )
  if (declarations.length > 0) place.sheet.rules.push({ selectors, declarations })
  if (place.sheet.rules.length > limits.cssRules)
    throw new SvgRefused('too_complex', 'Too many CSS rules.')
  readRules(children, selectors, place)
}

const appliesHere = (rule: Atrule, block: Block, place: Place): boolean => {
  const name = rule.name.toLowerCase()
  if (name === 'layer') return true
  const queries = rule.prelude?.type === 'AtrulePrelude' ? rule.prelude.children.first : undefined
  if (name !== 'media' || queries?.type !== 'MediaQueryList') return false
  const { theme, widthPx, sheet } = place
  const holds = mediaMatches(queries as MediaQueryList, theme, widthPx)
  const elsewhere = mediaMatches(queries, theme === 'dark' ? 'light' : 'dark', widthPx)
  if (holds !== elsewhere && !block.children.isEmpty) sheet.hasDarkRules = true
  return holds
}

const parseCss = (css: string): CssNode[] => {
  const sheet = parseSafely(css, 'stylesheet')
  return sheet?.type === 'StyleSheet' ? sheet.children.toArray() : []
}

/** Deep nesting can end css-tree in a stack overflow, which is an answer like any other. */
const parseSafely = (css: string, context: string): CssNode | undefined => {
  try {
    return parse(css, { context, parseValue: false, parseCustomProperty: false })
  } catch (error) {
    if (error instanceof RangeError) throw new SvgRefused('too_complex', 'The CSS is too deep.')
    return undefined
  }
}

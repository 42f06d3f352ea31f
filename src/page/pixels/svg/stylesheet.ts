import { type CssDeclaration, readDeclarations } from '../../css/declaration.ts'
import { mediaMatches, type Theme } from '../../css/media.ts'
import { parseMedia, parseSelectors } from '../../css/parse.ts'
import { type AtRule, type RuleReader, readRules, withoutEmbedded } from '../../css/rules.ts'
import type { Search } from '../../css/search.ts'
import { type CompiledSelector as Compiled, createSelectors } from '../../css/selector.ts'
import { limits } from './limits.ts'
import { SvgRefused } from './refused.ts'
import { isElement, type SvgElement } from './tree.ts'

type CompiledSelector = Compiled<SvgElement>

const selectors = createSelectors<SvgElement>({
  nameOf: element => element.name,
  attribute: (element, name) => element.attributes.get(name),
  parentOf: element => element.parent,
  childrenOf: element => element.children.filter(isElement),
  isEmpty: ({ children }) => children.every(child => !isElement(child) && child.trim() === ''),
  fold: name => name,
  foldedValues: new Set(),
})

export const startSearch = selectors.startSearch

/** A declaration as written; values are cleaned where they land. */
type Rule = { selectors: CompiledSelector[]; declarations: CssDeclaration[] }

export type Stylesheet = { rules: Rule[]; hasDarkRules: boolean }

type StyleSource = { css: string; media: string | undefined }
type Screen = { theme: Theme; widthPx: number }

/** `<style>` elements to rules that hold for one theme; at-rules other than media are left out. */
export const readStylesheets = (sources: readonly StyleSource[], screen: Screen): Stylesheet => {
  const sheet: Stylesheet = { rules: [], hasDarkRules: false }
  const reader = readerOf(sheet)
  let characters = 0
  let pieces = 0
  for (const { css, media } of sources) {
    const text = withoutEmbedded(css)
    characters += text.length
    pieces += text.match(/[,{:]/g)?.length ?? 0
    if (characters > limits.cssCharacters || pieces > limits.cssPieces)
      throw new SvgRefused('too_complex', 'Too much CSS.')
    readRules(reader, { css: text, media }, screen)
  }
  return sheet
}

const readerOf = (sheet: Stylesheet): RuleReader<CompiledSelector[], Screen> => ({
  select(text, parents) {
    const list = parseSelectors(text)
    const compiled = list ? selectors.compileSelectors(list, { parents }) : []
    return compiled.length > 0 ? compiled : undefined
  },
  enter: (rule, screen) => (appliesHere(sheet, rule, screen) ? screen : undefined),
  add(selectors, declarations) {
    sheet.rules.push({ selectors, declarations })
    if (sheet.rules.length > limits.cssRules)
      throw new SvgRefused('too_complex', 'Too many CSS rules.')
  },
  isFull: () => false,
  maxDepth: 8,
  onTooDeep() {
    throw new SvgRefused('too_complex', 'The CSS is nested too deeply.')
  },
})

const appliesHere = (sheet: Stylesheet, rule: AtRule, { theme, widthPx }: Screen): boolean => {
  if (rule.name === 'layer') return rule.block !== undefined
  const queries = rule.name === 'media' && rule.block ? parseMedia(rule.prelude) : undefined
  if (!queries) return false
  const holds = mediaMatches(queries, theme, widthPx)
  const elsewhere = mediaMatches(queries, theme === 'dark' ? 'light' : 'dark', widthPx)
  if (holds !== elsewhere && rule.block?.().length) sheet.hasDarkRules = true
  return holds
}

/** Matching declarations of an element, weakest first. */
export const cascade = (
  sheet: Stylesheet,
  element: SvgElement,
  search: Search<SvgElement>,
): CssDeclaration[] => {
  const found: { declaration: CssDeclaration; weight: number }[] = []
  const add = (declarations: readonly CssDeclaration[], specificity: number) => {
    for (const declaration of declarations)
      found.push({ declaration, weight: specificity + (declaration.important ? 1e12 : 0) })
  }
  for (const rule of sheet.rules) {
    let best = -1
    for (const selector of rule.selectors)
      if (selector.specificity > best && selectors.matches(selector, element, search))
        best = selector.specificity
    if (best >= 0) add(rule.declarations, best)
  }
  const style = element.attributes.get('style') ?? ''
  if (style.length <= limits.cssCharacters) add(readDeclarations(style), 1e9)
  search.spend(found.length)
  // The sort is stable, so source order decides among equals.
  return found.sort((a, b) => a.weight - b.weight).map(({ declaration }) => declaration)
}

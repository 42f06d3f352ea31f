import { type Atrule, type CssNode, type MediaQueryList, parse, type SelectorList } from 'css-tree'
import type { HtmlElement } from '../html/html.ts'
import { splitList } from './color.ts'
import { type CssDeclaration, readDeclaration } from './declaration.ts'
import { createLayers, type LayerPlace, type Layers, unlayered } from './layers.ts'
import { mediaMatches, type Theme } from './media.ts'
import type { CompiledSelector } from './selector.ts'
import { htmlSelectors, type Vocabulary } from './tree.ts'

/** Which of the visitor's color schemes a rule holds for. */
type Schemes = Readonly<Record<Theme, boolean>>

export type CssRule = {
  selectors: CompiledSelector<HtmlElement>[]
  declarations: CssDeclaration[]
  schemes: Schemes
  layer: LayerPlace
}

export type CssSource = { css: string; media: string | undefined }

/** The rules of a page's stylesheets that could concern it, in order. */
export type Stylesheets = {
  rules: CssRule[]
  /** `initial-value`s of `@property`. */
  initial: Map<string, string>
  /** Selectors of the page that turn it dark by a class or an attribute of its root. */
  darkSwitches: Set<string>
  /** Some of the CSS was left out: there was too much of it. */
  truncated: boolean
}

/** A desktop window: what a page looks like to most who judge its brand. */
const windowPx = 1280
const maxRules = 60_000
const maxDepth = 12
/** Of the processor, not of the clock: a busy machine must not change what is read. */
const maxParseCpuMs = 1_500

/**
 * Reads stylesheets as far as colors need them. Most of a framework's rules name classes that the
 * page does not have: those are told by their text, before anything of them is parsed.
 */
export const readStylesheets = (
  sources: readonly CssSource[],
  vocabulary: Vocabulary,
): Stylesheets => {
  const sheets: Stylesheets = {
    rules: [],
    initial: new Map(),
    darkSwitches: new Set(),
    truncated: false,
  }
  const reading: Reading = {
    sheets,
    vocabulary,
    layers: createLayers(),
  }
  const startedMs = cpuMs()
  for (const { css, media } of sources) {
    if (cpuMs() - startedMs > maxParseCpuMs) {
      sheets.truncated = true
      break
    }
    // Embedded fonts and pictures say nothing here and take long to read.
    const bare = css.replace(/;base64,[A-Za-z0-9+/=]*/g, '')
    const text = media ? `@media ${media.replace(/[{};]/g, '')}{${bare}}` : bare
    readRules(reading, parseCss(text), {
      schemes: { light: true, dark: true },
      layer: unlayered,
      parents: undefined,
      depth: 0,
    })
  }
  return sheets
}

/** Of this thread. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** The `style` attribute. */
export const readDeclarations = (css: string): CssDeclaration[] => {
  const list = css.length > maxStyleLength ? undefined : parseSafely(css, 'declarationList')
  if (list?.type !== 'DeclarationList') return []
  return list.children
    .toArray()
    .flatMap(node => (node.type === 'Declaration' ? [readDeclaration(node)] : []))
}

const maxStyleLength = 20_000

type Reading = {
  sheets: Stylesheets
  vocabulary: Vocabulary
  layers: Layers
}

type Place = {
  schemes: Schemes
  layer: LayerPlace
  parents: CompiledSelector<HtmlElement>[] | undefined
  depth: number
}

const readRules = (reading: Reading, nodes: readonly CssNode[], place: Place): void => {
  const { sheets } = reading
  if (place.depth > maxDepth) return
  const inside = { ...place, depth: place.depth + 1 }
  for (const node of nodes) {
    if (sheets.rules.length >= maxRules) {
      sheets.truncated = true
      return
    }
    if (node.type === 'Rule') readRule(reading, node, inside)
    // css-tree leaves `a { … }` inside a block unread; only `& a { … }` is a rule to it.
    else if (node.type === 'Raw' && place.parents) readRules(reading, parseCss(node.value), inside)
    else if (node.type === 'Atrule') readAtrule(reading, node, inside)
  }
}

const readRule = (reading: Reading, node: CssNode & { type: 'Rule' }, place: Place): void => {
  const text = node.prelude.type === 'Raw' ? node.prelude.value : ''
  noteDarkSwitches(reading.sheets, text)
  const wanted = splitList(text).filter(selector => mayMatch(selector, reading.vocabulary))
  const list = wanted.length > 0 ? parseSafely(wanted.join(), 'selectorList') : undefined
  if (list?.type !== 'SelectorList') return
  const selectors = htmlSelectors.compileSelectors(list as SelectorList, place.parents)
  readBlock(reading, node.block.children.toArray(), selectors, place)
}

const readBlock = (
  reading: Reading,
  children: readonly CssNode[],
  selectors: CompiledSelector<HtmlElement>[],
  place: Place,
): void => {
  if (selectors.length === 0) return
  const declarations = children
    .flatMap(node => (node.type === 'Declaration' ? [readDeclaration(node)] : []))
    .filter(({ name }) => name.startsWith('--') || known.has(name))
  const { schemes, layer } = place
  if (declarations.length > 0)
    reading.sheets.rules.push({ selectors, declarations, schemes, layer })
  if (children.some(({ type }) => type !== 'Declaration'))
    readRules(reading, children, { ...place, parents: selectors })
}

/** What is read of an element besides its custom properties. */
const known = new Set([
  'background',
  'background-color',
  'background-image',
  'border',
  'border-color',
  'border-style',
  'box-shadow',
  'color',
  'color-scheme',
  'display',
  'fill',
  'opacity',
  'position',
  'stop-color',
  'stroke',
  'visibility',
])

const readAtrule = (reading: Reading, rule: Atrule, place: Place): void => {
  const name = rule.name.toLowerCase()
  const prelude = rule.prelude?.type === 'Raw' ? rule.prelude.value : ''
  if (name === 'layer' && !rule.block) {
    for (const layer of splitList(prelude)) reading.layers.place(place.layer, layer)
    return
  }
  if (!rule.block) return
  const children = rule.block.children.toArray()
  if (name === 'property') {
    const initial = children.find(
      node => node.type === 'Declaration' && node.property === 'initial-value',
    )
    if (initial?.type === 'Declaration')
      reading.sheets.initial.set(prelude.trim(), readDeclaration(initial).value)
    return
  }
  const inner = placeInside(reading, name, prelude, place)
  if (!inner) return
  if (place.parents) readBlock(reading, children, place.parents, inner)
  else readRules(reading, children, inner)
}

/** Undefined where the rules inside hold for nobody, or not by what is known here. */
const placeInside = (
  reading: Reading,
  name: string,
  prelude: string,
  place: Place,
): Place | undefined => {
  if (name === 'layer')
    return { ...place, layer: reading.layers.place(place.layer, prelude.trim()) }
  // Whatever a stylesheet asks a browser for, a current one has.
  if (name === 'supports') return /^\s*not\b/i.test(prelude) ? undefined : place
  if (name !== 'media') return undefined
  const list = parseSafely(prelude, 'mediaQueryList')
  if (list?.type !== 'MediaQueryList') return undefined
  const holds = (theme: Theme) =>
    place.schemes[theme] && mediaMatches(list as MediaQueryList, theme, windowPx)
  const schemes = { light: holds('light'), dark: holds('dark') }
  return schemes.light || schemes.dark ? { ...place, schemes } : undefined
}

/**
 * Whether all classes and ids that the selector names are on the page. In parentheses they may be
 * alternatives, so such selectors are read in any case.
 */
const mayMatch = (selector: string, { classes, ids }: Vocabulary): boolean => {
  if (selector.includes('(')) return true
  if (/:(?:hover|focus|active|visited|disabled|before|after|placeholder)|::/.test(selector))
    return false
  for (const [, mark, name = ''] of selector.matchAll(/([.#])((?:[\w-]|[^\0-\x7f]|\\.)+)/g))
    if (!(mark === '.' ? classes : ids).has(name.replace(/\\(.)/g, '$1'))) return false
  return true
}

/** `[data-theme=dark]`, `.dark`: the names that sites switch their dark side on with. */
const darkSwitch =
  /\[(data-(?:[\w-]*-)?(?:theme|mode|scheme|color-mode|color-scheme))[*^~|$]?=["']?(dark)["']?\]|\.((?:theme-)?dark(?:-(?:theme|mode))?)(?![\w-])/g
const maxDarkSwitches = 10

const noteDarkSwitches = ({ darkSwitches }: Stylesheets, selector: string): void => {
  if (!selector.includes('dark') || darkSwitches.size >= maxDarkSwitches) return
  for (const [, attribute, value, word] of selector.matchAll(darkSwitch))
    darkSwitches.add(attribute ? `${attribute}=${value}` : `class=${word}`)
}

const parseCss = (css: string): CssNode[] => {
  const sheet = parseSafely(css, 'stylesheet')
  return sheet?.type === 'StyleSheet' ? sheet.children.toArray() : []
}

/** Hostile CSS may be nested until css-tree's own stack ends: then there is nothing to read. */
const parseSafely = (css: string, context: string): CssNode | undefined => {
  try {
    const isSheet = context === 'stylesheet'
    return parse(css, {
      context,
      parseValue: false,
      parseCustomProperty: false,
      parseRulePrelude: !isSheet,
      parseAtrulePrelude: !isSheet,
    })
  } catch {
    return undefined
  }
}

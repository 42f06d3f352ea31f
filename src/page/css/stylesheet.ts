import { cpuMs } from '../../kit/cpu-time.ts'
import type { HtmlElement } from '../html/html.ts'
import { splitList } from './color.ts'
import { ident } from './css-tree.ts'
import { type CssDeclaration, declarationsOf } from './declaration.ts'
import { createLayers, type LayerPlace, type Layers, unlayered } from './layers.ts'
import { mediaMatches, type Theme } from './media.ts'
import { parseMedia, parseSelectors } from './parse.ts'
import { withWholeUrls } from './references.ts'
import { type AtRule, type RuleReader, readRules } from './rules.ts'
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

export type CssSource = {
  css: string
  media: string | undefined
  /** Where it is a file of its own: what its addresses are relative to. */
  url?: string
}

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
/** Processor time, not wall time: a busy machine must not change what is read. */
const maxParseCpuMs = 1_500

/**
 * Reads stylesheets as far as colors need them. Most of a framework's rules name classes that the
 * page does not have: those are told by their text, before anything of them is parsed.
 */
export const readStylesheets = (
  sources: readonly CssSource[],
  vocabulary: Vocabulary,
  maxCpuMs = maxParseCpuMs,
): Stylesheets => {
  const sheets: Stylesheets = {
    rules: [],
    initial: new Map(),
    darkSwitches: new Set(),
    truncated: false,
  }
  const isLate = createClock(maxCpuMs)
  const reader = readerOf(sheets, vocabulary, { layers: createLayers(), isLate })
  for (const source of sources) {
    if (reader.isFull()) break
    const css = source.url === undefined ? source.css : withWholeUrls(source.css, source.url)
    const place = { schemes: { light: true, dark: true }, layer: unlayered }
    readRules(reader, { ...source, css }, place)
  }
  return sheets
}

/** Asking costs as much as reading a few rules. */
const rulesBetween = 64

const createClock = (maxCpuMs: number): (() => boolean) => {
  const startedMs = cpuMs()
  let asked = 0
  let isLate = false
  return () => {
    if (asked++ % rulesBetween === 0) isLate ||= cpuMs() - startedMs > maxCpuMs
    return isLate
  }
}

type Place = { schemes: Schemes; layer: LayerPlace }

const readerOf = (
  sheets: Stylesheets,
  vocabulary: Vocabulary,
  { layers, isLate }: { layers: Layers; isLate: () => boolean },
): RuleReader<CompiledSelector<HtmlElement>[], Place> => ({
  select(text, parents) {
    noteDarkSwitches(sheets, text)
    const wanted = splitList(text).filter(selector => mayMatch(selector, vocabulary))
    const list = wanted.length > 0 ? parseSelectors(wanted.join()) : undefined
    const selectors = list ? htmlSelectors.compileSelectors(list, { parents }) : []
    return selectors.length > 0 ? selectors : undefined
  },
  enter(rule, place) {
    if (rule.name !== 'property') return placeInside(layers, rule, place)
    const initial = declarationsOf(rule.block?.() ?? []).find(
      ({ name }) => name === 'initial-value',
    )
    if (initial) sheets.initial.set(rule.prelude.trim(), initial.value)
    return undefined
  },
  add(selectors, all, { schemes, layer }) {
    const declarations = all.filter(({ name }) => name.startsWith('--') || known.has(name))
    if (declarations.length > 0) sheets.rules.push({ selectors, declarations, schemes, layer })
  },
  isFull() {
    const isFull = sheets.rules.length >= maxRules || isLate()
    sheets.truncated ||= isFull
    return isFull
  },
  maxDepth,
  onTooDeep: () => undefined,
})

/** What is read of an element besides its custom properties. */
const known = new Set([
  '-webkit-mask',
  '-webkit-mask-image',
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
  'mask',
  'mask-image',
  'opacity',
  'position',
  'stop-color',
  'stroke',
  'visibility',
  'z-index',
])

/** Undefined where the rules inside hold for nobody, or not by what is known here. */
const placeInside = (
  layers: Layers,
  { name, prelude, block }: AtRule,
  place: Place,
): Place | undefined => {
  if (name === 'layer' && !block) {
    for (const layer of splitList(prelude)) layers.place(place.layer, layer)
    return undefined
  }
  if (name === 'layer') return { ...place, layer: layers.place(place.layer, prelude.trim()) }
  // Whatever a stylesheet asks a browser for, a current one has.
  if (name === 'supports') return /^\s*not\b/i.test(prelude) ? undefined : place
  const list = name === 'media' ? parseMedia(prelude) : undefined
  if (!list) return undefined
  const holds = (theme: Theme) => place.schemes[theme] && mediaMatches(list, theme, windowPx)
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
  return selector
    .matchAll(namedWord)
    .every(([, mark, name = '']) => (mark === '.' ? classes : ids).has(ident.decode(name)))
}

/** `.a`, `#b`, `.md\:c`, `.\32 xl` */
const namedWord = /([.#])((?:[\w-]|[^\0-\x7f]|\\[\da-f]{1,6}\s?|\\.)+)/gi

/** `[data-theme=dark]`, `.dark`: the names that sites switch their dark side on with. */
const darkSwitch =
  /\[(data-(?:[\w-]*-)?(?:theme|mode|scheme|color-mode|color-scheme))[*^~|$]?=["']?(dark)["']?\]|\.((?:theme-)?dark(?:-(?:theme|mode))?)(?![\w-])/g
const maxDarkSwitches = 10

const noteDarkSwitches = ({ darkSwitches }: Stylesheets, selector: string): void => {
  if (!selector.includes('dark') || darkSwitches.size >= maxDarkSwitches) return
  for (const [, attribute, value, word] of selector.matchAll(darkSwitch))
    darkSwitches.add(attribute ? `${attribute}=${value}` : `class=${word}`)
}

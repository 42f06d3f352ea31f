import { addTo } from '../../kit/add-to.ts'
import { memoize } from '../../kit/memoize.ts'
import { descendants, type HtmlElement, textContent } from '../html/html.ts'
import { beats, type Winner } from './cascade.ts'
import { type Color, splitList } from './color.ts'
import type { CssDeclaration } from './declaration.ts'
import { hidesByStyle, isWhiteText, white } from './hidden-style.ts'
import { type DeclaredStyle, winnersOf } from './inline-style.ts'
import { createLayers, type LayerPlace, unlayered } from './layers.ts'
import { findOpenable, type Openable } from './openable.ts'
import { findPaper, mayBePainted } from './paper.ts'
import { isForNobody, relevantRules, rulesOfSight } from './relevant-rules.ts'
import { findVariables } from './root-variables.ts'
import { headOf, type Place, placeIn } from './rule-place.ts'
import { type RuleReader, readRules } from './rules.ts'
import type { Search } from './search.ts'
import type { CompiledSelector } from './selector.ts'
import { addNames, type Names, namesIn, noNames, selectedBy } from './selector-names.ts'
import { without } from './soon-seen.ts'
import { htmlSelectors } from './tree.ts'
import type { Lookup } from './variables.ts'
import { addBySubject, type BySubject, compile, pathOf, type Written } from './written-selector.ts'

/** What the `<style>` blocks of a page keep from its readers. */
export type HiddenRules = {
  /** By what an element must have at least to be hidden. */
  hiding: BySubject
  /** Of the names that a `class` may have, those that hide; pages repeat the same lists of them. */
  hidingClasses: Map<string, string[]>
  /** What single classes hide or, in the windows of larger screens, show. */
  classes: ClassRules
  /** Of those, the ones that hide by nothing but what elements inside may set otherwise. */
  undoable: Map<CompiledSelector<HtmlElement>, Undoable>
  /** What sets such a property so that it is seen again. */
  undoing: (property: Undoable) => BySubject
  /** Some rule shows what the attribute `hidden` would hide. */
  showsHidden: boolean
  /** What all letters stand on, where nothing on the page has a background of another color. */
  paper: Color | undefined
  /** No sheet is a file of its own, or written by a script. */
  isWhole: boolean
  /** Classes and ids of what some rule shows. */
  shown: ReadonlySet<string>
  /** The custom properties of the page itself. */
  variables: Lookup
  search: Search<HtmlElement>
  /** Steps left for the element that is looked at, and for all of the page. */
  steps: { left: number; ofPage: number }
  isOpenable: Openable
}

export type Undoable = 'visibility' | 'font-size' | 'color'

/** Elements hand these on to what is inside, unless that has its own. */
export const inherited: Record<Undoable, readonly string[]> = {
  visibility: ['visibility'],
  'font-size': ['font-size', 'font'],
  color: ['color', '-webkit-text-fill-color'],
}
export const undoables = Object.keys(inherited) as Undoable[]

const maxCssChars = 400_000
const maxSelectors = 2_000
/** Sixty times what any page of the benches takes. */
const maxPageSteps = 1_000_000

export const readHiddenRules = (root: HtmlElement): HiddenRules => {
  const classes: ClassRules = { hiding: new Map(), wide: new Map(), count: 0 }
  const { sheets, painted, isWhole } = sheetsOf(root)
  const variables = findVariables(sheets)
  const found: Found = {
    ...{ hiding: new Map(), visible: [], shown: noNames(), forced: noNames(), faded: noNames() },
    ...{ classes, variables },
  }
  const paper = findPaper(painted, sheets, variables)
  for (const css of sheets) {
    const relevant = relevantRules(css)
    for (const list of relevant.shown) addNames(found.shown, list)
    for (const list of relevant.forced) addNames(found.forced, list)
    for (const text of relevant.visible) found.visible.push({ text, around: undefined })
    for (const list of relevant.faded) addNames(found.faded, list)
    readRules(readerOf(found), { css: relevant.hiding }, 'always')
  }
  const steps = { left: 0, ofPage: maxPageSteps }
  const search = htmlSelectors.startSearch({
    spend(count) {
      steps.left -= count
      if (steps.left < 0) throw tooMuch
    },
  })
  const isOpenable = findOpenable(root)
  if (paper && (paper !== white || sheets.some(css => whiteLetters.test(css))))
    readWhiteText(found, sheets, paper)
  const { hiding, undoable } = indexOf(found, sheets)
  const undoing = memoize((property: Undoable) => {
    const selectors =
      property === 'visibility' ? found.visible : settersOf(found, sheets, property, paper)
    return addBySubject(new Map(), selectors.slice(0, maxSelectors).flatMap(compile))
  })
  const showsHidden = sheets.some(css => shownAnyway.test(css))
  return {
    ...{ hiding, undoable, undoing, hidingClasses: new Map(), classes, showsHidden },
    ...{ shown: found.shown.own, variables, search, steps, isOpenable, paper, isWhole },
  }
}

/** What the page itself has of style sheets, and the elements that may have a background. */
const sheetsOf = (root: HtmlElement) => {
  const sheets: string[] = []
  const painted: HtmlElement[] = []
  let budget = maxCssChars
  let isWhole = true
  for (const element of descendants(root)) {
    if (mayBePainted(element)) painted.push(element)
    if (element.name === 'link' && /stylesheet/i.test(element.attributes.rel ?? '')) isWhole = false
    if (element.name !== 'style' || /print/i.test(element.attributes.media ?? '')) continue
    const css = textContent(element).slice(0, budget)
    budget -= css.length
    sheets.push(css)
    if (css.trim() === '' || css.includes('@import')) isWhole = false
  }
  return { sheets, painted, isWhole }
}

const shownAnyway =
  /(?:^|[{},])\s{0,20}\*?\[hidden\]\s{0,9}\{[^{}]{0,200}display\s{0,9}:\s{0,9}(?!none|\s)/i

export const tooMuch = new Error('too many steps')

const whiteLetters = /color\s{0,9}:\s{0,9}(?:white|#fff|rgb\(\s?25\d|var\()/i

/** Classes and ids whose letters have the color of the paper, unless a rule colors them otherwise. */
const readWhiteText = (found: Found, sheets: readonly string[], paper: Color): void => {
  const unseen = new Map<string, Written>()
  const colored = new Set<string>()
  const reader: RuleReader<readonly Written[], Place> = {
    ...readerOf(found),
    add(selectors, declarations, place) {
      const style = winnersOf(declarations, found.variables)
      if (!style.has('color')) return
      for (const selector of selectors) {
        const key = pathOf(selector)
        if (isWhiteText(style, paper) && place === 'always') unseen.set(key, selector)
        else for (const name of namesIn(key)) colored.add(name)
      }
    },
  }
  for (const css of sheets) readRules(reader, { css }, 'always')
  for (const [key, selector] of unseen) {
    const names = namesIn(key)
    if (names.length > 0 && !names.some(name => colored.has(name)))
      found.hiding.set(key, { ...selector, by: 'color' })
  }
}

/** `.row { font-size: 0 } .row li { font-size: 1rem }`: so sites close the gaps between boxes. */
const settersOf = (
  found: Found,
  sheets: readonly string[],
  property: Undoable,
  paper: Color | undefined,
): Written[] => {
  const setters: Written[] = []
  const reader: RuleReader<readonly Written[], Place> = {
    ...readerOf(found),
    add(selectors, declarations) {
      if (isSetAnew(winnersOf(declarations, found.variables), property, paper))
        setters.push(...selectors)
    },
  }
  for (const css of sheets) readRules(reader, { css }, 'always')
  return setters
}

/** A share of nothing is nothing. */
export const isSetAnew = (style: DeclaredStyle, property: Undoable, paper = white): boolean =>
  inherited[property].some(name => style.has(name) && !ofParent.test(style.get(name) ?? '')) &&
  !hidesByStyle(style) &&
  !(property === 'color' && isWhiteText(style, paper))
const ofParent = /^(?:inherit|unset|currentcolor|smaller|larger|[\d.]+(?:em|%))$/

/** Selectors that hide, and the classes and ids in selectors that show, or change the opacity. */
type Found = {
  hiding: Map<string, Written>
  /** Of `visibility`. */
  visible: Written[]
  shown: Names
  /** Of those that show, the important ones: nothing else undoes what hides and is important. */
  forced: Names
  faded: Names
  classes: ClassRules
  variables: Lookup
}

/** By class, what the last rule for it alone says of `display`. */
type ClassRules = {
  hiding: Map<string, ClassRule>
  wide: Map<string, ClassRule>
  /** Rules so far. */
  count: number
}
/** Its place among all rules; one that hides by other means than `display` comes behind them all. */
type ClassRule = { order: number; isImportant: boolean }

const readerOf = ({
  hiding,
  visible,
  shown,
  forced,
  faded,
  classes,
  variables,
}: Found): RuleReader<readonly Written[], Place> => ({
  select: (text, around) => splitList(text).map(one => ({ text: one, around })),
  enter: placeIn,
  add(selectors, declarations, place) {
    const style = winnersOf(declarations, variables)
    const hides = hidesByStyle(style)
    if (hides ? place !== 'always' : !showing.some(name => style.has(name))) return
    const isForced = forcesDisplay(declarations) && hides === (style.get('display') === 'none')
    const how = hides
      ? { isGone: !style.has('opacity'), isForced, by: undoableOf(style) }
      : undefined
    const undone = showingIn({ shown, forced, faded }, style, isForced)
    const isWide = place === 'wide' && style.has('display')
    const order = classes.count++
    const rule = hides || isWide ? classRule(declarations, style, order) : undefined
    if (!hides && style.get('visibility') === 'visible') visible.push(...selectors)
    for (const selector of selectors) {
      const key = pathOf(selector)
      noteClass(classes, key, { rule, hides, isWide })
      if (how) noteHiding(hiding, key, { ...selector, ...how })
      // `.tab.active` or `.open .menu` shows what `.tab` or `.menu` hides.
      else for (const names of undone) addNames(names, key)
    }
  },
  isFull: () => false,
  maxDepth: 12,
  onTooDeep: () => undefined,
})

const noteHiding = (hiding: Found['hiding'], key: string, selector: Written): void => {
  const before = hiding.get(key)
  const isSame = before === undefined || before.by === selector.by
  const isForced = selector.isForced || before?.isForced === true
  hiding.set(key, { ...selector, isForced, by: isSame ? selector.by : undefined })
}

const undoableOf = (style: DeclaredStyle): Undoable | undefined =>
  undoables.find(property => !hidesByStyle(without(style, inherited[property])))

const noteClass = (
  { hiding, wide }: ClassRules,
  key: string,
  { rule, hides, isWide }: { rule: ClassRule | undefined; hides: boolean; isWide: boolean },
): void => {
  if (!rule || !singleClass.test(key)) return
  const name = plainClass(key)
  if (hides) hiding.set(name, rule)
  if (isWide) wide.set(name, rule)
}

const forcesDisplay = (declarations: readonly CssDeclaration[]): boolean =>
  declarations.some(({ name, important }) => important && name === 'display')

const showingIn = (
  { shown, forced, faded }: Pick<Found, 'shown' | 'forced' | 'faded'>,
  style: DeclaredStyle,
  isForced: boolean,
): Names[] => (!bringsBack(style) ? [faded] : isForced ? [shown, forced] : [shown])

const showing = ['display', 'visibility', 'opacity']
const bringsBack = (style: DeclaredStyle): boolean =>
  style.has('display') || style.has('visibility')

const singleClass = /^\.(?:[\w-]|\\.)+$/
const plainClass = (selector: string): string => selector.replace(/\\(.)/g, '$1')

const classRule = (
  declarations: readonly CssDeclaration[],
  style: DeclaredStyle,
  order: number,
): ClassRule => {
  const others = new Map([...style].filter(([name]) => name !== 'display'))
  const isImportant = forcesDisplay(declarations)
  return hidesByStyle(others) ? { order: Infinity, isImportant: true } : { order, isImportant }
}

const indexOf = (
  found: Found,
  sheets: readonly string[],
): Pick<HiddenRules, 'hiding' | 'undoable'> => {
  const { hiding, shown, forced, faded } = found
  const index: HiddenRules['hiding'] = new Map()
  const undoable: HiddenRules['undoable'] = new Map()
  const last = findLast(found, sheets)
  for (const [key, selector] of [...hiding].slice(0, maxSelectors)) {
    // What is closed is opened by a click.
    if (closed.test(key)) continue
    // A class that another rule shows is a tab or a menu, not a hiding place.
    const own = new Set(namesIn(selectedBy(key)))
    const shows = (names: Names, name: string) => (own.has(name) ? names.own : names.all).has(name)
    // Of two names, one is a state that a script takes away.
    const undoing = selector.isForced && own.size < 2 ? forced : shown
    const isShown = (name: string) =>
      shows(undoing, name) || (!selector.isGone && shows(faded, name))
    const undone = namesIn(key).filter(isShown)
    const isLast = () => selector.isGone && undone.every(name => own.has(name)) && last(key)
    if (undone.length > 0 && !isLast()) continue
    const compiled = compile(selector)
    addBySubject(index, compiled)
    if (selector.by) for (const one of compiled) undoable.set(one, selector.by)
  }
  return { hiding: index, undoable }
}

const closed =
  /(?<!dialog):not\(\s?\[open\]\s?\)|\[aria-expanded=["']?false|\[aria-selected=["']?false|\[data-state=["']?closed/i

/**
 * Of the selectors with one name and no state, those that hide by CSS's own order: no rule that shows
 * the name, in whatever state, wins over them. Read when one is asked for.
 */
const findLast = (found: Found, sheets: readonly string[]): ((key: string) => boolean) => {
  let ranked: Map<string, Ranked[]> | undefined
  return key => {
    const name = plainName(key)
    if (name === undefined) return false
    ranked ??= rankAll(found, sheets)
    const all = ranked.get(name) ?? []
    const hiding = all.filter(one => one.hides && one.key === key)
    return hiding.some(one => all.every(other => other.hides || !beats(other.place, one.place)))
  }
}

/** `.a`, `p.a`, `#main .a`: a class further out may be a state that a script takes away. */
const plainName = (key: string): string | undefined => {
  const parts = key.split(/[\s>]+/)
  const [own = ''] = parts.splice(-1)
  if (!parts.every(part => /^[a-z]*[\d-]*(?:#[\w-]+)?$/i.test(part))) return undefined
  return /^[a-z]*\d?([.#](?:[\w-]|\\.)+)$/i.exec(own)?.[1]
}

type Ranked = { key: string; hides: boolean; place: Winner }

const rankAll = (found: Found, sheets: readonly string[]): Map<string, Ranked[]> => {
  const names = new Set([...found.hiding.keys()].map(plainName))
  const ranked = new Map<string, Ranked[]>()
  const layers = createLayers()
  let order = 0
  const reader: RuleReader<readonly Written[], { place: Place; layer: LayerPlace }> = {
    ...readerOf(found),
    enter(rule, { place, layer }) {
      const isLayer = rule.name === 'layer'
      const [first = layer] = isLayer
        ? splitList(rule.prelude).map(name => layers.place(layer, name))
        : []
      if (!rule.block || isForNobody(headOf(rule))) return undefined
      return { place: placeIn(rule, place) ?? 'sometimes', layer: first }
    },
    add(selectors, declarations, { place, layer }) {
      const style = winnersOf(declarations, found.variables)
      const hides = hidesByStyle(style)
      const declaration = declarations.find(({ name }) => showing.includes(name))
      if (!declaration || (hides ? place !== 'always' : !bringsBack(style))) return
      order++
      for (const selector of selectors) {
        const key = pathOf(selector)
        const own = noNames()
        addNames(own, key)
        const wanted = [...own.own].filter(name => names.has(name))
        // What is no selector in a still picture may win in another one.
        const specificity = wanted.length > 0 ? (compile(selector)[0]?.specificity ?? Infinity) : 0
        for (const name of wanted)
          addTo(ranked, name, { key, hides, place: { declaration, layer, specificity, order } })
      }
    },
  }
  for (const css of sheets)
    readRules(reader, { css: rulesOfSight(css) }, { place: 'always', layer: unlayered })
  return ranked
}

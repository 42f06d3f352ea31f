import { addTo } from '../../kit/add-to.ts'
import { attempt } from '../../kit/attempt.ts'
import { memoize } from '../../kit/memoize.ts'
import { descendants, type HtmlElement, textContent } from '../html/html.ts'
import { splitList } from './color.ts'
import type { CssDeclaration } from './declaration.ts'
import { hidesByStyle, isWhiteColor, isWhiteText, paintsBackground } from './hidden-style.ts'
import { type DeclaredStyle, winnersOf } from './inline-style.ts'
import { findOpenable, type Openable } from './openable.ts'
import { parseSelectors } from './parse.ts'
import { isEveryWindow, isForOldBrowsers, isWideWindow, relevantRules } from './relevant-rules.ts'
import { findVariables } from './root-variables.ts'
import { type AtRule, type RuleReader, readRules } from './rules.ts'
import type { Search } from './search.ts'
import type { CompiledSelector } from './selector.ts'
import { without } from './soon-seen.ts'
import { htmlSelectors } from './tree.ts'
import { type Lookup, substitute } from './variables.ts'

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
  /** Nothing on the page has a background, or a white one: what is white cannot be seen. */
  isWhite: boolean
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
  const sheets: string[] = []
  const variables = findVariables(sheets)
  const found: Found = {
    ...{ hiding: new Map(), visible: [], shown: noNames(), forced: noNames(), faded: noNames() },
    ...{ classes, variables },
  }
  let budget = maxCssChars
  let isWhite = true
  for (const element of descendants(root)) {
    if (isWhite && hasOwnBackground(element)) isWhite = false
    if (element.name !== 'style' || /print/i.test(element.attributes.media ?? '')) continue
    const css = textContent(element).slice(0, budget)
    budget -= css.length
    sheets.push(css)
  }
  for (const css of sheets) {
    if (isWhite && paintsBackground(withPaper(css, variables))) isWhite = false
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
  if (isWhite && sheets.some(css => whiteLetters.test(css))) readWhiteText(found, sheets)
  const { hiding, undoable } = indexOf(found)
  const undoing = memoize((property: Undoable) => {
    const selectors = property === 'visibility' ? found.visible : settersOf(found, sheets, property)
    return addBySubject(new Map(), selectors.slice(0, maxSelectors).flatMap(compile))
  })
  const showsHidden = sheets.some(css => shownAnyway.test(css))
  return {
    ...{ hiding, undoable, undoing, hidingClasses: new Map(), classes, showsHidden, isWhite },
    ...{ shown: found.shown.own, variables, search, steps, isOpenable },
  }
}

const shownAnyway =
  /(?:^|[{},])\s{0,20}\*?\[hidden\]\s{0,9}\{[^{}]{0,200}display\s{0,9}:\s{0,9}(?!none|\s)/i

/** With the background that a variable stands for. */
const withPaper = (css: string, variables: Lookup): string =>
  css.includes('var(')
    ? css.replace(variablePaper, (whole, head, value) => {
        const paper = substitute(value, variables)
        return paper === undefined ? whole : `${head}${paper}`
      })
    : css
const variablePaper = /(background(?:-color)?\s{0,9}:\s{0,9})(var\([^(){};]{1,200}\))/gi

export const tooMuch = new Error('too many steps')

const hasOwnBackground = ({ name, attributes }: HtmlElement): boolean =>
  (name === 'link' && /stylesheet/i.test(attributes.rel ?? '')) ||
  (attributes.bgcolor !== undefined && !isWhiteColor(attributes.bgcolor.trim())) ||
  attributes.background !== undefined ||
  (attributes.style !== undefined && paintsBackground(attributes.style))

const whiteLetters = /color\s{0,9}:\s{0,9}(?:white|#fff|rgb\(\s?25\d|var\()/i

/** On white paper, classes and ids whose letters are white, unless a rule colors them otherwise. */
const readWhiteText = (found: Found, sheets: readonly string[]): void => {
  const white = new Map<string, Written>()
  const colored = new Set<string>()
  const reader: RuleReader<readonly Written[], Place> = {
    ...readerOf(found),
    add(selectors, declarations, place) {
      const style = winnersOf(declarations, found.variables)
      if (!style.has('color')) return
      for (const selector of selectors) {
        const key = pathOf(selector)
        if (isWhiteText(style) && place === 'always') white.set(key, selector)
        else for (const name of namesIn(key)) colored.add(name)
      }
    },
  }
  for (const css of sheets) readRules(reader, { css }, 'always')
  for (const [key, selector] of white) {
    const names = namesIn(key)
    if (names.length > 0 && !names.some(name => colored.has(name)))
      found.hiding.set(key, { ...selector, by: 'color' })
  }
}

/** `.row { font-size: 0 } .row li { font-size: 1rem }`: so sites close the gaps between boxes. */
const settersOf = (found: Found, sheets: readonly string[], property: Undoable): Written[] => {
  const setters: Written[] = []
  const reader: RuleReader<readonly Written[], Place> = {
    ...readerOf(found),
    add(selectors, declarations) {
      if (isSetAnew(winnersOf(declarations, found.variables), property)) setters.push(...selectors)
    },
  }
  for (const css of sheets) readRules(reader, { css }, 'always')
  return setters
}

/** A share of nothing is nothing. */
export const isSetAnew = (style: DeclaredStyle, property: Undoable): boolean =>
  inherited[property].some(name => style.has(name) && !ofParent.test(style.get(name) ?? '')) &&
  !hidesByStyle(style) &&
  !(property === 'color' && isWhiteText(style))
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

/** Classes and ids of selectors: all of them, and those of the elements that they select. */
type Names = { all: Set<string>; own: Set<string> }
const noNames = (): Names => ({ all: new Set(), own: new Set() })

/** By class, what the last rule for it alone says of `display`. */
type ClassRules = {
  hiding: Map<string, ClassRule>
  wide: Map<string, ClassRule>
  /** Rules so far. */
  count: number
}
/** Its place among all rules; one that hides by other means than `display` comes behind them all. */
type ClassRule = { order: number; isImportant: boolean }

/** As it stands there; what it means is worked out for the few that hide. */
type Written = {
  text: string
  around: readonly Written[] | undefined
  /** Of one that hides: opacity has no part in it, and cannot undo it. */
  isGone?: boolean
  /** `display: none !important`, whatever else the rule says. */
  isForced?: boolean | undefined
  /** Nothing else has. */
  by?: Undoable | undefined
}

/** Rules that count for every reader, only in the windows of larger screens, or in some others. */
type Place = 'always' | 'wide' | 'sometimes'

const placeIn = (rule: AtRule, place: Place): Place | undefined => {
  if (isForOldBrowsers(`@${rule.name} ${rule.prelude}`)) return undefined
  if (holdsAlways(rule)) return place
  if (!holdsSometimes(rule)) return undefined
  return place !== 'sometimes' && isWideWindow(rule.prelude) ? 'wide' : 'sometimes'
}

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

/** What is inside counts for every reader. */
const holdsAlways = ({ name, prelude }: AtRule): boolean =>
  /^(?:supports|layer|container)$/.test(name) ||
  (name === 'media' && (everyScreen.test(prelude) || isEveryWindow(prelude)))
const everyScreen = /^\s*(?:(?:only\s+)?(?:all|screen)|not\s+(?:print|speech))\s*$/i

/** In some windows: what is shown there is no hiding place. */
const holdsSometimes = ({ name, prelude }: AtRule): boolean =>
  name === 'media' && !/print|speech/i.test(prelude)

const pathOf = ({ text, around }: Written): string =>
  around ? `${around.map(pathOf).join()} ${text}` : text

const namesIn = (selector: string): string[] => selector.match(/[.#](?:[\w-]|\\.)+/g) ?? []

/** What a key press leads to, or what is drawn beside an element, says nothing of the element. */
const addNames = ({ all, own }: Names, selectors: string) => {
  const parts = beside.test(selectors)
    ? selectors.split(/[\s,>+~]/).filter(part => !beside.test(part))
    : [selectors]
  for (const part of parts) for (const name of namesIn(part)) all.add(name)
  for (const selector of selectors.split(',')) {
    const selected = selectedBy(selector)
    if (!beside.test(selected)) for (const name of namesIn(selected)) own.add(name)
  }
}

/** What it says of the element itself; all of it where parentheses or a nesting may do so. */
const selectedBy = (selector: string): string =>
  /[(&]/.test(selector)
    ? selector
    : (selector
        .trimEnd()
        .split(/[\s>+~]/)
        .at(-1) ?? '')
const beside = /:(?:before|after|focus|focus-visible|active)(?![\w-])/i

const indexOf = ({
  hiding,
  shown,
  forced,
  faded,
}: Found): Pick<HiddenRules, 'hiding' | 'undoable'> => {
  const index: HiddenRules['hiding'] = new Map()
  const undoable: HiddenRules['undoable'] = new Map()
  for (const [key, selector] of [...hiding].slice(0, maxSelectors)) {
    // A class that another rule shows is a tab or a menu, not a hiding place.
    const own = new Set(namesIn(selectedBy(key)))
    const shows = (names: Names, name: string) => (own.has(name) ? names.own : names.all).has(name)
    // Of two names, one is a state that a script takes away.
    const undoing = selector.isForced && own.size < 2 ? forced : shown
    const isShown = (name: string) =>
      shows(undoing, name) || (!selector.isGone && shows(faded, name))
    if (namesIn(key).some(isShown)) continue
    const compiled = compile(selector)
    addBySubject(index, compiled)
    if (selector.by) for (const one of compiled) undoable.set(one, selector.by)
  }
  return { hiding: index, undoable }
}

export type BySubject = Map<string, CompiledSelector<HtmlElement>[]>

const addBySubject = (
  index: BySubject,
  selectors: readonly CompiledSelector<HtmlElement>[],
): BySubject => {
  for (const selector of selectors) addTo(index, selector.subject, selector)
  return index
}

const compile = ({ text, around }: Written): CompiledSelector<HtmlElement>[] =>
  attempt(() => {
    const list = parseSelectors(text)
    return list && htmlSelectors.compileSelectors(list, { parents: around?.flatMap(compile) })
  }) ?? []

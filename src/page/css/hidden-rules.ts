import { descendants, type HtmlElement, textContent } from '../html/html.ts'
import { splitList } from './color.ts'
import type { CssDeclaration } from './declaration.ts'
import { hidesByStyle, isWhiteColor, isWhiteText, paintsBackground } from './hidden-style.ts'
import { type DeclaredStyle, winnersOf } from './inline-style.ts'
import { findOpenable, type Openable } from './openable.ts'
import { parseSelectors } from './parse.ts'
import { isEveryWindow, isForOldBrowsers, isWideWindow, relevantRules } from './relevant-rules.ts'
import { type AtRule, type RuleReader, readRules } from './rules.ts'
import type { Search } from './search.ts'
import type { CompiledSelector } from './selector.ts'
import { classesOf, htmlSelectors } from './tree.ts'

/** What the `<style>` blocks of a page keep from its readers. */
export type HiddenRules = {
  /** By what an element must have at least to be hidden. */
  hiding: Map<string, CompiledSelector<HtmlElement>[]>
  /** Of the names that a `class` may have, those that hide; pages repeat the same lists of them. */
  hidingClasses: Map<string, string[]>
  /** What single classes hide or, in the windows of larger screens, show. */
  classes: ClassRules
  /** Nothing on the page has a background, or a white one: what is white cannot be seen. */
  isWhite: boolean
  search: Search<HtmlElement>
  /** Steps left for the element that is looked at, and for all of the page. */
  steps: { left: number; ofPage: number }
  isOpenable: Openable
}

const maxCssChars = 400_000
const maxSelectors = 2_000
/** A selector that needs more to say no was made to need more. */
const maxSteps = 2_000
/** Sixty times what any page of the benches takes. */
const maxPageSteps = 1_000_000

export const readHiddenRules = (root: HtmlElement): HiddenRules => {
  const classes: ClassRules = { hiding: new Map(), wide: new Map(), count: 0 }
  const found: Found = { hiding: new Map(), shown: new Set(), faded: new Set(), classes }
  const sheets: string[] = []
  let budget = maxCssChars
  let isWhite = true
  for (const element of descendants(root)) {
    if (isWhite && hasOwnBackground(element)) isWhite = false
    if (element.name !== 'style' || /print/i.test(element.attributes.media ?? '')) continue
    const css = textContent(element).slice(0, budget)
    budget -= css.length
    sheets.push(css)
    if (isWhite && paintsBackground(css)) isWhite = false
    const relevant = relevantRules(css)
    for (const list of relevant.shown) addNames(found.shown, list)
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
  const hiding = indexOf(found)
  return { hiding, hidingClasses: new Map(), classes, isWhite, search, steps, isOpenable }
}

const tooMuch = new Error('too many steps')

const hasOwnBackground = ({ name, attributes }: HtmlElement): boolean =>
  (name === 'link' && /stylesheet/i.test(attributes.rel ?? '')) ||
  (attributes.bgcolor !== undefined && !isWhiteColor(attributes.bgcolor.trim())) ||
  attributes.background !== undefined ||
  (attributes.style !== undefined && paintsBackground(attributes.style))

const whiteLetters = /color\s{0,9}:\s{0,9}(?:white|#fff|rgb\(\s?25\d)/i

/** On white paper, classes and ids whose letters are white, unless a rule colors them otherwise. */
const readWhiteText = (found: Found, sheets: readonly string[]): void => {
  const white = new Map<string, Written>()
  const colored = new Set<string>()
  const reader: RuleReader<readonly Written[], Place> = {
    ...readerOf(found),
    add(selectors, declarations, place) {
      const style = winnersOf(declarations)
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
    if (names.length > 0 && !names.some(name => colored.has(name))) found.hiding.set(key, selector)
  }
}

/** Selectors that hide, and the classes and ids in selectors that show, or change the opacity. */
type Found = {
  hiding: Map<string, Written>
  shown: Set<string>
  faded: Set<string>
  classes: ClassRules
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

/** As it stands there; what it means is worked out for the few that hide. */
type Written = {
  text: string
  around: readonly Written[] | undefined
  /** Of one that hides: opacity has no part in it, and cannot undo it. */
  isGone?: boolean
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
  shown,
  faded,
  classes,
}: Found): RuleReader<readonly Written[], Place> => ({
  select: (text, around) => splitList(text).map(one => ({ text: one, around })),
  enter: placeIn,
  add(selectors, declarations, place) {
    const style = winnersOf(declarations)
    const hides = hidesByStyle(style)
    if (hides ? place !== 'always' : !showing.some(name => style.has(name))) return
    const isGone = !style.has('opacity')
    const rule = classRule(declarations, style, classes.count++)
    for (const selector of selectors) {
      const key = pathOf(selector)
      if (hides && singleClass.test(key)) classes.hiding.set(plainClass(key), rule)
      if (place === 'wide' && style.has('display') && singleClass.test(key))
        classes.wide.set(plainClass(key), rule)
      if (hides) hiding.set(key, { ...selector, isGone })
      // `.tab.active` or `.open .menu` shows what `.tab` or `.menu` hides.
      else addNames(bringsBack(style) ? shown : faded, key)
    }
  },
  isFull: () => false,
  maxDepth: 12,
  onTooDeep: () => undefined,
})

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
  const isImportant = declarations.some(({ name, important }) => important && name === 'display')
  return hidesByStyle(others) ? { order: Infinity, isImportant: true } : { order, isImportant }
}

/** What is inside counts for every reader. */
const holdsAlways = ({ name, prelude }: AtRule): boolean =>
  /^(?:supports|layer|container)$/.test(name) ||
  (name === 'media' &&
    (/^\s*(?:only\s+)?(?:all|screen)\s*$/i.test(prelude) || isEveryWindow(prelude)))

/** In some windows: what is shown there is no hiding place. */
const holdsSometimes = ({ name, prelude }: AtRule): boolean =>
  name === 'media' && !/print|speech/i.test(prelude)

const pathOf = ({ text, around }: Written): string =>
  around ? `${around.map(pathOf).join()} ${text}` : text

const namesIn = (selector: string): string[] => selector.match(/[.#](?:[\w-]|\\.)+/g) ?? []

/** What a key press leads to, or what is drawn beside an element, says nothing of the element. */
const addNames = (names: Set<string>, selectors: string) => {
  const parts = beside.test(selectors)
    ? selectors.split(/[\s,>+~]/).filter(part => !beside.test(part))
    : [selectors]
  for (const part of parts) for (const name of namesIn(part)) names.add(name)
}
const beside = /:(?:before|after|focus|focus-visible|active)(?![\w-])/i

const indexOf = ({ hiding, shown, faded }: Found): HiddenRules['hiding'] => {
  const index: HiddenRules['hiding'] = new Map()
  for (const [key, selector] of [...hiding].slice(0, maxSelectors)) {
    // A class that another rule shows is a tab or a menu, not a hiding place.
    const isShown = (name: string) => shown.has(name) || (!selector.isGone && faded.has(name))
    if (namesIn(key).some(isShown)) continue
    for (const compiled of compile(selector)) {
      const known = index.get(compiled.subject)
      if (known) known.push(compiled)
      else index.set(compiled.subject, [compiled])
    }
  }
  return index
}

const compile = ({ text, around }: Written): CompiledSelector<HtmlElement>[] => {
  try {
    const list = parseSelectors(text)
    return list ? htmlSelectors.compileSelectors(list, { parents: around?.flatMap(compile) }) : []
  } catch {
    return []
  }
}

export const matchesHiding = (element: HtmlElement, rules: HiddenRules): boolean =>
  hidingSubject(element, rules) !== undefined

/** The class, id or tag by which a rule of the page hides the element. */
export const hidingSubject = (element: HtmlElement, rules: HiddenRules): string | undefined => {
  const { hiding, steps } = rules
  if (hiding.size === 0 || steps.ofPage === 0) return undefined
  const { id, class: classes } = element.attributes
  const given = Math.min(maxSteps, steps.ofPage)
  steps.left = given
  try {
    if (id !== undefined && hides(`#${id}`, element, rules)) return `#${id}`
    if (classes !== undefined)
      for (const subject of hidingClasses(classes, rules))
        if (hides(subject, element, rules) && !isShownWide(subject, classes, rules)) return subject
    if (hides(element.name, element, rules)) return element.name
    return hides('*', element, rules) ? '*' : undefined
  } catch (error) {
    if (error !== tooMuch) throw error
    return undefined
  } finally {
    steps.ofPage -= given - Math.max(0, steps.left)
  }
}

const hides = (subject: string, element: HtmlElement, { hiding, search }: HiddenRules): boolean =>
  hiding.get(subject)?.some(one => htmlSelectors.matches(one, element, search)) ?? false

/** `hidden lg:block`: in the window of a larger screen a later rule shows it. */
const isShownWide = (
  subject: string,
  names: string,
  { classes, hiding: all }: HiddenRules,
): boolean => {
  const hiding = classes.hiding.get(subject)
  // Another selector for the same class may say more than a single class can undo.
  if (!hiding || classes.wide.size === 0 || all.get(subject)?.length !== 1) return false
  return classesOf(names).some(name => {
    const wide = classes.wide.get(`.${name}`)
    if (!wide) return false
    return wide.isImportant === hiding.isImportant ? wide.order > hiding.order : wide.isImportant
  })
}

const hidingClasses = (
  classes: string,
  { hiding, hidingClasses: known }: HiddenRules,
): string[] => {
  let subjects = known.get(classes)
  if (!subjects) {
    subjects = classesOf(classes)
      .map(one => `.${one}`)
      .filter(subject => hiding.has(subject))
    known.set(classes, subjects)
  }
  return subjects
}

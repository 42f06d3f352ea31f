import { addTo } from '../../kit/add-to.ts'
import type { HtmlElement } from '../html/html.ts'
import type { CssDeclaration } from './declaration.ts'
import { inlineDeclarations } from './inline-style.ts'
import { compareLayers, type LayerPlace, unlayered } from './layers.ts'
import type { Theme } from './media.ts'
import type { Budget } from './search.ts'
import type { CompiledSelector } from './selector.ts'
import type { CssRule, Stylesheets } from './stylesheet.ts'
import { classesOf, htmlSelectors, parentOf } from './tree.ts'
import { substitute } from './variables.ts'

/** What the stylesheets say of one element, in one color scheme. */
export type ElementStyle = {
  element: HtmlElement
  parent: ElementStyle | undefined
  /** The winning value of a property of this element itself, `var()`s replaced. */
  own(property: string): string | undefined
  /** The value of a custom property here, inherited ones included. */
  variable(name: string): string | undefined
  /** Names of the custom properties declared on this element. */
  declared: readonly string[]
}

export type Cascade = { styleOf(element: HtmlElement): ElementStyle; exhausted(): boolean }

/** Enough for a page of thousands of elements under a large framework. */
const maxSteps = 3_000_000
/** A selector that needs more to say no was made to need more. */
const maxStepsOfMatch = 5_000

/** Styles are worked out when somebody asks for them: of a page only a few elements matter. */
export const createCascade = (sheets: Stylesheets, scheme: Theme): Cascade => {
  const index = indexRules(sheets.rules.filter(rule => rule.schemes[scheme]))
  const { initial } = sheets
  const styles = new Map<HtmlElement, ElementStyle>()
  const nesting = { depth: 0 }
  const budget = createBudget()
  const styleOf = (element: HtmlElement): ElementStyle => {
    const known = styles.get(element)
    if (known) return known
    // Outermost first, by hand: a page may be deeper than our stack.
    const missing: HtmlElement[] = []
    for (let at: HtmlElement | undefined = element; at && !styles.has(at); at = parentOf(at))
      missing.push(at)
    for (const next of missing.reverse()) {
      const winners = budget.isSpent() ? new Map() : winnersFor(index, next, budget)
      const above = parentOf(next)
      styles.set(next, createStyle(next, above && styles.get(above), winners, { initial, nesting }))
    }
    return styles.get(element) as ElementStyle
  }
  return { styleOf, exhausted: budget.isSpent }
}

type Matching = { test(selector: CompiledSelector<HtmlElement>, element: HtmlElement): boolean }

/** Matching with a limit for each selector and one for the page; past them nothing matches. */
const createBudget = (): Matching & { isSpent(): boolean } => {
  const tooMuch = new Error('too many steps')
  let steps = 0
  let until = 0
  const budget: Budget = {
    spend(count) {
      steps += count
      if (steps > until) throw tooMuch
    },
  }
  const search = htmlSelectors.startSearch(budget)
  return {
    isSpent: () => steps > maxSteps,
    test(selector, element) {
      if (steps > maxSteps) return false
      until = steps + maxStepsOfMatch
      try {
        return htmlSelectors.matches(selector, element, search)
      } catch (error) {
        if (error !== tooMuch) throw error
        return false
      }
    },
  }
}

type Entry = { rule: CssRule; order: number; selector: CompiledSelector<HtmlElement> }
type Index = Map<string, Entry[]>

const indexRules = (rules: readonly CssRule[]): Index => {
  const index: Index = new Map()
  for (const [order, rule] of rules.entries())
    for (const selector of rule.selectors) addTo(index, selector.subject, { rule, order, selector })
  return index
}

export type Winner = {
  declaration: CssDeclaration
  layer: LayerPlace
  specificity: number
  order: number
}

const winnersFor = (index: Index, element: HtmlElement, budget: Matching): Map<string, Winner> => {
  const winners = new Map<string, Winner>()
  const add = (declarations: readonly CssDeclaration[], place: Omit<Winner, 'declaration'>) => {
    for (const declaration of declarations)
      for (const name of longhands[declaration.name] ?? [declaration.name]) {
        const winner = { ...place, declaration }
        const best = winners.get(name)
        if (!best || beats(winner, best)) winners.set(name, winner)
      }
  }
  const { attributes, name } = element
  const subjects = new Set([
    '*',
    name,
    ...(attributes.id ? [`#${attributes.id}`] : []),
    ...classesOf(attributes.class).map(word => `.${word}`),
  ])
  for (const subject of subjects)
    for (const { rule, order, selector } of index.get(subject) ?? [])
      if (budget.test(selector, element))
        add(rule.declarations, { layer: rule.layer, specificity: selector.specificity, order })
  if (attributes.style)
    add(inlineDeclarations(attributes.style), {
      layer: unlayered,
      specificity: inlineSpecificity,
      order: 0,
    })
  return winners
}

/** A shorthand sets each of its parts; whoever reads one of them takes its piece of the text. */
const longhands: Record<string, readonly string[]> = {
  background: ['background-color', 'background-image'],
  border: ['border-color', 'border-style'],
  mask: ['mask-image'],
  '-webkit-mask': ['-webkit-mask-image'],
}

const inlineSpecificity = Number.POSITIVE_INFINITY

export const beats = (a: Winner, b: Winner): boolean => {
  const important = a.declaration.important
  if (important !== b.declaration.important) return important
  // Among important declarations the layers count the other way round.
  const layers = compareLayers(a.layer, b.layer) * (important ? -1 : 1)
  if (layers !== 0) return layers > 0
  if (a.specificity !== b.specificity) return a.specificity > b.specificity
  return a.order >= b.order
}

/** Custom properties that lead to one another, deeper than any design has them. */
const maxNesting = 100

const createStyle = (
  element: HtmlElement,
  parent: ElementStyle | undefined,
  winners: ReadonlyMap<string, Winner>,
  { initial, nesting }: { initial: ReadonlyMap<string, string>; nesting: { depth: number } },
): ElementStyle => {
  const resolved = new Map<string, string | undefined>()
  const variable = (name: string): string | undefined => {
    if (resolved.has(name)) return resolved.get(name)
    const own = winners.get(name)?.declaration.value
    if (own === undefined || own === 'inherit' || own === 'unset')
      return parent ? parent.variable(name) : initial.get(name)
    // While it is being worked out it has no value: a circle is void.
    resolved.set(name, undefined)
    if (own === 'initial' || nesting.depth > maxNesting) return undefined
    nesting.depth++
    const value = substitute(own, variable)
    nesting.depth--
    resolved.set(name, value)
    return value
  }
  return {
    element,
    parent,
    variable,
    own(property) {
      const value = winners.get(property)?.declaration.value
      return value === undefined ? undefined : (substitute(value, variable) ?? 'unset')
    },
    declared: [...winners.keys()].filter(name => name.startsWith('--')),
  }
}

import type { CssNode, Selector, SelectorList } from 'css-tree'
import { ident, parse } from './css-tree.ts'
import { type Budget, createSearch, elementsBelow, type Search, type Tree } from './search.ts'
import { type Simple, type Test, testOf } from './selector-simple.ts'

/** Right to left: what the element itself must be, then what must stand before or around it. */
type Part<Element> = { tests: Test<Element>[]; combinator: string }
export type CompiledSelector<Element> = {
  parts: Part<Element>[]
  specificity: number
  /** What the element must have at least, for an index: `#id`, `.class`, a name, or `*`. */
  subject: string
}
type Compiled<Element> = CompiledSelector<Element>

type Compiling<Element> = {
  /** Selectors of the rule around a nested one. */
  parents?: readonly Compiled<Element>[] | undefined
  /** Told of what is no selector that we know; may throw. */
  onUnknown?: ((what: string) => undefined) | undefined
}

type Selectors<Element> = {
  /** Selectors that cannot hold in a still picture (`:hover`, `::before`) or are unknown are left out. */
  compileSelectors(list: SelectorList, compiling?: Compiling<Element>): Compiled<Element>[]
  /** For any number of selectors and elements of one tree. */
  startSearch(budget: Budget): Search<Element>
  matches(selector: Compiled<Element>, element: Element, search: Search<Element>): boolean
}

/** One reader of selectors for every tree: SVG files and HTML pages. */
export const createSelectors = <Element>(tree: Tree<Element>): Selectors<Element> => ({
  compileSelectors: (list, compiling = {}) => compileList({ tree, ...compiling }, list),
  startSearch: budget => createSearch(tree, budget),
  matches: (selector, element, search) => matchFrom(tree, selector, element, search, 0) === 'match',
})

type Reading<Element> = Compiling<Element> & {
  tree: Tree<Element>
  /** What the first part of a relative selector stands in or after. */
  anchor?: Simple<Element> | undefined
}

const compileList = <Element>(
  reading: Reading<Element>,
  list: SelectorList,
): Compiled<Element>[] => {
  const { parents, tree } = reading
  const anchor = reading.anchor ?? (parents && anyOf(tree, parents))
  return list.children
    .toArray()
    .map(node => (node.type === 'Selector' ? compile({ ...reading, anchor }, node) : undefined))
    .filter(selector => selector !== undefined)
}

/** More than anybody writes; each is a step of recursion. */
const maxParts = 200

const compile = <Element>(
  reading: Reading<Element>,
  selector: Selector,
): Compiled<Element> | undefined => {
  const { anchor, onUnknown } = reading
  const parts: Part<Element>[] = []
  let tests: Test<Element>[] = []
  let specificity = 0
  let nests = false
  const nodes = selector.children.toArray()
  for (const node of nodes) {
    if (node.type === 'Combinator') {
      // A nested rule may begin with its combinator: `> path` stands for `& > path`.
      if (tests.length === 0 && parts.length > 0) return onUnknown?.('two combinators in a row')
      parts.unshift({ tests, combinator: '' })
      tests = []
      continue
    }
    const simple = simpleOf(reading, node)
    if (!simple) return undefined
    nests ||= node.type === 'NestingSelector'
    tests.push(simple.test)
    specificity += simple.specificity
  }
  if (tests.length === 0 || parts.length > maxParts) return onUnknown?.('a selector without an end')
  parts.unshift({ tests, combinator: '' })
  const combinators = nodes.filter(node => node.type === 'Combinator').map(node => node.name)
  if (anchor && !nests) {
    specificity += anchor.specificity
    const first = parts.at(-1)
    if (first?.tests.length === 0) first.tests.push(anchor.test)
    else {
      parts.push({ tests: [anchor.test], combinator: '' })
      combinators.unshift(' ')
    }
  } else if (parts.at(-1)?.tests.length === 0) return onUnknown?.('a selector without a beginning')
  parts.forEach((part, index) => {
    part.combinator = combinators.at(-1 - index) ?? ''
  })
  return { parts, specificity, subject: subjectOf(nodes) }
}

const subjectOf = (nodes: readonly CssNode[]): string => {
  const last = nodes.slice(nodes.findLastIndex(({ type }) => type === 'Combinator') + 1)
  const named = (type: CssNode['type']) => last.find(node => node.type === type)
  const id = named('IdSelector')
  if (id?.type === 'IdSelector') return `#${ident.decode(id.name)}`
  const word = named('ClassSelector')
  if (word?.type === 'ClassSelector') return `.${ident.decode(word.name)}`
  const element = named('TypeSelector')
  return element?.type === 'TypeSelector' && /^[a-z][a-z0-9-]*$/.test(element.name)
    ? element.name
    : '*'
}

const simpleOf = <Element>(
  reading: Reading<Element>,
  node: CssNode,
): Simple<Element> | undefined => {
  const { tree, anchor, onUnknown } = reading
  if (node.type === 'NestingSelector') return anchor ?? rootOrScope(tree)
  if (node.type !== 'PseudoClassSelector') return testOf(tree, node, onUnknown)
  const name = node.name.toLowerCase()
  const argument = node.children?.first ?? undefined
  if (name === 'scope') return reading.parents && anchor ? anchor : rootOrScope(tree)
  if (name === 'not' || name === 'is' || name === 'where') return logical(reading, name, argument)
  if (name === 'has') return having(reading, argument)
  const meaning = aliases[name]
  if (meaning === undefined)
    return testOf(tree, node, onUnknown, list => anyOf(tree, inside(reading, list)))
  return { ...anyOf(tree, inside(reading, parseList(meaning))), specificity: classWeight }
}

const classWeight = 1000

/** In parentheses the rule around does not count. */
const inside = <Element>({ tree, onUnknown }: Reading<Element>, list: SelectorList) =>
  compileList({ tree, onUnknown }, list)

const logical = <Element>(
  reading: Reading<Element>,
  name: string,
  argument: CssNode | undefined,
): Simple<Element> | undefined => {
  if (argument?.type !== 'SelectorList') return reading.onUnknown?.(`an empty :${name}()`)
  let isKnown = true
  const onUnknown = (what: string): undefined => {
    isKnown = false
    return reading.onUnknown?.(what)
  }
  const inner = anyOf(reading.tree, inside({ ...reading, onUnknown }, argument))
  const specificity = name === 'where' ? 0 : inner.specificity
  if (name !== 'not') return { test: inner.test, specificity }
  // Of what is not known nobody can say that it does not hold.
  if (!isKnown) return undefined
  return { test: (element, search) => !inner.test(element, search), specificity }
}

/** `:has(h2)`, `:has(> img)`, `:has(+ p)` */
const having = <Element>(
  reading: Reading<Element>,
  argument: CssNode | undefined,
): Simple<Element> | undefined => {
  const { tree, onUnknown } = reading
  if (argument?.type !== 'SelectorList') return onUnknown?.('an empty :has()')
  const anchor: Simple<Element> = {
    test: (element, search) => element === search.scope,
    specificity: 0,
  }
  const wanted = compileList({ tree, anchor, onUnknown }, argument)
  const test: Test<Element> = (element, search) => {
    const outer = search.scope
    search.scope = element
    const found = wanted.some(selector => {
      const isBelow = /^[ >]$/.test(selector.parts.at(-2)?.combinator ?? ' ')
      const candidates = (isBelow ? elementsBelow : after)(tree, element, search)
      return candidates.some(one => matchFrom(tree, selector, one, search, 0) === 'match')
    })
    search.scope = outer
    return found
  }
  return { test, specificity: Math.max(0, ...wanted.map(({ specificity }) => specificity)) }
}

/** The later siblings and all below them. */
function* after<Element>(tree: Tree<Element>, element: Element, search: Search<Element>) {
  const { siblings, index } = search.placeOf(element)
  for (let at = index + 1; at < siblings.length; at++) {
    const sibling = siblings[at] as Element
    yield sibling
    yield* elementsBelow(tree, sibling, search)
  }
}

const anyOf = <Element>(
  tree: Tree<Element>,
  selectors: readonly Compiled<Element>[],
): Simple<Element> => ({
  test: (element, search) =>
    selectors.some(selector => matchFrom(tree, selector, element, search, 0) === 'match'),
  specificity: Math.max(0, ...selectors.map(selector => selector.specificity)),
})

const rootOrScope = <Element>(tree: Tree<Element>): Simple<Element> => ({
  test: (element, { scope }) =>
    scope === undefined ? tree.parentOf(element) === undefined : element === scope,
  specificity: classWeight,
})

const fields = ':is(button, input, select, textarea)'
/** What other selectors say as well. */
const aliases: Record<string, string | undefined> = {
  checked: 'input[checked], option[selected]',
  disabled: `:is(${fields}, optgroup, option, fieldset)[disabled], optgroup[disabled] > option, fieldset[disabled] ${fields}`,
  enabled: `:is(${fields}, optgroup, option, fieldset):not(:disabled)`,
  required: ':is(input, select, textarea)[required]',
  optional: ':is(input, select, textarea):not([required])',
}

const parseList = (text: string): SelectorList =>
  parse(text, { context: 'selectorList' }) as SelectorList

/**
 * Where a match fails: only here, for all siblings, or whatever is tried. Without the last two a
 * selector of many parts would try every combination of ancestors.
 */
type Outcome = 'match' | 'here' | 'siblings' | 'everywhere'

const matchFrom = <Element>(
  tree: Tree<Element>,
  selector: Compiled<Element>,
  element: Element,
  search: Search<Element>,
  from: number,
): Outcome => {
  const part = selector.parts[from]
  if (!part) return 'match'
  search.spend(1)
  if (!part.tests.every(test => test(element, search))) return 'here'
  if (from === selector.parts.length - 1) return 'match'
  const on = (next: Element) => matchFrom(tree, selector, next, search, from + 1)
  if (part.combinator === '>') {
    const parent = tree.parentOf(element)
    return parent === undefined ? 'everywhere' : on(parent)
  }
  if (part.combinator === ' ') {
    for (let up = tree.parentOf(element); up !== undefined; up = tree.parentOf(up)) {
      const outcome = on(up)
      if (outcome === 'match' || outcome === 'everywhere') return outcome
    }
    return 'everywhere'
  }
  const { siblings, index } = search.placeOf(element)
  const first = part.combinator === '~' ? 0 : part.combinator === '+' ? index - 1 : index
  for (let at = index - 1; at >= first && at >= 0; at--) {
    const outcome = on(siblings[at] as Element)
    if (outcome !== 'here' || part.combinator === '+') return outcome
  }
  return 'siblings'
}

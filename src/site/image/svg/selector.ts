import type { CssNode, Selector, SelectorList } from 'css-tree'
import { isElement, type SvgElement } from './tree.ts'

/** Counts work over a whole file and refuses it when there is too much. */
export type Budget = { spend: (steps: number) => void }

type Test = (element: SvgElement, budget: Budget) => boolean
type Simple = { test: Test; specificity: number }

/** Right to left: what the element itself must be, then what must stand before or around it. */
type Part = { tests: Test[]; combinator: string }
export type CompiledSelector = { parts: Part[]; specificity: number }

/** Selectors that cannot hold in a still image (`:hover`, `::before`) or are unknown are left out. */
export const compileSelectors = (
  list: SelectorList,
  parents?: readonly CompiledSelector[],
): CompiledSelector[] =>
  list.children
    .toArray()
    .map(node => (node.type === 'Selector' ? compile(node, parents) : undefined))
    .filter(selector => selector !== undefined)

/** Backtracking is what makes hostile selectors explode; the budget ends it. */
export const matches = (
  selector: CompiledSelector,
  element: SvgElement,
  budget: Budget,
  from = 0,
): boolean => {
  const part = selector.parts[from]
  if (!part) return true
  budget.spend(1)
  if (!part.tests.every(test => test(element, budget))) return false
  if (from === selector.parts.length - 1) return true
  for (const candidate of before(element, part.combinator))
    if (matches(selector, candidate, budget, from + 1)) return true
  return false
}

const compile = (
  selector: Selector,
  parents: readonly CompiledSelector[] | undefined,
): CompiledSelector | undefined => {
  const parts: Part[] = []
  let tests: Test[] = []
  let specificity = 0
  let nests = false
  const nodes = selector.children.toArray()
  for (const node of nodes) {
    if (node.type === 'Combinator') {
      // A nested rule may begin with its combinator: `> path` stands for `& > path`.
      if (tests.length === 0 && parts.length > 0) return undefined
      parts.unshift({ tests, combinator: '' })
      tests = []
      continue
    }
    const simple = compileSimple(node, parents)
    if (!simple) return undefined
    nests ||= node.type === 'NestingSelector'
    tests.push(simple.test)
    specificity += simple.specificity
  }
  if (tests.length === 0) return undefined
  parts.unshift({ tests, combinator: '' })
  const combinators = nodes.filter(node => node.type === 'Combinator').map(node => node.name)
  if (parents && !nests) {
    const parent = nesting(parents)
    specificity += parent.specificity
    const first = parts.at(-1)
    if (first?.tests.length === 0) first.tests.push(parent.test)
    else {
      parts.push({ tests: [parent.test], combinator: '' })
      combinators.unshift(' ')
    }
  } else if (parts.at(-1)?.tests.length === 0) return undefined
  parts.forEach((part, index) => {
    part.combinator = combinators.at(-1 - index) ?? ''
  })
  return { parts, specificity }
}

const idWeight = 1_000_000
const classWeight = 1000

const compileSimple = (
  node: CssNode,
  parents: readonly CompiledSelector[] | undefined,
): Simple | undefined => {
  switch (node.type) {
    case 'TypeSelector': {
      const name = node.name.slice(node.name.indexOf('|') + 1)
      if (name === '*') return { test: () => true, specificity: 0 }
      return { test: element => element.name === name, specificity: 1 }
    }
    case 'ClassSelector':
      return { test: element => hasWord(element, 'class', node.name), specificity: classWeight }
    case 'IdSelector':
      return { test: element => element.attributes.get('id') === node.name, specificity: idWeight }
    case 'AttributeSelector':
      return compileAttribute(node)
    case 'NestingSelector':
      return parents ? nesting(parents) : rootTest
    case 'PseudoClassSelector':
      return compilePseudo(node, parents)
    default:
      return undefined
  }
}

const rootTest: Simple = { test: element => !element.parent, specificity: classWeight }

const nesting = (parents: readonly CompiledSelector[]): Simple => anyOf(parents)

const anyOf = (selectors: readonly CompiledSelector[]): Simple => ({
  test: (element, budget) => selectors.some(selector => matches(selector, element, budget)),
  specificity: Math.max(0, ...selectors.map(selector => selector.specificity)),
})

const hasWord = (element: SvgElement, attribute: string, word: string): boolean => {
  const value = element.attributes.get(attribute)
  if (value === undefined || !value.includes(word)) return false
  return value.split(/\s+/).includes(word)
}

const compileAttribute = (node: CssNode & { type: 'AttributeSelector' }): Simple => {
  const name = node.name.name.slice(node.name.name.indexOf('|') + 1)
  const wanted = node.value?.type === 'String' ? node.value.value : (node.value?.name ?? '')
  const holds = (actual: string): boolean => {
    switch (node.matcher) {
      case null:
        return true
      case '=':
        return actual === wanted
      case '~=':
        return actual.split(/\s+/).includes(wanted)
      case '|=':
        return actual === wanted || actual.startsWith(`${wanted}-`)
      case '^=':
        return wanted !== '' && actual.startsWith(wanted)
      case '$=':
        return wanted !== '' && actual.endsWith(wanted)
      case '*=':
        return wanted !== '' && actual.includes(wanted)
      default:
        return false
    }
  }
  const test: Test = element => {
    const actual = element.attributes.get(name)
    return actual !== undefined && holds(actual)
  }
  return { test, specificity: classWeight }
}

const compilePseudo = (
  node: CssNode & { type: 'PseudoClassSelector' },
  parents: readonly CompiledSelector[] | undefined,
): Simple | undefined => {
  const name = node.name.toLowerCase()
  const argument = node.children?.first
  if (name === 'root') return rootTest
  if (name === 'not' || name === 'is' || name === 'where') {
    if (argument?.type !== 'SelectorList') return undefined
    const inner = anyOf(argument.children.isEmpty ? [] : compileSelectors(argument, undefined))
    const specificity = name === 'where' ? 0 : inner.specificity
    if (name !== 'not') return { test: inner.test, specificity }
    return { test: (element, budget) => !inner.test(element, budget), specificity }
  }
  if (name === 'scope') return parents ? nesting(parents) : rootTest
  const position = positions[name]
  if (!position) return undefined
  const wanted = argument === undefined || argument === null ? { a: 0, b: 1 } : nthOf(argument)
  if (!wanted) return undefined
  const { a, b } = wanted
  const test: Test = (element, budget) => {
    const siblings = siblingsOf(element)
    budget.spend(siblings.length >> 4)
    const peers = position.sameName ? siblings.filter(s => s.name === element.name) : siblings
    const index = peers.indexOf(element) + 1
    if (position.only) return peers.length === 1
    const n = position.fromEnd ? peers.length - index + 1 : index
    return a === 0 ? n === b : (n - b) / a >= 0 && (n - b) % a === 0
  }
  return { test, specificity: classWeight }
}

type Position = { sameName?: true; fromEnd?: true; only?: true }
const positions: Record<string, Position> = {
  'first-child': {},
  'nth-child': {},
  'last-child': { fromEnd: true },
  'nth-last-child': { fromEnd: true },
  'only-child': { only: true },
  'first-of-type': { sameName: true },
  'nth-of-type': { sameName: true },
  'last-of-type': { sameName: true, fromEnd: true },
  'nth-last-of-type': { sameName: true, fromEnd: true },
  'only-of-type': { sameName: true, only: true },
}

const nthOf = (node: CssNode): { a: number; b: number } | undefined => {
  if (node.type !== 'Nth' || node.selector) return undefined
  const { nth } = node
  if (nth.type === 'Identifier')
    return nth.name === 'even' ? { a: 2, b: 0 } : nth.name === 'odd' ? { a: 2, b: 1 } : undefined
  return { a: Number(nth.a ?? 0), b: Number(nth.b ?? 0) }
}

const siblingsOf = (element: SvgElement): SvgElement[] =>
  element.parent ? element.parent.children.filter(isElement) : [element]

function* before(element: SvgElement, combinator: string): Generator<SvgElement> {
  if (combinator === '>') {
    if (element.parent) yield element.parent
  } else if (combinator === ' ') {
    for (let up = element.parent; up; up = up.parent) yield up
  } else {
    const siblings = siblingsOf(element)
    const earlier = siblings.slice(0, siblings.indexOf(element)).reverse()
    if (combinator === '+') yield* earlier.slice(0, 1)
    else if (combinator === '~') yield* earlier
  }
}

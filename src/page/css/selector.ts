import type { CssNode, Selector, SelectorList } from 'css-tree'

/** Counts work over a whole file and refuses it when there is too much. */
export type Budget = { spend: (steps: number) => void }

/** What a selector asks of the tree it is matched in. */
type Tree<Element> = {
  nameOf: (element: Element) => string
  attribute: (element: Element, name: string) => string | undefined
  parentOf: (element: Element) => Element | undefined
  /** In document order, the element itself included. */
  siblingsOf: (element: Element) => Element[]
}

type Test<Element> = (element: Element, budget: Budget) => boolean
type Simple<Element> = { test: Test<Element>; specificity: number }

/** Right to left: what the element itself must be, then what must stand before or around it. */
type Part<Element> = { tests: Test<Element>[]; combinator: string }
export type CompiledSelector<Element> = {
  parts: Part<Element>[]
  specificity: number
  /** What the element must have at least, for an index: `#id`, `.class`, a name, or `*`. */
  subject: string
}
type Compiled<Element> = CompiledSelector<Element>

type Selectors<Element> = {
  /** Selectors that cannot hold in a still picture (`:hover`, `::before`) or are unknown are left out. */
  compileSelectors(list: SelectorList, parents?: readonly Compiled<Element>[]): Compiled<Element>[]
  /** Backtracking is what makes hostile selectors explode; the budget ends it. */
  matches(selector: Compiled<Element>, element: Element, budget: Budget): boolean
}

/** One reader of selectors for every tree: SVG files and HTML pages. */
export const createSelectors = <Element>(tree: Tree<Element>): Selectors<Element> => {
  const matchesFrom = (
    selector: Compiled<Element>,
    element: Element,
    budget: Budget,
    from: number,
  ): boolean => {
    const part = selector.parts[from]
    if (!part) return true
    budget.spend(1)
    if (!part.tests.every(test => test(element, budget))) return false
    if (from === selector.parts.length - 1) return true
    for (const candidate of before(tree, element, part.combinator))
      if (matchesFrom(selector, candidate, budget, from + 1)) return true
    return false
  }
  const selectors: Selectors<Element> = {
    compileSelectors: (list, parents) =>
      list.children
        .toArray()
        .map(node => (node.type === 'Selector' ? compile(reading, node, parents) : undefined))
        .filter(selector => selector !== undefined),
    matches: (selector, element, budget) => matchesFrom(selector, element, budget, 0),
  }
  const reading = { tree, ...selectors }
  return selectors
}

type Reading<Element> = Selectors<Element> & { tree: Tree<Element> }
type Parents<Element> = readonly Compiled<Element>[] | undefined

const compile = <Element>(
  reading: Reading<Element>,
  selector: Selector,
  parents: Parents<Element>,
): Compiled<Element> | undefined => {
  const parts: Part<Element>[] = []
  let tests: Test<Element>[] = []
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
    const simple = compileSimple(reading, node, parents)
    if (!simple) return undefined
    nests ||= node.type === 'NestingSelector'
    tests.push(simple.test)
    specificity += simple.specificity
  }
  if (tests.length === 0) return undefined
  parts.unshift({ tests, combinator: '' })
  const combinators = nodes.filter(node => node.type === 'Combinator').map(node => node.name)
  if (parents && !nests) {
    const parent = anyOf(reading, parents)
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
  return { parts, specificity, subject: subjectOf(nodes) }
}

const subjectOf = (nodes: readonly CssNode[]): string => {
  const last = nodes.slice(nodes.findLastIndex(({ type }) => type === 'Combinator') + 1)
  const named = (type: CssNode['type']) => last.find(node => node.type === type)
  const id = named('IdSelector')
  if (id?.type === 'IdSelector') return `#${id.name}`
  const word = named('ClassSelector')
  if (word?.type === 'ClassSelector') return `.${word.name}`
  const element = named('TypeSelector')
  return element?.type === 'TypeSelector' && !element.name.includes('|')
    ? element.name.toLowerCase()
    : '*'
}

const idWeight = 1_000_000
const classWeight = 1000

const compileSimple = <Element>(
  reading: Reading<Element>,
  node: CssNode,
  parents: Parents<Element>,
): Simple<Element> | undefined => {
  const { tree } = reading
  switch (node.type) {
    case 'TypeSelector': {
      const name = node.name.slice(node.name.indexOf('|') + 1)
      if (name === '*') return { test: () => true, specificity: 0 }
      return { test: element => tree.nameOf(element) === name, specificity: 1 }
    }
    case 'ClassSelector':
      return {
        test: element => hasWord(tree.attribute(element, 'class'), node.name),
        specificity: classWeight,
      }
    case 'IdSelector':
      return {
        test: element => tree.attribute(element, 'id') === node.name,
        specificity: idWeight,
      }
    case 'AttributeSelector':
      return compileAttribute(tree, node)
    case 'NestingSelector':
      return parents ? anyOf(reading, parents) : rootTest(tree)
    case 'PseudoClassSelector':
      return compilePseudo(reading, node, parents)
    default:
      return undefined
  }
}

const rootTest = <Element>(tree: Tree<Element>): Simple<Element> => ({
  test: element => tree.parentOf(element) === undefined,
  specificity: classWeight,
})

const anyOf = <Element>(
  { matches }: Reading<Element>,
  selectors: readonly Compiled<Element>[],
): Simple<Element> => ({
  test: (element, budget) => selectors.some(selector => matches(selector, element, budget)),
  specificity: Math.max(0, ...selectors.map(selector => selector.specificity)),
})

const hasWord = (value: string | undefined, word: string): boolean =>
  value?.includes(word) === true && value.split(/\s+/).includes(word)

const compileAttribute = <Element>(
  tree: Tree<Element>,
  node: CssNode & { type: 'AttributeSelector' },
): Simple<Element> => {
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
  const test: Test<Element> = element => {
    const actual = tree.attribute(element, name)
    return actual !== undefined && holds(actual)
  }
  return { test, specificity: classWeight }
}

const compilePseudo = <Element>(
  reading: Reading<Element>,
  node: CssNode & { type: 'PseudoClassSelector' },
  parents: Parents<Element>,
): Simple<Element> | undefined => {
  const { tree } = reading
  const name = node.name.toLowerCase()
  const argument = node.children?.first
  if (name === 'root') return rootTest(tree)
  if (name === 'link' || name === 'any-link')
    return {
      test: element => tree.attribute(element, 'href') !== undefined,
      specificity: classWeight,
    }
  if (name === 'not' || name === 'is' || name === 'where') {
    if (argument?.type !== 'SelectorList') return undefined
    const inner = anyOf(
      reading,
      argument.children.isEmpty ? [] : reading.compileSelectors(argument, undefined),
    )
    const specificity = name === 'where' ? 0 : inner.specificity
    if (name !== 'not') return { test: inner.test, specificity }
    return { test: (element, budget) => !inner.test(element, budget), specificity }
  }
  if (name === 'scope') return parents ? anyOf(reading, parents) : rootTest(tree)
  const position = positions[name]
  if (!position) return undefined
  const wanted = argument === undefined || argument === null ? { a: 0, b: 1 } : nthOf(argument)
  return wanted && { test: nthTest(tree, position, wanted), specificity: classWeight }
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

const nthTest =
  <Element>(tree: Tree<Element>, position: Position, { a, b }: Nth): Test<Element> =>
  (element, budget) => {
    const siblings = tree.siblingsOf(element)
    budget.spend(siblings.length >> 4)
    const peers = position.sameName
      ? siblings.filter(other => tree.nameOf(other) === tree.nameOf(element))
      : siblings
    const index = peers.indexOf(element) + 1
    if (position.only) return peers.length === 1
    const n = position.fromEnd ? peers.length - index + 1 : index
    return a === 0 ? n === b : (n - b) / a >= 0 && (n - b) % a === 0
  }

type Nth = { a: number; b: number }

const nthOf = (node: CssNode): Nth | undefined => {
  if (node.type !== 'Nth' || node.selector) return undefined
  const { nth } = node
  if (nth.type === 'Identifier')
    return nth.name === 'even' ? { a: 2, b: 0 } : nth.name === 'odd' ? { a: 2, b: 1 } : undefined
  return { a: Number(nth.a ?? 0), b: Number(nth.b ?? 0) }
}

function* before<Element>(
  tree: Tree<Element>,
  element: Element,
  combinator: string,
): Generator<Element> {
  if (combinator === '>') {
    const parent = tree.parentOf(element)
    if (parent !== undefined) yield parent
  } else if (combinator === ' ') {
    for (let up = tree.parentOf(element); up !== undefined; up = tree.parentOf(up)) yield up
  } else {
    const siblings = tree.siblingsOf(element)
    const earlier = siblings.slice(0, siblings.indexOf(element)).reverse()
    if (combinator === '+') yield* earlier.slice(0, 1)
    else if (combinator === '~') yield* earlier
  }
}

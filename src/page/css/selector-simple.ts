import type { CssNode, SelectorList } from 'css-tree'
import { ident } from './css-tree.ts'
import type { Search, Tree } from './search.ts'

export type Test<Element> = (element: Element, search: Search<Element>) => boolean
export type Simple<Element> = { test: Test<Element>; specificity: number }

const idWeight = 1_000_000
const classWeight = 1000

/** One condition on one element: its name, class, id, an attribute, or its place among siblings. */
export const testOf = <Element>(
  tree: Tree<Element>,
  node: CssNode,
  onUnknown: ((what: string) => undefined) | undefined,
  anyOf?: (list: SelectorList) => Simple<Element>,
): Simple<Element> | undefined => {
  switch (node.type) {
    case 'TypeSelector':
      return nameTest(tree, node.name)
    case 'ClassSelector': {
      const word = ident.decode(node.name)
      return {
        test: element => hasWord(tree.attribute(element, 'class'), word),
        specificity: classWeight,
      }
    }
    case 'IdSelector': {
      const id = ident.decode(node.name)
      return { test: element => tree.attribute(element, 'id') === id, specificity: idWeight }
    }
    case 'AttributeSelector':
      return attributeTest(tree, node)
    case 'PseudoClassSelector': {
      const test = pseudoTest(tree, node, anyOf)
      if (!test && !fleeting.has(node.name.toLowerCase())) onUnknown?.(`:${node.name}`)
      return test && { test, specificity: classWeight }
    }
    default:
      return onUnknown?.(node.type)
  }
}

/** True only while somebody does something. */
const fleeting = new Set(
  'hover active visited focus focus-within focus-visible target fullscreen'.split(' '),
)

const nameTest = <Element>(tree: Tree<Element>, written: string): Simple<Element> => {
  const name = ident.decode(written.slice(written.indexOf('|') + 1))
  if (name === '*') return { test: () => true, specificity: 0 }
  const folded = tree.fold(name)
  const test: Test<Element> = element => {
    const own = tree.nameOf(element)
    return own === name || own === folded
  }
  return { test, specificity: 1 }
}

const hasWord = (value: string | undefined, word: string): boolean =>
  value?.includes(word) === true && value.split(/\s+/).includes(word)

const attributeTest = <Element>(
  tree: Tree<Element>,
  node: CssNode & { type: 'AttributeSelector' },
): Simple<Element> => {
  const written = node.name.name.slice(node.name.name.indexOf('|') + 1)
  const name = tree.fold(ident.decode(written))
  const flag = node.flags?.toLowerCase()
  const folds = flag === 'i' || (flag !== 's' && tree.foldedValues.has(name))
  const value =
    node.value?.type === 'String' ? node.value.value : ident.decode(node.value?.name ?? '')
  const wanted = folds ? value.toLowerCase() : value
  const holds = matchers[node.matcher ?? '']
  const test: Test<Element> = element => {
    const actual = tree.attribute(element, name)
    if (actual === undefined || !holds) return false
    return holds(folds ? actual.toLowerCase() : actual, wanted)
  }
  return { test, specificity: classWeight }
}

const matchers: Record<string, ((actual: string, wanted: string) => boolean) | undefined> = {
  '': () => true,
  '=': (actual, wanted) => actual === wanted,
  '~=': (actual, wanted) => actual.split(/\s+/).includes(wanted),
  '|=': (actual, wanted) => actual === wanted || actual.startsWith(`${wanted}-`),
  '^=': (actual, wanted) => wanted !== '' && actual.startsWith(wanted),
  '$=': (actual, wanted) => wanted !== '' && actual.endsWith(wanted),
  '*=': (actual, wanted) => wanted !== '' && actual.includes(wanted),
}

const pseudoTest = <Element>(
  tree: Tree<Element>,
  node: CssNode & { type: 'PseudoClassSelector' },
  anyOf: ((list: SelectorList) => Simple<Element>) | undefined,
): Test<Element> | undefined => {
  const name = node.name.toLowerCase()
  if (name === 'root') return element => tree.parentOf(element) === undefined
  if (name === 'empty') return element => tree.isEmpty(element)
  if (name === 'link' || name === 'any-link')
    return element => tree.attribute(element, 'href') !== undefined
  const position = positions[name]
  if (!position) return undefined
  const argument = node.children?.first
  if (argument === undefined || argument === null)
    return position.only ? onlyTest(position) : nthTest(position, { a: 0, b: 1, among: undefined })
  const wanted = nthOf(argument)
  if (!wanted) return undefined
  const among = wanted.selector && anyOf?.(wanted.selector).test
  return nthTest(position, { ...wanted, among })
}

type Position = { sameName?: true; fromEnd?: true; only?: true }
const positions: Record<string, Position | undefined> = {
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

const onlyTest =
  <Element>({ sameName }: Position): Test<Element> =>
  (element, search) => {
    const { siblings, typeCount } = search.placeOf(element)
    return (sameName ? typeCount : siblings.length) === 1
  }

type Wanted<Element> = { a: number; b: number; among: Test<Element> | undefined }

const nthTest =
  <Element>(position: Position, { a, b, among }: Wanted<Element>): Test<Element> =>
  (element, search) => {
    const place = among
      ? placeAmong(element, search, among)
      : position.sameName
        ? typePlace(element, search)
        : childPlace(element, search)
    if (!place) return false
    const n = position.fromEnd ? place.count - place.index : place.index + 1
    return a === 0 ? n === b : (n - b) / a >= 0 && (n - b) % a === 0
  }

type Rank = { index: number; count: number }

const childPlace = <Element>(element: Element, search: Search<Element>): Rank => {
  const { index, siblings } = search.placeOf(element)
  return { index, count: siblings.length }
}

const typePlace = <Element>(element: Element, search: Search<Element>): Rank => {
  const { typeIndex, typeCount } = search.placeOf(element)
  return { index: typeIndex, count: typeCount }
}

/** `:nth-child(2 of .x)`: among those that match. */
const placeAmong = <Element>(
  element: Element,
  search: Search<Element>,
  among: Test<Element>,
): Rank | undefined => {
  if (!among(element, search)) return undefined
  const peers = search.placeOf(element).siblings.filter(sibling => among(sibling, search))
  return { index: peers.indexOf(element), count: peers.length }
}

type Nth = { a: number; b: number; selector: SelectorList | undefined }

const nthOf = (node: CssNode): Nth | undefined => {
  if (node.type !== 'Nth') return undefined
  const selector = node.selector?.type === 'SelectorList' ? node.selector : undefined
  const { nth } = node
  if (nth.type !== 'Identifier') return { a: Number(nth.a ?? 0), b: Number(nth.b ?? 0), selector }
  const b = ['even', 'odd'].indexOf(nth.name.toLowerCase())
  return b < 0 ? undefined : { a: 2, b, selector }
}

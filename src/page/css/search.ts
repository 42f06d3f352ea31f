/** Counts work over a whole file and refuses it when there is too much. */
export type Budget = { spend: (steps: number) => void }

/** What a selector asks of the tree it is matched in. */
export type Tree<Element> = {
  nameOf: (element: Element) => string
  attribute: (element: Element, name: string) => string | undefined
  parentOf: (element: Element) => Element | undefined
  childrenOf: (element: Element) => Element[]
  /** Neither elements nor text inside; space is none (Selectors 4). */
  isEmpty: (element: Element) => boolean
  /** How the tree writes a name of an element or attribute that a selector wrote so. */
  fold: (name: string) => string
  /** Attributes whose values mean the same in capitals. */
  foldedValues: ReadonlySet<string>
}

/**
 * Selectors matched in one tree that does not change meanwhile. Who stands where among siblings is
 * worked out once for each parent: a row of fifty thousand would otherwise be quadratic.
 */
export type Search<Element> = Budget & {
  /** What a selector inside `:has()` starts from. */
  scope: Element | undefined
  placeOf(element: Element): SearchPosition<Element>
}

export type SearchPosition<Element> = {
  /** In document order, the element itself included. */
  siblings: readonly Element[]
  index: number
  /** Among the siblings of its own name. */
  typeIndex: number
  typeCount: number
}

export const createSearch = <Element>(tree: Tree<Element>, budget: Budget): Search<Element> => {
  const places = new Map<Element, SearchPosition<Element>>()
  const placeAll = (siblings: readonly Element[]) => {
    budget.spend(siblings.length >> 4)
    const counts = new Map<string, number>()
    for (const [index, sibling] of siblings.entries()) {
      const name = tree.nameOf(sibling)
      const typeIndex = counts.get(name) ?? 0
      counts.set(name, typeIndex + 1)
      places.set(sibling, { siblings, index, typeIndex, typeCount: 0 })
    }
    for (const sibling of siblings) {
      const place = places.get(sibling)
      if (place) place.typeCount = counts.get(tree.nameOf(sibling)) ?? 0
    }
  }
  return {
    spend: budget.spend,
    scope: undefined,
    placeOf(element) {
      if (!places.has(element)) {
        const parent = tree.parentOf(element)
        placeAll(parent === undefined ? [element] : tree.childrenOf(parent))
      }
      return places.get(element) as SearchPosition<Element>
    },
  }
}

/** All elements below, in document order, without recursion. To list many children is work, too. */
export function* elementsBelow<Element>(
  tree: Tree<Element>,
  from: Element,
  budget: Budget,
): Generator<Element> {
  const stack: Element[] = []
  const add = (parent: Element) => {
    const children = tree.childrenOf(parent)
    budget.spend(children.length >> 4)
    for (let at = children.length - 1; at >= 0; at--) stack.push(children[at] as Element)
  }
  add(from)
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next
    add(next)
  }
}

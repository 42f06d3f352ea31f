import { memoize } from '../../kit/memoize.ts'
import { nearest } from './around.ts'
import type { HtmlElement } from './html.ts'

/** The element behind another: worked out once for all children of a parent, who may be many. */
export type NextElement = (element: HtmlElement) => HtmlElement | undefined

export const findNextElements = (): NextElement => {
  const nextsOf = memoize(nextsIn)
  return element => {
    const { parent } = element
    if (!parent) return undefined
    return nextsOf(parent).get(element)
  }
}

/** What comes behind an element, also where the boxes around it end with it. */
export const behind = (element: HtmlElement, nextOf: NextElement, levels: number) => {
  const last = nearest(element, at => nextOf(at) !== undefined, levels)
  return last && nextOf(last)
}

const nextsIn = ({ children }: HtmlElement): Map<HtmlElement, HtmlElement | undefined> => {
  const nexts = new Map<HtmlElement, HtmlElement | undefined>()
  let next: HtmlElement | undefined
  for (let at = children.length - 1; at >= 0; at--) {
    const child = children[at]
    if (child?.type !== 'element') continue
    nexts.set(child, next)
    next = child
  }
  return nexts
}

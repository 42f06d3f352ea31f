/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Tools } from '../../../base/web/inspect.ts'
import { bodyOf, childrenOf, finishAnimations, isClear } from './look.ts'
import { measureCanvas, measureRoots, measureWrappers } from './roots.ts'
import type { Roots } from './snapshot.ts'

/** A way in which sites switch their color scheme: an attribute or a class of `html` or `body`. */
export type Switch = { root: 'html' | 'body'; attribute: string; value: string; without?: string }

/** Runs in the page: what lies under it now. */
export const glance = (): Roots => measureRoots()

/** Runs in the page: what would lie under it with each switch; the page stays as it was. */
export const trySwitches = (switches: readonly Switch[]): Roots[] =>
  switches.map(each => {
    const root = each.root === 'html' ? document.documentElement : bodyOf()
    const before = root.getAttribute(each.attribute)
    turn(each)
    const seen = measureRoots()
    if (before === null) root.removeAttribute(each.attribute)
    else root.setAttribute(each.attribute, before)
    return seen
  })

/** Runs in the page, for good. */
export const turn = ({ root, attribute, value, without }: Switch): void => {
  const element = root === 'html' ? document.documentElement : bodyOf()
  if (attribute !== 'class') element.setAttribute(attribute, value)
  else {
    if (without) element.classList.remove(without)
    element.classList.add(value)
  }
}

export const schemeTools: Tools = {
  ...{ measureRoots, measureWrappers, measureCanvas, finishAnimations, isClear, turn },
  ...{ bodyOf, childrenOf },
}

import { addTo } from '../../kit/add-to.ts'
import { attempt } from '../../kit/attempt.ts'
import type { HtmlElement } from '../html/html.ts'
import type { Undoable } from './hidden-rules.ts'
import { parseSelectors } from './parse.ts'
import type { CompiledSelector } from './selector.ts'
import { htmlSelectors } from './tree.ts'

/** As it stands there; what it means is worked out for the few that hide. */
export type Written = {
  text: string
  around: readonly Written[] | undefined
  /** Of one that hides: opacity has no part in it, and cannot undo it. */
  isGone?: boolean
  /** `display: none !important`, whatever else the rule says. */
  isForced?: boolean | undefined
  /** Nothing else has. */
  by?: Undoable | undefined
}

export const pathOf = ({ text, around }: Written): string =>
  around ? `${around.map(pathOf).join()} ${text}` : text

export type BySubject = Map<string, CompiledSelector<HtmlElement>[]>

export const addBySubject = (
  index: BySubject,
  selectors: readonly CompiledSelector<HtmlElement>[],
): BySubject => {
  for (const selector of selectors) addTo(index, selector.subject, selector)
  return index
}

export const compile = ({ text, around }: Written): CompiledSelector<HtmlElement>[] =>
  attempt(() => {
    const list = parseSelectors(text)
    return list && htmlSelectors.compileSelectors(list, { parents: around?.flatMap(compile) })
  }) ?? []

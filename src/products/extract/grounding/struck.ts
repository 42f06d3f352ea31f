import type { HtmlElement } from '../../../page/html/html.ts'
import type { PageNode } from '../../../page/text/nodes.ts'
import { isStruck } from '../source/struck.ts'
import type { TextSpan } from './parts.ts'

/** The stretches of a line that are crossed out: what was, not what is. */
export const struckIn = ({ pieces, element }: PageNode): TextSpan[] =>
  pieces.flatMap(piece => {
    for (let at: HtmlElement | undefined = piece.element; at; at = at.parent) {
      if (isStruck(at)) return { start: piece.start, end: piece.start + piece.text.length }
      if (at === element) break
    }
    return []
  })

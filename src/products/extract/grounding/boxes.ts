import { nearest } from '../../../page/html/around.ts'
import type { HtmlElement } from '../../../page/html/html.ts'
import type { PageNode } from '../../../page/text/page-nodes.ts'

/** An element that holds lines: which ones, by number, and the next larger one around it. */
export type Box = { parent: number | undefined; first: number; last: number }

type Boxes = {
  boxes: Box[]
  /** Each line's own. */
  of: number[]
  /** The smallest one around an element that may hold no line itself. */
  around: (element: HtmlElement) => Box | undefined
}

/** The page's elements as far as they hold lines, without the tree. */
export const readBoxes = (nodes: readonly PageNode[]): Boxes => {
  const boxes: Box[] = []
  const known = new Map<HtmlElement, number>()
  const of = nodes.map(({ element, id }) => {
    const path: HtmlElement[] = []
    let at: HtmlElement | undefined = element
    for (; at && !known.has(at); at = at.parent) path.push(at)
    let box = at && known.get(at)
    for (const one of path.reverse()) {
      known.set(one, boxes.length)
      box = boxes.push({ parent: box, first: id, last: id }) - 1
    }
    const own = boxes[box as number] as Box
    own.last = id
    return box as number
  })
  // What is inside was found after what is around it.
  for (let at = boxes.length - 1; at >= 0; at--) {
    const { parent, last } = boxes[at] as Box
    const around = parent === undefined ? undefined : boxes[parent]
    if (around && around.last < last) around.last = last
  }
  const around = (element: HtmlElement) => {
    const at = nearest(element, one => known.has(one))
    return boxes[(at && known.get(at)) ?? -1]
  }
  return { boxes, of, around }
}

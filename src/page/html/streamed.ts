import { isWithin } from './around.ts'
import { descendants, type HtmlElement, type HtmlNode } from './html.ts'

/**
 * React sends a page before all of its parts are ready: a late part stands at the end of the page,
 * hidden, and a script puts it where a placeholder ("Loading…") stands until then.
 */
export const hasStreamedParts = (html: string): boolean =>
  html.includes('<template id="B:') && html.includes('id="S:')

/** A tree has no comments: those that say where a placeholder ends become elements. */
export const keepMarks = (html: string): string =>
  html.replace(/<!--(\/?)\$[?!~]?-->/g, `<template ${mark}="$1"></template>`)
const mark = 'data-streamed-mark'

/** Puts each part in the place of its placeholder. */
export const placeStreamedParts = (root: HtmlElement): void => {
  const parts = new Map<string, HtmlElement>()
  const places: HtmlElement[] = []
  for (const element of descendants(root)) {
    const { id = '' } = element.attributes
    if (/^S:[\da-f]+$/.test(id)) parts.set(id.slice(2), element)
    else if (isPlace(element, id) && places.length < maxPlaces) places.push(element)
  }
  for (const place of places) {
    const part = parts.get(place.attributes.id?.slice(2) ?? '')
    if (part && !isWithin(place, part)) move(part, place)
  }
  for (const element of descendants(root))
    if (element.children.some(isMark))
      element.children = element.children.filter(child => !isMark(child))
}
/** Far more than a page has; each is looked for among its siblings. */
const maxPlaces = 500

/** `B:` has a placeholder behind it, `P:` is a gap within another late part. */
const isPlace = ({ name }: HtmlElement, id: string): boolean =>
  name === 'template' && /^[BP]:[\da-f]+$/.test(id)

const isMark = (node: HtmlNode): boolean =>
  node.type === 'element' && node.attributes[mark] !== undefined

const move = (part: HtmlElement, place: HtmlElement): void => {
  const { parent } = place
  const from = part.parent
  if (!parent || !from) return
  from.children.splice(from.children.indexOf(part), 1)
  const start = parent.children.indexOf(place)
  const hasPlaceholder = place.attributes.id?.startsWith('B:') ?? false
  const end = hasPlaceholder ? endOfPlaceholder(parent.children, start) : start + 1
  for (const child of part.children) child.parent = parent
  parent.children.splice(start, end - start, ...part.children)
}

/** Without an end mark among its siblings nothing but the place itself goes. */
const endOfPlaceholder = (siblings: readonly HtmlNode[], start: number): number => {
  let open = 1
  for (let at = start + 1; at < siblings.length; at++) {
    const node = siblings[at]
    if (node?.type !== 'element' || node.attributes[mark] === undefined) continue
    open += node.attributes[mark] === '/' ? -1 : 1
    if (open === 0) return at
  }
  return start + 1
}

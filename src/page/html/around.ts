import type { HtmlElement } from './html.ts'

/** An element and those around it, the innermost first: at most `count` of them. */
export const around = (element: HtmlElement | undefined, count = Infinity): HtmlElement[] => {
  const found: HtmlElement[] = []
  for (let at = element; at && found.length < count; at = at.parent) found.push(at)
  return found
}

/** The first of an element, or another part of a tree, and those around it, of which something is so. */
export const nearest = <Part extends { parent: Part | undefined }>(
  from: Part | undefined,
  isSo: (at: Part) => boolean,
  count = Infinity,
): Part | undefined => {
  let at = from
  for (let up = 0; at && up < count; up++, at = at.parent) if (isSo(at)) return at
  return undefined
}

/** Whether an element is another one, or stands in it. */
export const isWithin = (inner: HtmlElement, outer: HtmlElement): boolean =>
  nearest(inner, at => at === outer) !== undefined

/** Whether an element, or a box around it, is called so by its class, id or label. */
export const isCalled = (element: HtmlElement, said: RegExp, count: number): boolean =>
  around(element, count).some(
    ({ name, attributes: { class: classes = '', id = '', 'aria-label': label = '' } }) =>
      name !== 'body' && said.test(`${classes} ${id} ${label}`.slice(0, 300)),
  )

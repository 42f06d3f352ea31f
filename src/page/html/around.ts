import type { HtmlElement } from './html.ts'

/** An element and those around it, the innermost first: at most `count` of them. */
export const around = (element: HtmlElement | undefined, count: number): HtmlElement[] => {
  const found: HtmlElement[] = []
  for (let at = element; at && found.length < count; at = at.parent) found.push(at)
  return found
}

/** Whether an element, or a box around it, is called so by its class, id or label. */
export const isCalled = (element: HtmlElement, said: RegExp, count: number): boolean =>
  around(element, count).some(
    ({ name, attributes: { class: classes = '', id = '', 'aria-label': label = '' } }) =>
      name !== 'body' && said.test(`${classes} ${id} ${label}`.slice(0, 300)),
  )

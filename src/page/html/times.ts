import type { HtmlElement } from './html.ts'

/** A day that only its attribute says. */
export const isEmptyTime = ({ name, attributes, children }: HtmlElement): boolean =>
  name === 'time' &&
  /^\s*\d{4}-\d\d-\d\d(?!\d)/.test(attributes.datetime ?? '') &&
  children.every(child => child.type === 'text' && child.text.trim() === '')

import type { HtmlElement } from '../html/html.ts'
import { styleValue } from './inline-style.ts'

/** Whether a line of an element's source is a line of the page; undefined where it does not say. */
export const keepsLines = ({ attributes }: HtmlElement): boolean | undefined => {
  const { style, class: names } = attributes
  const own = style?.includes('white-space') ? styleValue(style, 'white-space') : undefined
  const value = own ?? (names?.includes('whitespace-') ? tailwind.exec(names)?.[1] : undefined)
  return value === undefined || value === 'inherit' ? undefined : /^(?:pre|break-)/.test(value)
}
const tailwind = /(?:^|\s)whitespace-(normal|nowrap|pre(?:-line|-wrap)?|break-spaces)(?=\s|$)/

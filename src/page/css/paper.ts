import type { HtmlElement } from '../html/html.ts'
import type { Color } from './color.ts'
import { backgroundOf, isColorOf, paintsBackground, white } from './hidden-style.ts'
import { readStyle } from './inline-style.ts'
import { type Lookup, substitute } from './variables.ts'

/** With the background that a variable stands for. */
const withPaper = (css: string, variables: Lookup): string =>
  css.includes('var(')
    ? css.replace(variablePaper, (whole, head, value) => {
        const paper = substitute(value, variables)
        return paper === undefined ? whole : `${head}${paper}`
      })
    : css
const variablePaper = /(background(?:-color)?\s{0,9}:\s{0,9})(var\([^(){};]{1,200}\))/gi

/**
 * White, or what `body` says; undefined where something else on the page has another background.
 * `painted` are the elements that may have one of their own.
 */
export const findPaper = (
  painted: readonly HtmlElement[],
  sheets: readonly string[],
  variables: Lookup,
): Color | undefined => {
  const all = sheets.map(css => withPaper(css, variables))
  let paper = all.map(bodyStyle).map(colored).find(Boolean)
  for (const { name, attributes } of painted) {
    const { style, bgcolor } = attributes
    if (name === 'body' || name === 'html')
      paper = colored(style) ?? colored(bgcolor && `background:${bgcolor}`) ?? paper
  }
  paper ??= white
  if (all.some(css => paintsBackground(css, paper))) return undefined
  return painted.some(element => hasOwnBackground(element, paper)) ? undefined : paper
}

export const mayBePainted = ({ name, attributes }: HtmlElement): boolean =>
  attributes.style !== undefined ||
  attributes.bgcolor !== undefined ||
  attributes.background !== undefined ||
  name === 'link'

/** Of the page in all of its windows and themes, which stands in no other rule. */
const bodyStyle = (css: string): string | undefined => {
  const found = bodyRule.exec(css)
  const before = css.slice(0, found?.index).replace(/[^{}]/g, '')
  return before.length % 2 === 0 && !before.includes('{{') ? found?.[1] : undefined
}
const bodyRule =
  /(?<=^|[;}]|\*\/)\s{0,9}(?:html|body|:root)\s{0,9}(?:,[^{}]{0,99})?\{([^{}]{0,2000}background[^{}]{0,999})/i

const colored = (style: string | undefined): Color | undefined => {
  const color = style?.includes('background') ? backgroundOf(readStyle(style)) : undefined
  return color?.alpha === 1 ? color : undefined
}

const hasOwnBackground = ({ name, attributes }: HtmlElement, paper: Color): boolean =>
  (name === 'link' && /stylesheet/i.test(attributes.rel ?? '')) ||
  (attributes.bgcolor !== undefined && !isColorOf(attributes.bgcolor, paper)) ||
  attributes.background !== undefined ||
  (attributes.style !== undefined && paintsBackground(attributes.style, paper))

import { descendants, type HtmlElement } from './html.ts'

/** MathJax 2 keeps a formula as TeX in a script, and draws it from there. */
export const isTexSource = ({ name, attributes }: HtmlElement): boolean =>
  name === 'script' && attributes.type?.startsWith('math/tex') === true

export const isDisplayedTex = ({ attributes }: HtmlElement): boolean =>
  /mode\s*=\s*display/.test(attributes.type ?? '')

export const hasTexSources = (root: HtmlElement): boolean => {
  for (const element of descendants(root)) if (isTexSource(element)) return true
  return false
}

/** What MathJax 2 draws of a formula, beside its source where that is still there. */
export const isDrawnByMathJax = ({ attributes }: HtmlElement): boolean =>
  attributes.class !== undefined && /(?:^|\s)MathJax/.test(attributes.class)

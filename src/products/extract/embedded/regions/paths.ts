import { memoizeTexts } from '../../../../kit/memoize.ts'
import type { HtmlElement } from '../../../../page/html/html.ts'

/** The place of an element in the tree: names and classes from the body down. */
export const pathOf = (element: HtmlElement, paths: Map<HtmlElement, string>): string => {
  const known = paths.get(element)
  if (known !== undefined) return known
  const chain: HtmlElement[] = []
  for (
    let at: HtmlElement | undefined = element;
    at && !paths.has(at) && at.name !== 'body';
    at = at.parent
  )
    chain.push(at)
  for (let i = chain.length - 1; i >= 0; i--) {
    const one = chain[i] as HtmlElement
    const above = one.parent ? (paths.get(one.parent) ?? '') : ''
    // A long path is kept as a number, so that deep trees stay cheap.
    const key = `${above.length > 60 ? hash(above) : above}/${one.name}.${hash(classKey(one))}`
    paths.set(one, key)
  }
  return paths.get(element) ?? ''
}

/** Names of the elements between a record and a line in it. */
export const relative = (from: HtmlElement, to: HtmlElement): string => {
  const names: string[] = []
  for (let at: HtmlElement | undefined = from; at && at !== to && names.length < 12; at = at.parent)
    names.push(`${at.name}.${classKey(at)}`)
  return names.join('<')
}

/** Numbered and state classes (`post-17`, `row--odd`, `active`) differ between entries of one list. */
const classKey = ({ attributes: { class: names = '' } }: HtmlElement): string => keyOf(names)

/** Pages repeat the same classes, and each is asked for once for every line below it. */
const keyOf = memoizeTexts({ most: 5_000, maxChars: 300 }, names =>
  names
    .split(/\s+/)
    .filter(name => name && !stateWords.test(name))
    .slice(0, 3)
    .sort()
    .join('.'),
)

const stateWords =
  /\d|^(clear|is-|has-)|(^|[-_])(odd|even|first|last|active|selected|current|alpha|omega|new|visible|hidden)($|[-_])/i

const hash = (text: string): string => {
  if (!text) return ''
  let value = 2166136261
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619)
  return (value >>> 0).toString(36)
}

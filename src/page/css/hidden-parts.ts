import { descendants, type HtmlElement, type HtmlNode, textContent } from '../html/html.ts'
import { type HiddenRules, hidingSubject, readHiddenRules } from './hidden-rules.ts'
import { hidesByStyle, hidesLetters, isGone, isWhiteText } from './hidden-style.ts'
import { type DeclaredStyle, readStyle } from './inline-style.ts'
import { mayHide } from './relevant-rules.ts'

/**
 * The outermost parts of a page that its readers do not see and could not open by a click: what
 * is planted for machines, copies kept for markup, leftovers of editors.
 */
export const findHiddenParts = (root: HtmlElement): ReadonlySet<HtmlElement> => {
  const rules = readHiddenRules(root)
  const isByName = !styles(root, '.hidden')
  const hidden = new Map<HtmlElement, string>()
  const stack: HtmlElement[] = [root]
  for (let element = stack.pop(); element; element = stack.pop()) {
    if (silent.has(element.name)) continue
    const how = howHidden(element, rules) ?? (isByName ? howByName(element) : undefined)
    if (how !== undefined && !rules.isOpenable(element) && !holdsPage(element)) {
      hidden.set(element, how)
      continue
    }
    for (const child of element.children) if (child.type === 'element') stack.push(child)
  }
  return withoutRevealed(hidden)
}

const silent = new Set(['head', 'script', 'style', 'template', 'svg', 'math', 'noscript'])

/** `for good`, or the mark by which a script finds what it will show. */
const howHidden = (element: HtmlElement, rules: HiddenRules): string | undefined => {
  const { name, attributes } = element
  if (wholePage.has(name)) return undefined
  if (attributes.hidden !== undefined && attributes.hidden !== 'until-found') return forGood
  if (name === 'dialog' && attributes.open === undefined) return forGood
  if (attributes.style !== undefined && (rules.isWhite || mayHide(attributes.style))) {
    const style = readStyle(attributes.style)
    if (hidesByStyle(style))
      return hidesLetters(style) && holdsMarkup(element) ? undefined : howByStyle(element, style)
    if (rules.isWhite && isWhiteText(style) && !holdsMarkup(element)) return forGood
  }
  return hidingSubject(element, rules)
}

/**
 * Style sheets that the page only links to hide some classes on very many sites: `hidden` of Bootstrap
 * and Tailwind, the boxes in which Doxygen explains a name of an example. Of the blocks in what is
 * called `hidden` 2 of 330 are content on marked pages.
 */
const howByName = ({ attributes: { class: names } }: HtmlElement): string | undefined => {
  if (names === undefined) return undefined
  if (explainedName.test(names)) return forGood
  return hiddenName.test(names) && !shownName.test(names) ? 'hidden' : undefined
}
const hiddenName = /(?:^|\s)hidden(?:\s|$)/
const explainedName = /^ttc$/
/** `hidden lg:block`, `hidden group-hover:flex`, `hidden visible-lg`. */
const shownName = /:!?(?:block|inline|flex|grid|table|contents|list-item)|(?:^|\s)visible-/

const styles = (root: HtmlElement, selector: string): boolean => {
  for (const element of descendants(root))
    if (element.name === 'style' && textContent(element).includes(selector)) return true
  return false
}

/** Mails set the size of letters to none around every cell, and again in it. */
const holdsMarkup = (element: HtmlElement): boolean => {
  for (const { attributes, name } of descendants(element))
    if (attributes.style !== undefined || boxTags.has(name)) return true
  return false
}
const boxTags = new Set(['div', 'p', 'li', 'td', 'h2', 'h3'])

const forGood = 'for good'
const wholePage = new Set(['#document', 'html', 'body', 'main'])

/** What fades or moves in is shown as soon as a reader comes to it. */
const howByStyle = ({ name }: HtmlElement, style: DeclaredStyle): string | undefined => {
  if (isGone(style)) return style.get('visibility') === 'hidden' ? 'visibility' : forGood
  if (!style.has('opacity') || hidesByStyle(without(style, 'opacity'))) return forGood
  if (name === 'h1' || moving.some(name => style.has(name))) return undefined
  return faded
}

const faded = 'opacity'
const moving = ['transform', '-webkit-transform', 'translate', 'scale', 'transition', 'animation']

const without = (style: DeclaredStyle, name: string): DeclaredStyle =>
  new Map([...style].filter(([own]) => own !== name))

/**
 * Whole pages are faded in by script: that is no hiding place. Neither is the source of a formula,
 * which is drawn beside it.
 */
const holdsPage = (element: HtmlElement): boolean => {
  for (const { name } of descendants(element)) if (neverHidden.has(name)) return true
  return false
}
const neverHidden = new Set(['main', 'h1', 'article', 'math'])

/** Where one mark hides text in several places, a script shows it: folded answers, what fades in. */
const withoutRevealed = (hidden: ReadonlyMap<HtmlElement, string>): Set<HtmlElement> => {
  const places = new Map<string, number>()
  for (const [element, how] of hidden)
    if (how !== forGood && hasText(element, how === faded ? wordChars : sentenceChars))
      places.set(how, (places.get(how) ?? 0) + 1)
  const parts = new Set<HtmlElement>()
  for (const [element, how] of hidden) if ((places.get(how) ?? 0) < minRevealed) parts.add(element)
  return parts
}
const minRevealed = 3

const hasText = (element: HtmlElement, least: number): boolean => {
  let chars = 0
  const stack: HtmlNode[] = [element]
  for (let node = stack.pop(); node && chars < least; node = stack.pop()) {
    if (node.type === 'text') chars += node.text.trim().length
    else if (!silent.has(node.name)) stack.push(...node.children)
  }
  return chars >= least
}
const sentenceChars = 40
/** Site builders fade in a headline, a line below it and a button one by one. */
const wordChars = 8

import { descendants, type HtmlElement, type HtmlNode } from '../html/html.ts'
import { findNextElements } from '../html/siblings.ts'
import { foldedAnswers, foldedItems } from './folded-lists.ts'
import { isFactForEars } from './hidden.ts'
import { isHiddenByAttribute } from './hidden-attribute.ts'
import { hidingSubject } from './hidden-matches.ts'
import { findStyled, hidingName, isNeverShown } from './hidden-names.ts'
import { type HiddenRules, readHiddenRules } from './hidden-rules.ts'
import { hidesByStyle, hidesLetters, isColorOf, isGone, isWhiteText } from './hidden-style.ts'
import { type DeclaredStyle, readStyle } from './inline-style.ts'
import { mayHide } from './relevant-rules.ts'
import { seenInside } from './seen-inside.ts'
import { isLabelOfCell } from './silent-label.ts'
import { comesIn, findSoonSeen, folding, shifting, without } from './soon-seen.ts'

/**
 * The outermost parts of a page that its readers do not see and could not open by a click (what
 * is planted for machines, copies kept for markup, leftovers of editors), and what stays although its
 * own attributes would hide it, since a rule shows it, or something in it is seen.
 */
export type HiddenParts = { hidden: ReadonlySet<HtmlNode>; kept: ReadonlySet<HtmlElement> }

export const findHiddenParts = (root: HtmlElement): HiddenParts => {
  const rules = readHiddenRules(root)
  const findIn = createFinder(root, rules)
  const hidden = new Set<HtmlNode>()
  const kept = new Set<HtmlElement>()
  if (rules.showsHidden)
    for (const element of descendants(root))
      if (element.attributes.hidden !== undefined) kept.add(element)
  const scopes = [root]
  for (let scope = scopes.pop(); scope; scope = scopes.pop())
    for (const part of findIn(scope)) {
      const seen = seenInside(part, rules)
      scopes.push(...seen)
      if (seen.length === 0) hidden.add(part)
      else hideAround(part, seen, { hidden, kept })
    }
  return { hidden, kept }
}

/** Hides all that is in a part but for what is seen. */
const hideAround = (
  part: HtmlElement,
  seen: readonly HtmlElement[],
  { hidden, kept }: { hidden: Set<HtmlNode>; kept: Set<HtmlElement> },
): void => {
  const inside = new Set(seen)
  const path = new Set<HtmlElement>()
  for (const element of seen)
    for (let at = element.parent; at && !path.has(at) && at !== part.parent; at = at.parent)
      path.add(at)
  for (const element of path) {
    kept.add(element)
    for (const child of element.children)
      if (child.type === 'text' || !(inside.has(child) || path.has(child))) hidden.add(child)
  }
}

/** The parts below an element, of a page whose sheets are read once. */
const createFinder = (root: HtmlElement, rules: HiddenRules) => {
  const isStyled = findStyled(root)
  const isSoonSeen = findSoonSeen(root)
  const isHidden = (element: HtmlElement, how: string) =>
    !mayOpen(element, how, rules) &&
    !holdsPage(element) &&
    (never.has(how) || marks.has(how) || !isSoonSeen(element, how))
  return (scope: HtmlElement): ReadonlySet<HtmlElement> => {
    const hidden = new Map<HtmlElement, string>()
    const stack: HtmlElement[] = [scope]
    for (let element = stack.pop(); element; element = stack.pop()) {
      if (silent.has(element.name)) continue
      const how = howHidden(element, rules) ?? hidingName(element, isStyled)
      if (how !== undefined && isHidden(element, how)) {
        hidden.set(element, how)
        continue
      }
      for (const child of element.children) if (child.type === 'element') stack.push(child)
    }
    return withoutRevealed(withoutFolded(hidden))
  }
}

const silent = new Set(['head', 'script', 'style', 'template', 'svg', 'math', 'noscript'])

/** Nobody unfolds what stands far off the screen, has no letters to see or is a copy. */
const mayOpen = (element: HtmlElement, how: string, rules: HiddenRules): boolean =>
  how !== outOfSight && rules.isOpenable(element)

/** `for good`, or the mark by which a script finds what it will show. */
const howHidden = (element: HtmlElement, rules: HiddenRules): string | undefined => {
  const { name, attributes } = element
  if (wholePage.has(name)) return undefined
  if (isPutAway(element, rules)) return forGood
  if (name === 'dialog' && attributes.open === undefined) return outOfSight
  if (attributes.popover !== undefined) return forGood
  if (isNeverShown(element)) return outOfSight
  if (attributes.style !== undefined && (rules.paper || mayHide(attributes.style))) {
    const style = readStyle(attributes.style, rules.variables)
    if (hidesByStyle(style))
      return hidesLetters(style) && mayBeSet(element, rules)
        ? undefined
        : howByStyle(element, style)
    if (rules.paper && isWhiteText(style, rules.paper) && !mayBeSet(element, rules))
      return outOfSight
  }
  if (isWhiteFont(element, rules) && !mayBeSet(element, rules)) return outOfSight
  const subject = hidingSubject(element, rules)
  return subject !== undefined && (isFactForEars(element) || isLabelOfCell(element))
    ? undefined
    : subject
}

/** By the attribute, unless the page shows what has it. */
const isPutAway = ({ attributes }: HtmlElement, { showsHidden }: HiddenRules): boolean =>
  isHiddenByAttribute(attributes) && !showsHidden

const isWhiteFont = ({ name, attributes }: HtmlElement, { paper }: HiddenRules): boolean =>
  paper !== undefined && name === 'font' && isColorOf(attributes.color ?? '', paper)

/** Sites set the size of letters to none around every cell, and again in it, by sheets not known. */
const mayBeSet = (element: HtmlElement, { isWhole }: HiddenRules): boolean =>
  !isWhole &&
  descendants(element).some(
    ({ attributes, name }) => attributes.style !== undefined || boxTags.has(name),
  )
const boxTags = new Set(['div', 'p', 'li', 'td', 'h2', 'h3'])

const forGood = 'for good'
const outOfSight = 'out of sight'
const never = new Set([forGood, outOfSight])
const faded = 'opacity'
const unseen = 'visibility'
const marks = new Set([faded, unseen])
const wholePage = new Set(['#document', 'html', 'body', 'main'])

/** What fades or moves in is shown as soon as a reader comes to it. */
const howByStyle = (element: HtmlElement, style: DeclaredStyle): string | undefined => {
  if (comesIn(element, style) || isMovedIn(style)) return undefined
  if (isGone(style)) return style.get('visibility') === 'hidden' ? unseen : forGood
  if (!hidesByStyle(without(style, shifting)) && isTrack(element)) return undefined
  if (hidesByStyle(without(style, folding))) return outOfSight
  if (!style.has('opacity') || hidesByStyle(without(style, ['opacity']))) return forGood
  if (element.name === 'h1' || moving.some(name => style.has(name))) return undefined
  return faded
}

/** GSAP hides what it fades and moves in; tips, which wait for the mouse, have a place of their own. */
const isMovedIn = (style: DeclaredStyle): boolean =>
  style.get('visibility') === 'hidden' &&
  style.has('opacity') &&
  !style.has('position') &&
  shifting.slice(0, 3).some(name => style.has(name)) &&
  !hidesByStyle(without(style, ['visibility', 'opacity', ...shifting]))

/** The slides of a slider stand side by side on a track, which is moved to show the next of them. */
const isTrack = ({ parent, children, attributes }: HtmlElement): boolean => {
  if (children.filter(child => child.type === 'element').length < 2) return false
  const names = [attributes, parent?.attributes, parent?.parent?.attributes]
  return names.some(one => sliderName.test((one?.class ?? '').slice(0, maxNameChars)))
}
const maxNameChars = 200
const sliderName =
  /(?<![a-z])(?:slick|owl|splide|swiper|glide|carousel|slider|slides?|slideshow|embla|flickity|keen|tns|siema|bx|marquee|track)(?![a-z])/i

const moving = ['transform', '-webkit-transform', 'translate', 'scale', 'transition', 'animation']

/**
 * Whole pages are faded in by script: that is no hiding place. Neither is the source of a formula,
 * which is drawn beside it.
 */
const holdsPage = (element: HtmlElement): boolean =>
  descendants(element).some(({ name }) => neverHidden.has(name))
const neverHidden = new Set(['main', 'h1', 'article', 'math'])

const withoutFolded = (hidden: ReadonlyMap<HtmlElement, string>): Map<HtmlElement, string> => {
  const left = new Map(hidden)
  const isHidden = (element: HtmlElement) => hidden.has(element)
  const nextOf = findNextElements()
  for (const parent of new Set([...hidden.keys()].map(element => element.parent)))
    if (parent) for (const item of foldedItems(parent, isHidden, nextOf)) left.delete(item)
  for (const item of foldedAnswers(new Set(left.keys()))) left.delete(item)
  return left
}

/** Where one mark hides text in several places, a script shows it: folded answers, what fades in. */
const withoutRevealed = (hidden: ReadonlyMap<HtmlElement, string>): Set<HtmlElement> => {
  const places = new Map<string, number>()
  for (const [element, how] of hidden)
    if (!never.has(how) && hasText(element, how === faded ? wordChars : sentenceChars))
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

import { isHidden } from '../css/hidden.ts'
import { drawnRating, isSilent } from '../css/silent-label.ts'
import { nearest } from '../html/around.ts'
import { descendants, type HtmlElement, type HtmlNode, type HtmlText } from '../html/html.ts'
import { isListing } from '../html/listings.ts'
import { findOpeners } from '../html/openers.ts'
import { findTabLabels } from '../html/tab-labels.ts'
import { tablePart } from '../html/table-grid.ts'
import { isEmptyTime } from '../html/times.ts'
import { type Block, isBlank, type Region } from './blocks.ts'
import { isControl } from './controls.ts'
import { copyTree } from './copy.ts'
import { postActions } from './post-actions.ts'
import { isFormulaSource, mediaTags } from './tags.ts'
import type { PageView } from './view.ts'
import { unhiddenAttributes } from './visible.ts'

/**
 * The page with only the kept blocks in it, under the elements they stood in, for converters to
 * walk. Pictures stay with the text they stand next to, cells with their row, formulas whole.
 */
export const pruneTree = (
  view: PageView,
  kept: Uint8Array,
  body: HtmlElement,
  choices: ReadonlyMap<HtmlElement, string> = new Map(),
  cardLinks: ReadonlyMap<HtmlElement, string> = new Map(),
): HtmlElement => {
  const marked = markTexts(view, kept)
  const hidden = findHidden(marked)
  markSilent(marked)
  for (const field of choices.keys()) markUp(field, marked)
  const titles = markTitles(body, marked)
  const { hasFormulas, hasMedia, hasRules } = findExtras(body)
  if (hasFormulas) markFormulas(marked)
  if (hasMedia) markMedia(view, kept, body, marked)
  if (hasRules) markRules(marked)
  const tree = copyTree(
    body,
    node => (marked.has(node) || belongs(node, marked)) && (titles.has(node) || !isControl(node)),
    // Hidden text that was chosen is content: whoever reads the tree must not hide it again.
    element => {
      const line = choices.get(element)
      if (line !== undefined) return { [lineAttribute]: line }
      const href = cardLinks.get(element)
      if (href !== undefined) return { ...element.attributes, [targetAttribute]: href }
      return hidden.has(element) ? unhiddenAttributes(element) : element.attributes
    },
  )
  tree.name = 'body'
  if (choices.size > 0) writeChoices(tree)
  if (cardLinks.size > 0) writeLinks(tree)
  return tree
}

/** What there is besides text, which large pages often have none of. */
const findExtras = (body: HtmlElement) => {
  const found = { hasFormulas: false, hasMedia: false, hasRules: false }
  for (const element of descendants(body)) {
    if (element.name === 'math') found.hasFormulas = true
    else if (element.name === 'hr') found.hasRules = true
    if (!found.hasMedia) found.hasMedia = isMedia(element)
  }
  return found
}

/** Each field as a line of text. */
const writeChoices = (tree: HtmlElement) => {
  for (const element of descendants(tree)) {
    const text = element.attributes[lineAttribute]
    if (text === undefined) continue
    element.name = 'p'
    element.attributes = {}
    element.children = [{ type: 'text', text, parent: element }]
  }
}
/** No page can write an attribute with a space in its name. */
const lineAttribute = 'its line'
const targetAttribute = 'its target'

/** All of each element as a link. */
const writeLinks = (tree: HtmlElement) => {
  for (const element of descendants(tree)) {
    const { [targetAttribute]: href, ...attributes } = element.attributes
    if (href === undefined) continue
    element.attributes = attributes
    const link: HtmlElement = {
      ...element,
      name: 'a',
      attributes: { href },
      parent: element,
      depth: element.depth + 1,
    }
    for (const child of link.children) child.parent = link
    element.children = [link]
  }
}

const markTexts = (view: PageView, kept: Uint8Array): Set<HtmlNode> => {
  const marked = new Set<HtmlNode>()
  for (const block of view.blocks) {
    if (!kept[block.index] || saysOnlyControls(block)) continue
    const pressed = postActions(block)
    for (const text of block.texts) if (!pressed.has(text)) markUp(text, marked)
  }
  return marked
}

/** "[bibtex]": without what is pressed, the signs around it say nothing. */
const saysOnlyControls = ({ links, facts, text, texts }: Block): boolean =>
  links > 0 &&
  facts.words <= maxSignedWords &&
  /^[[(|{·•]/.test(text) &&
  texts.every(
    ({ text, parent }) =>
      !/[\p{L}\p{N}]/u.test(text) || nearest(parent, isControl, maxAround) !== undefined,
  )
const maxSignedWords = 4
const maxAround = 3

const findHidden = (chosen: ReadonlySet<HtmlNode>): ReadonlySet<HtmlNode> => {
  const hidden = new Set<HtmlNode>()
  for (const node of chosen)
    if (node.type === 'element' && isHidden(node, 'declared')) hidden.add(node)
  return hidden
}

/** A node and all around it. */
export const markUp = (node: HtmlNode, marked: Set<HtmlNode>) => {
  for (let at: HtmlNode | undefined = node; at && !marked.has(at); at = at.parent) marked.add(at)
}

const markDown = (root: HtmlElement, marked: Set<HtmlNode>) => {
  const stack: HtmlNode[] = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    marked.add(node)
    if (node.type === 'element') for (const child of node.children) stack.push(child)
  }
}

/**
 * What has no words and still says something: the empty lines of kept code, the icons in cells of
 * kept rows, and the space between words that a script has put in a box each to move them (GSAP).
 */
const markSilent = (marked: Set<HtmlNode>) => {
  const seen = new Set<HtmlNode>()
  for (const node of [...marked]) {
    if (node.type === 'text') continue
    markSpace(node, marked)
    if (node.name === 'pre' || isListing(node)) markBlanks(node, marked, seen)
    else if (tablePart(node) === 'tr') {
      for (const cell of node.children)
        if (cell.type === 'element' && !marked.has(cell) && isSilent(cell)) markDown(cell, marked)
    }
  }
}

const markSpace = (box: HtmlElement, marked: Set<HtmlNode>) => {
  if (box.name !== 'div' || !box.attributes.style?.includes('inline')) return
  const beside = box.parent?.children.slice(0, maxBoxes) ?? []
  const before = beside[beside.indexOf(box) - 1]
  if (before?.type === 'text' && before.text.trim() === '') marked.add(before)
}
/** Each looks for its place among its siblings. */
const maxBoxes = 200

/** Around a list of lines, it is a line of its own (Redoc). */
const isBrace = ({ children: [only] }: HtmlElement): boolean =>
  only?.type === 'text' && /^[{}[\],]+$/.test(only.text)

/** What pushes lines of code in, and empty lines; code within code is walked through once. */
const markBlanks = (code: HtmlElement, marked: Set<HtmlNode>, seen: Set<HtmlNode>) => {
  const stack = [code]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    for (const child of node.children)
      if (child.type === 'text') {
        if (isBlank(child.text)) marked.add(child)
      } else if (marked.has(child)) stack.push(child)
      else if (isSilent(child) || isBrace(child)) markDown(child, marked)
  }
}

/** The tab of a kept panel is its title; so is what opens a kept text and stands right above it. */
const markTitles = (body: HtmlElement, marked: Set<HtmlNode>): ReadonlySet<HtmlNode> => {
  const titles = new Set<HtmlNode>()
  const mark = (title: HtmlElement) => {
    titles.add(title)
    markUp(title, marked)
    markDown(title, marked)
  }
  for (const [tab, panel] of findTabLabels(body).tabs) if (marked.has(panel)) mark(tab)
  for (const [opener, panel] of findOpeners(body)) if (marked.has(panel)) mark(opener)
  return titles
}

/** Half a formula is worse than none. */
const markFormulas = (marked: Set<HtmlNode>) => {
  for (const node of [...marked])
    if (node.type === 'element' && node.name === 'math') markDown(node, marked)
}

/**
 * A picture is kept when the smallest text-holding element around it also holds the kept block
 * just before or after it: the photo of a kept figure, not the one of a dropped card.
 */
const markMedia = (view: PageView, kept: Uint8Array, body: HtmlElement, marked: Set<HtmlNode>) => {
  const regionOf = new Map<HtmlElement, Region>()
  for (const region of view.regions) regionOf.set(region.element, region)
  const blockOf = new Map<HtmlText, number>()
  for (const block of view.blocks) for (const text of block.texts) blockOf.set(text, block.index)
  let before = -1
  const stack: HtmlNode[] = [body]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'text') {
      before = blockOf.get(node) ?? before
      continue
    }
    // The same picture for readers without scripts stands next to the lazy one.
    if (node.name === 'noscript' && !marked.has(node)) continue
    if (isMedia(node)) {
      if (drawnTags.has(node.name) || isWayOn(node)) continue
      if (isBeside(node, before, regionOf, kept)) {
        markUp(node, marked)
        markDown(node, marked)
      }
      continue
    }
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as HtmlNode)
  }
}

const isMedia = (element: HtmlElement): boolean =>
  mediaTags.has(element.name) ||
  isFormulaSource(element) ||
  isEmptyTime(element) ||
  drawnRating(element) !== undefined

/** Drawn in place: icons, nearly always. */
const drawnTags = new Set(['svg', 'canvas'])

/** Books and manuals have pictures to turn their pages with, and to the place of a text. */
const isWayOn = ({ name, attributes, parent }: HtmlElement): boolean =>
  name === 'img' &&
  (parent?.name === 'a' || parent?.parent?.name === 'a') &&
  wayOn.test(attributes.alt?.trim() ?? '')
const wayOn =
  /^\[?\s*(?:prev|previous|next|up|top|home|contents|table of contents|index|permalink)\s*\]?$/i

const isBeside = (
  media: HtmlElement,
  before: number,
  regionOf: Map<HtmlElement, Region>,
  kept: Uint8Array,
): boolean => {
  let around: HtmlElement | undefined = media.parent
  while (around && !regionOf.has(around)) around = around.parent
  const region = around && regionOf.get(around)
  if (!region) return false
  const previous = before >= region.first && before < region.end && kept[before] === 1
  const after = before + 1
  const next = after >= region.first && after < region.end && kept[after] === 1
  return previous || next
}

/** A rule stands between two things that are kept, once. */
const markRules = (marked: Set<HtmlNode>) => {
  for (const parent of [...marked]) {
    if (parent.type === 'text') continue
    let seen = false
    let rule: HtmlElement | undefined
    for (const child of parent.children) {
      if (child.type === 'element' && child.name === 'hr') {
        if (seen) rule ??= child
      } else if (marked.has(child)) {
        if (rule) marked.add(rule)
        rule = undefined
        seen = true
      }
    }
  }
}

const companions = new Set(['br', 'wbr', 'col', 'colgroup', 'input'])

/** What completes a kept element: line breaks, empty cells, check boxes, places that links name. */
const belongs = (node: HtmlNode, marked: Set<HtmlNode>): boolean => {
  const { parent } = node
  if (!parent) return false
  if (node.type === 'text' || !marked.has(parent)) return false
  const part = tablePart(node)
  if (part === 'td' || part === 'th') return tablePart(parent) === 'tr'
  return companions.has(node.name) || (node.children.length === 0 && isPlace(node))
}

const isPlace = ({ name, attributes }: HtmlElement): boolean =>
  (name === 'a' || name === 'span') &&
  attributes.href === undefined &&
  (attributes.id ?? attributes.name) !== undefined

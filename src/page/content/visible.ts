import { isHidden } from '../css/hidden.ts'
import { descendants, type HtmlDocument, type HtmlElement, type HtmlNode } from '../html/html.ts'
import { holdsAnswers } from './answers.ts'
import { isOneComment, saysComments } from './comment-marks.ts'
import type { CommentsOption } from './comments.ts'
import { copyTree } from './copy.ts'
import { type HiddenOption, shownPage } from './shown.ts'
import { isFormulaSource, mediaTags, silentTags } from './tags.ts'
import { contentText } from './text.ts'

/** The whole page as a reader without scripts sees it: nothing silent, nothing hidden. */
export const visibleTree = (document: HtmlDocument): HtmlElement =>
  copyTree(bodyOf(document.root), isVisible)

/**
 * The whole page with what a click would open: tabs and folded answers are hidden by their own
 * markup, and whoever writes the tree must not hide them again.
 */
export const wholePage = (
  document: HtmlDocument,
  {
    hidden,
    comments,
  }: { hidden?: HiddenOption | undefined; comments?: CommentsOption | undefined },
): { tree: HtmlElement; commentsLeftOut: number } => {
  const shown = hidden === 'include' ? document : shownPage(document)
  let commentsLeftOut = 0
  const body = bodyOf(shown.root)
  const saysMost = findMost(body)
  const isLeftOut = (element: HtmlElement): boolean => {
    if (comments !== 'exclude' || !isOfComments(element)) return false
    const count = countComments(element)
    // An opinion is called a comment too (Kommentar, commentaire).
    if (count === 1 && saysMost(element)) return false
    commentsLeftOut += count
    return true
  }
  const tree = copyTree(
    body,
    node => node.type === 'text' || isFormulaSource(node) || (isShown(node) && !isLeftOut(node)),
    unhiddenAttributes,
  )
  return { tree, commentsLeftOut }
}

/** Whether an element has most of the words in it, asked of a few elements. */
const findMost = (body: HtmlElement) => {
  let asked = 0
  let all: number | undefined
  return (element: HtmlElement): boolean => {
    if (asked++ >= maxAsked) return false
    all ??= contentText(body).length
    return contentText(element).length * 2 > all
  }
}
const maxAsked = 20

/** What the markup calls comments, unless it is all of the page, a line of code or the answers. */
const isOfComments = (element: HtmlElement): boolean => {
  if (!commentBoxes.has(element.name) || !saysComments(element)) return false
  if (holdsAnswers(element)) return false
  return !descendants(element).some(({ name }) => name === 'h1' || name === 'main')
}

/** At least the one that an element was left out for. */
const countComments = (element: HtmlElement): number => {
  let count = isOneComment(element) ? 1 : 0
  // WordPress calls the item and the box in it a comment.
  for (const inner of descendants(element))
    if (isOneComment(inner) && !(inner.parent && isOneComment(inner.parent))) count++
  return Math.max(1, count)
}
const commentBoxes = new Set(['div', 'section', 'aside', 'article', 'ol', 'ul', 'li', 'table'])

/** Without what says that the element is not shown; no click opens a part of a formula. */
export const unhiddenAttributes = (element: HtmlElement): Record<string, string> => {
  if (element.namespace !== undefined || !isHidden(element, 'declared')) return element.attributes
  const { hidden, style, ...rest } = element.attributes
  return rest
}

/** Its text, without a copy of the tree. */
export const visibleText = (document: HtmlDocument, maxChars: number): string =>
  contentText(bodyOf(document.root), { keep: node => !isHidden(node, 'declared'), maxChars })

const isVisible = (node: HtmlNode): boolean =>
  node.type === 'text' || (isShown(node) && !isHidden(node, 'declared'))

/** Media and form choices hold no text of the page but are part of what it shows. */
const isShown = ({ name }: HtmlElement) =>
  !silentTags.has(name) || mediaTags.has(name) || name === 'source' || name === 'track'

export const bodyOf = (root: HtmlElement): HtmlElement => {
  const html = root.children.find(child => child.type === 'element' && child.name === 'html')
  if (html?.type !== 'element') return root
  const body = html.children.find(child => child.type === 'element' && child.name === 'body')
  return body?.type === 'element' ? body : html
}

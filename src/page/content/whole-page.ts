import type { HtmlDocument, HtmlElement } from '../html/html.ts'
import { type CommentsOption, findComments } from './comments.ts'
import { copyTree } from './copy.ts'
import { judge } from './judge.ts'
import { loadModel } from './load.ts'
import { type HiddenOption, shownPage } from './shown.ts'
import { isFormulaSource } from './tags.ts'
import { viewPage } from './view.ts'
import { bodyOf, isShown, unhiddenAttributes } from './visible.ts'

type WholeOptions = {
  url?: string | undefined
  hidden?: HiddenOption | undefined
  comments?: CommentsOption | undefined
}

/**
 * The whole page with what a click would open: tabs and folded answers are hidden by their own
 * markup, and whoever writes the tree must not hide them again.
 */
export const wholePage = (
  document: HtmlDocument,
  { url, hidden, comments }: WholeOptions,
): { tree: HtmlElement; commentsLeftOut: number } => {
  const shown = hidden === 'include' ? document : shownPage(document)
  const leftOut = comments === 'exclude' ? commentsOf(shown, url) : noComments
  const tree = copyTree(
    bodyOf(shown.root),
    node =>
      node.type === 'text' ||
      isFormulaSource(node) ||
      (isShown(node) && !leftOut.elements.has(node)),
    unhiddenAttributes,
  )
  return { tree, commentsLeftOut: leftOut.count }
}

const noComments = { elements: new Set<HtmlElement>(), count: 0 }

/** The same as in the main content, so that a chapter on comments is none here either. */
const commentsOf = (document: HtmlDocument, url: string | undefined): typeof noComments => {
  const selection = judge(viewPage(document, url), loadModel())
  const { found } = findComments({ ...selection, comments: 'exclude' })
  return {
    elements: new Set(found.flatMap(({ elements }) => elements)),
    count: found.reduce((sum, { count }) => sum + count, 0),
  }
}

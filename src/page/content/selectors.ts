import { invalidRequest } from '../../kit/errors.ts'
import { parseSelectors } from '../css/parse.ts'
import type { CompiledSelector } from '../css/selector.ts'
import { htmlSelectors } from '../css/tree.ts'
import { nearest } from '../html/around.ts'
import { descendants, type HtmlDocument, type HtmlElement, type HtmlNode } from '../html/html.ts'
import { copyTree } from './copy.ts'
import { markUp } from './prune.ts'

type TagFilter = { includeTags?: readonly string[]; excludeTags?: readonly string[] }

/**
 * What the caller's CSS selectors leave of a page: with `includeTags` only the matching elements
 * (in page order, each whole and once), without what `excludeTags` matches. The head stays, so
 * that title and base address can still be read. The page itself is not changed.
 */
export const filterTags = (document: HtmlDocument, filter: TagFilter): HtmlDocument => {
  const { includeTags = [], excludeTags = [] } = filter
  if (includeTags.length === 0 && excludeTags.length === 0) return document
  const included = matchAll(document.root, includeTags, 'includeTags')
  const excluded = matchAll(document.root, excludeTags, 'excludeTags')
  if (includeTags.length === 0)
    return { ...document, root: copyTree(document.root, node => !excluded.has(node)) }
  const wanted = withAncestors(included)
  return {
    ...document,
    root: copyTree(document.root, node => {
      if (excluded.has(node)) return false
      return wanted.has(node) || isInside(node, included) || isHead(node)
    }),
  }
}

/** Checks selectors without a page, so that a bad one costs the caller nothing. */
export const checkSelectors = (filter: TagFilter) => {
  for (const selector of filter.includeTags ?? []) compileSelector(selector, 'includeTags')
  for (const selector of filter.excludeTags ?? []) compileSelector(selector, 'excludeTags')
}

const compileSelector = (text: string, option: string): CompiledSelector<HtmlElement>[] => {
  try {
    const list = parseSelectors(text)
    // A slip of the caller, even where it could be read as matching nothing.
    if (!list || list.children.isEmpty || /,\s*$/.test(text)) throw new Error('No selector')
    return htmlSelectors.compileSelectors(list, {
      onUnknown(what) {
        throw new Error(`Unknown: ${what}`)
      },
    })
  } catch (cause) {
    throw invalidRequest(
      `${option} contains a CSS selector that cannot be used: ${JSON.stringify(text.slice(0, 200))}.`,
      { cause },
    )
  }
}

const matchAll = (root: HtmlElement, texts: readonly string[], option: string): Set<HtmlNode> => {
  const matched = new Set<HtmlNode>()
  const selectors = texts.flatMap(text => compileSelector(text, option))
  if (selectors.length === 0) return matched
  const search = htmlSelectors.startSearch(unlimited)
  for (const element of descendants(root))
    if (selectors.some(selector => htmlSelectors.matches(selector, element, search)))
      matched.add(element)
  return matched
}

/** The thread's own time limit ends a search that takes too long. */
const unlimited = { spend: () => {} }

const withAncestors = (nodes: Set<HtmlNode>): Set<HtmlNode> => {
  const all = new Set<HtmlNode>()
  for (const node of nodes) markUp(node, all)
  return all
}

/** copyTree goes from the top, so a node is inside when its parent was taken whole. */
const isInside = (node: HtmlNode, included: Set<HtmlNode>): boolean => {
  if (!node.parent || !included.has(node.parent)) return false
  included.add(node)
  return true
}

const isHead = (node: HtmlNode): boolean => {
  const at = node.type === 'element' ? node : node.parent
  return nearest(at, ({ name }) => name === 'head') !== undefined
}

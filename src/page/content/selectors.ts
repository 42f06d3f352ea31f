import { compile } from 'css-select'
import { AppError } from '../../errors.ts'
import {
  descendants,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  textContent,
} from '../html/html.ts'
import { copyTree } from './copy.ts'

type TagFilter = { includeTags?: readonly string[]; excludeTags?: readonly string[] }

/**
 * What the caller's CSS selectors leave of a page: with `includeTags` only the matching elements
 * (in page order, each whole and once), without what `excludeTags` matches. The head stays, so
 * that title and base address can still be read. The page itself is not changed.
 */
export const filterTags = (document: HtmlDocument, filter: TagFilter): HtmlDocument => {
  const { includeTags = [], excludeTags = [] } = filter
  if (includeTags.length === 0 && excludeTags.length === 0) return document
  const previous = previousElements(document.root)
  const included = matchAll(document.root, includeTags, 'includeTags', previous)
  const excluded = matchAll(document.root, excludeTags, 'excludeTags', previous)
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
  for (const selector of filter.includeTags ?? [])
    compileSelector(selector, 'includeTags', new Map())
  for (const selector of filter.excludeTags ?? [])
    compileSelector(selector, 'excludeTags', new Map())
}

type Previous = Map<HtmlNode, HtmlElement | null>

const compileSelector = (selector: string, option: string, previous: Previous) => {
  try {
    // An empty selector compiles and matches nothing; it is a slip of the caller all the same.
    if (selector.trim() === '') throw new Error('Empty selector')
    return compile<HtmlNode, HtmlElement>(selector, { adapter: adapterWith(previous) })
  } catch (cause) {
    throw new AppError(
      'invalid_request',
      `${option} holds a CSS selector that cannot be used: ${JSON.stringify(selector.slice(0, 200))}.`,
      { cause },
    )
  }
}

const matchAll = (
  root: HtmlElement,
  selectors: readonly string[],
  option: string,
  previous: Previous,
): Set<HtmlNode> => {
  const matched = new Set<HtmlNode>()
  for (const selector of selectors) {
    const matches = compileSelector(selector, option, previous)
    for (const element of descendants(root)) if (matches(element)) matched.add(element)
  }
  return matched
}

/** Once for the page: looking a sibling up in its parent's list each time would be quadratic. */
const previousElements = (root: HtmlElement): Previous => {
  const previous: Previous = new Map()
  const note = (parent: HtmlElement) => {
    let last: HtmlElement | null = null
    for (const child of parent.children) {
      previous.set(child, last)
      if (child.type === 'element') last = child
    }
  }
  note(root)
  for (const element of descendants(root)) note(element)
  return previous
}

const adapterWith = (previous: Previous) => ({
  isTag: (node: HtmlNode): node is HtmlElement =>
    node.type === 'element' && !node.name.startsWith('#'),
  getAttributeValue: (element: HtmlElement, name: string) => element.attributes[name],
  getChildren: (node: HtmlNode) => (node.type === 'element' ? node.children : []),
  getName: (element: HtmlElement) => element.name,
  getParent: (node: HtmlElement) => node.parent ?? null,
  getSiblings: (node: HtmlNode) => node.parent?.children ?? [node],
  prevElementSibling: (node: HtmlNode) => previous.get(node) ?? null,
  getText: (node: HtmlNode) => (node.type === 'text' ? node.text : textContent(node)),
  hasAttrib: (element: HtmlElement, name: string) => Object.hasOwn(element.attributes, name),
  removeSubsets: (nodes: HtmlNode[]) => nodes,
})

const withAncestors = (nodes: Set<HtmlNode>): Set<HtmlNode> => {
  const all = new Set<HtmlNode>()
  for (const node of nodes)
    for (let at: HtmlNode | undefined = node; at && !all.has(at); at = at.parent) all.add(at)
  return all
}

/** copyTree goes from the top, so a node is inside when its parent was taken whole. */
const isInside = (node: HtmlNode, included: Set<HtmlNode>): boolean => {
  if (!node.parent || !included.has(node.parent)) return false
  included.add(node)
  return true
}

const isHead = (node: HtmlNode): boolean => {
  for (let at: HtmlNode | undefined = node; at; at = at.parent)
    if (at.type === 'element' && at.name === 'head') return true
  return false
}

import { channel } from 'node:diagnostics_channel'
import { Parser, html as spec, type Token, type TreeAdapter } from 'parse5'
import { RunTokenizer } from './tokenizer.ts'

/**
 * One HTML parse for everything that reads a page: parse5 (browser-accurate, linear on hostile
 * input since version 8) into a small tree of our own. Depth and node count are capped here, so
 * no reader needs to defend itself; readers still walk iteratively.
 */
export type HtmlElement = {
  type: 'element'
  name: string
  /** Only for SVG and MathML elements. */
  namespace: string | undefined
  attributes: Record<string, string>
  children: HtmlNode[]
  parent: HtmlElement | undefined
  depth: number
}
export type HtmlText = { type: 'text'; text: string; parent: HtmlElement | undefined }
export type HtmlNode = HtmlElement | HtmlText

export const isElement = (node: HtmlNode): node is HtmlElement => node.type === 'element'

export type HtmlDocument = {
  /** The document node, named `#document`; `<html>` is its child. */
  root: HtmlElement
  /** Whatever came after the node limit was left out. */
  truncated: boolean
}

type HtmlLimits = { maxDepth: number; maxNodes: number }

/** WebKit's own depth limit, and ten times the nodes of a very large real page. */
const defaultLimits: HtmlLimits = { maxDepth: 512, maxNodes: 200_000 }

/** Tests and benches that count parses subscribe here; without one this costs nothing. */
const parses = channel('siteray:parse')

/** `<noscript>` is read as markup: no script of the page has run. */
export const parseHtml = (html: string, limits = defaultLimits): HtmlDocument => {
  parses.publish({ characters: html.length })
  if (alive.length === 0)
    alive.push(createParser(createElement('#document', undefined, {}), limits))
  const root = createElement('#document', undefined, {})
  try {
    createParser(root, limits).tokenizer.write(
      html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html,
      true,
    )
    return { root, truncated: false }
  } catch (error) {
    if (error !== limitReached) throw error
    return { root, truncated: true }
  }
}

/**
 * V8 forgets what objects look like when the last of a kind is collected, and drops the code that it
 * made for them: a parser between two pages is such a one. So one is never collected.
 */
const alive: unknown[] = []

const createParser = (root: HtmlElement, limits: HtmlLimits): Parser<Map> => {
  const parser = new Parser({
    treeAdapter: createTreeAdapter(root, limits),
    scriptingEnabled: false,
  })
  parser.tokenizer = new RunTokenizer(parser)
  return parser
}

/** All elements below `from`, in page order, without recursion. */
export const descendants = (from: HtmlElement): Descendants => new Descendants(from)

/** Without a generator, whose steps make objects: every page is walked a dozen times. */
class Descendants extends Iterator<HtmlElement, undefined> {
  /** The rows of children around the place of the walk, from outside in, and where each goes on. */
  private readonly rows: HtmlNode[][] = []
  private readonly places: number[] = []
  /** The one element that is handed out at a time; its children come next, as they then are. */
  private readonly step: { done: false; value: HtmlElement }

  constructor(from: HtmlElement) {
    super()
    this.step = { done: false, value: from }
  }

  override next(): IteratorResult<HtmlElement, undefined> {
    const { rows, places, step } = this
    let row: HtmlNode[] | undefined = step.value.children
    for (let place = 0; row; place = places.pop() ?? 0) {
      while (place < row.length) {
        const node = row[place++] as HtmlNode
        if (node.type === 'text') continue
        rows.push(row)
        places.push(place)
        step.value = node
        return step
      }
      row = rows.pop()
    }
    step.value = nothing
    return { done: true, value: undefined }
  }

  /** As the one of all iterators, which V8 cannot make one with `next`. */
  override some(isSo: (element: HtmlElement, at: number) => unknown): boolean {
    let at = 0
    for (const element of this) if (isSo(element, at++)) return true
    return false
  }
}

/** The text below a node as it stands in the source, blocks not separated. */
export const textContent = (from: HtmlElement): string => {
  const parts: string[] = []
  const stack: HtmlNode[] = [from]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'text') parts.push(node.text)
    else
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as HtmlNode)
  }
  return parts.join('')
}

const limitReached = Symbol('node limit reached')

export const createElement = (
  name: string,
  namespace: string | undefined,
  attributes: Record<string, string>,
  parent?: HtmlElement,
): HtmlElement => ({
  type: 'element',
  name,
  namespace,
  attributes,
  children: [],
  parent,
  depth: parent ? parent.depth + 1 : 0,
})

/** What is walked when a walk is over. */
const nothing = createElement('#nothing', undefined, {})

type Map = {
  node: HtmlNode
  parentNode: HtmlElement
  childNode: HtmlNode
  commentNode: HtmlElement
  textNode: HtmlText
  element: HtmlElement
  document: HtmlElement
  documentFragment: HtmlElement
  template: HtmlElement
  documentType: HtmlElement
}

/** Only the serializer of parse5 asks for these. */
type Unasked =
  | `get${'Text' | 'Comment'}NodeContent`
  | `getDocumentTypeNode${string}`
  | `is${'Text' | 'Comment' | 'Element'}Node`

const createTreeAdapter = (root: HtmlElement, limits: HtmlLimits): TreeAdapter<Map> => {
  let nodes = 0
  let mode = spec.DOCUMENT_MODE.NO_QUIRKS
  const count = () => {
    if (++nodes > limits.maxNodes) throw limitReached
  }
  const adopt = (wanted: HtmlElement, node: HtmlNode): HtmlElement => {
    // Past the depth limit a child becomes a sibling of its parent: order and text are kept.
    const parent = wanted.depth >= limits.maxDepth && wanted.parent ? wanted.parent : wanted
    node.parent = parent
    if (node.type === 'element') node.depth = parent.depth + 1
    return parent
  }
  const append = (wanted: HtmlElement, node: HtmlNode) => {
    if (isComment(node)) return
    addChild(adopt(wanted, node), node)
  }
  const insertBefore = (wanted: HtmlElement, node: HtmlNode, before: HtmlNode) => {
    if (isComment(node)) return
    const parent = adopt(wanted, node)
    // What is put before a table stands near the end of what is known: searched from there.
    const at = parent.children.lastIndexOf(before)
    parent.children.splice(at < 0 ? parent.children.length : at, 0, node)
  }
  const text = (value: string): HtmlText => {
    count()
    return { type: 'text', text: value, parent: undefined }
  }
  const adapter: Omit<TreeAdapter<Map>, Unasked> = {
    createDocument: () => root,
    createDocumentFragment: () => createElement('#fragment', undefined, {}),
    createElement(name, namespace, attributes) {
      count()
      const foreign = namespace === spec.NS.HTML ? undefined : namespace
      return createElement(name, foreign, toRecord(attributes))
    },
    createCommentNode: () => createElement('#comment', undefined, {}),
    createTextNode: text,
    appendChild: append,
    insertBefore,
    setTemplateContent: () => {},
    // A template's content are its children: readers skip `<template>` or read it, as they need.
    getTemplateContent: template => template,
    setDocumentType: () => {},
    setDocumentMode: (_document, value) => {
      mode = value
    },
    getDocumentMode: () => mode,
    detachNode(node) {
      const siblings = node.parent?.children
      if (siblings) siblings.splice(siblings.lastIndexOf(node), 1)
      node.parent = undefined
    },
    insertText(parent, value) {
      const last = parent.children.at(-1)
      if (last?.type === 'text') last.text += value
      else append(parent, text(value))
    },
    insertTextBefore(parent, value, before) {
      const previous = parent.children[parent.children.lastIndexOf(before) - 1]
      if (previous?.type === 'text') previous.text += value
      else insertBefore(parent, text(value), before)
    },
    adoptAttributes(recipient, attributes) {
      // Into the record that is there: a page may say `<html …>` a thousand times.
      if (recipient.attributes === noAttributes) recipient.attributes = toRecord(attributes)
      else addMissing(recipient.attributes, attributes)
    },
    getFirstChild: node => node.children[0] ?? null,
    getChildNodes: node => node.children,
    getParentNode: node => node.parent ?? null,
    getAttrList: node =>
      Object.entries(node.attributes).map(([name, value]) => ({ name, value }) as Token.Attribute),
    getTagName: node => node.name,
    getNamespaceURI: node => (node.namespace as spec.NS | undefined) ?? spec.NS.HTML,
    isDocumentTypeNode: (_node): _node is HtmlElement => false,
    setNodeSourceCodeLocation: () => {},
    getNodeSourceCodeLocation: () => undefined,
    updateNodeSourceCodeLocation: () => {},
  }
  return adapter as TreeAdapter<Map>
}

/** Most elements have one child or two, and a list that is pushed to has room for 16 more. */
export const addChild = (parent: HtmlElement, child: HtmlNode): void => {
  const { children } = parent
  if (children.length === 0) parent.children = [child]
  else if (children.length === 1) parent.children = [children[0] as HtmlNode, child]
  else children.push(child)
}

const isComment = (node: HtmlNode) => node.type === 'element' && node.name === '#comment'

const toRecord = (attributes: Token.Attribute[]): Record<string, string> => {
  if (attributes.length === 0) return noAttributes
  const record: Record<string, string> = {}
  const count = Math.min(attributes.length, maxAttributes)
  for (let at = 0; at < count; at++) {
    const { name, prefix, value } = attributes[at] as Token.Attribute
    record[prefix ? `${prefix}:${name}` : name] = value
  }
  return record
}

/** A hundred times what any element has; those behind them are left out. */
const maxAttributes = 10_000

const addMissing = (record: Record<string, string>, attributes: Token.Attribute[]): void => {
  for (const { name, value } of attributes) if (!Object.hasOwn(record, name)) record[name] = value
}

const noAttributes: Record<string, string> = Object.freeze({})

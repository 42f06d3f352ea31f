import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { createElement, type ReactNode, useMemo } from 'react'

/**
 * Markdown of a page nobody vouches for. micromark leaves out raw HTML and script addresses; its
 * output is parsed in a document that runs nothing, and only the tags below are built anew, with no
 * attribute but a checked link. No HTML of the page ever reaches our own document.
 */
export const Markdown = ({ text }: { text: string }) => {
  const content = useMemo(() => rebuild(text), [text])
  return <div className="prose">{content}</div>
}

const rebuild = (text: string): ReactNode[] => {
  const html = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  return childrenOf(parsed.body, 0)
}

/** `<!-- page 3 -->` on a line of its own, as a file with pages has it. */
const pageMark = /^<!-- page (\d{1,6}) -->$/m

/** Text outside every element is HTML that was left as it is, and among it the marks of pages. */
const LooseText = ({ text }: { text: string }) =>
  text
    .split(pageMark)
    .map((part, index) => (index % 2 === 0 ? part : <PageMark key={part} number={part} />))

const PageMark = ({ number }: { number: string }) => (
  <p className="flex items-center gap-3 text-xs text-soft after:grow after:border-line after:border-t">
    Page {number}
  </p>
)

const tags = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
  ...['em', 'strong', 'del', 'hr', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'sup'],
])
const empty = new Set(['hr', 'br'])
/** Deeper than anybody writes; a hostile page must not exhaust the stack. */
const maxDepth = 100

const childrenOf = (parent: Node, depth: number): ReactNode[] =>
  depth > maxDepth ? [] : [...parent.childNodes].map((node, index) => build(node, index, depth + 1))

const build = (node: Node, key: number, depth: number): ReactNode => {
  if (node instanceof Text)
    return depth === 1 ? <LooseText key={key} text={node.data} /> : node.data
  if (!(node instanceof Element)) return null
  const tag = node.localName
  if (tag === 'img') return `🖼 ${node.getAttribute('alt') ?? ''}`
  if (tag === 'input') return node.hasAttribute('checked') ? '☑' : '☐'
  if (tag === 'a') {
    const href = node.getAttribute('href') ?? ''
    if (!/^https?:\/\//i.test(href)) return childrenOf(node, depth)
    return (
      <a key={key} href={href} target="_blank" rel="noreferrer noopener nofollow">
        {childrenOf(node, depth)}
      </a>
    )
  }
  if (empty.has(tag)) return createElement(tag, { key })
  const start = tag === 'ol' ? node.getAttribute('start') : null
  if (tags.has(tag))
    return createElement(tag, { key, ...(start && { start }) }, ...childrenOf(node, depth))
  return childrenOf(node, depth)
}

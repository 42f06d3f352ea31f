import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import {
  type HtmlElement,
  type HtmlNode,
  parseHtml,
  textContent,
} from '../../src/page/html/html.ts'

/** What GitHub would show for the Markdown, parsed back. */
export const renderMarkdown = (markdown: string): HtmlElement =>
  parseHtml(
    micromark(markdown, {
      allowDangerousHtml: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    }),
  ).root

export type Line = {
  /** The containers around the block and its kind, such as `ul/li/p`. */
  path: string
  /** Words, with links, pictures, code and breaks marked. */
  text: string
  /** For each character of `text`, which emphasis it carries. */
  emphasis: string[]
}

/**
 * The structure of a page that Markdown can carry, written flat: two pages are the same if their
 * outlines are. Recursive on purpose: a reader of its own, nothing shared with what it checks.
 */
export const outline = (root: HtmlElement): Line[] => {
  const lines: Line[] = []
  const state: State = { lines, path: [], text: '', emphasis: [], marks: [] }
  walk(state, root)
  flush(state, 'p')
  return lines
}

type State = {
  lines: Line[]
  path: string[]
  text: string
  emphasis: string[]
  marks: string[]
}

const walk = (state: State, node: HtmlNode): void => {
  if (node.type === 'text') {
    add(state, node.text)
    return
  }
  const { name, attributes } = node
  if (name === 'head' || name === 'script') return
  if (/^h[1-6]$/.test(name) || name === 'p' || name === 'td' || name === 'th') {
    flush(state, 'p')
    children(state, node)
    flush(state, name === 'td' || name === 'th' ? 'cell' : name)
    return
  }
  if (name === 'pre') {
    flush(state, 'p')
    state.text = textContent(node).replace(/\n+$/, '')
    state.emphasis = []
    const language = /language-(\S+)/.exec(firstClass(node))?.[1] ?? ''
    state.lines.push({
      path: [...state.path, `pre:${language}`].join('/'),
      text: state.text,
      emphasis: [],
    })
    state.text = ''
    return
  }
  if (name === 'hr') {
    flush(state, 'p')
    state.lines.push({ path: [...state.path, 'hr'].join('/'), text: '', emphasis: [] })
    return
  }
  if (containers.has(name)) {
    flush(state, 'p')
    state.path.push(name === 'ol' ? `ol${attributes.start ?? 1}` : name)
    const before = state.lines.length
    children(state, node)
    flush(state, 'p')
    const isEmpty = state.lines.length === before
    if (
      !isEmpty &&
      (name === 'ul' || name === 'ol' || name === 'blockquote' || name === 'li' || name === 'tr')
    )
      state.lines.push({ path: `${state.path.join('/')}/end`, text: '', emphasis: [] })
    state.path.pop()
    return
  }
  inline(state, node)
}

const inline = (state: State, node: HtmlElement): void => {
  const { name, attributes } = node
  const solid = solidText(node)
  if (solid !== undefined) add(state, solid, true)
  else if (name === 'code') addCode(state, oneLine(textContent(node)))
  else if (emphases[name]) {
    state.marks.push(emphases[name])
    children(state, node)
    state.marks.pop()
  } else {
    // Addresses that stand in the text become links by themselves.
    const linked = name === 'a' && (attributes.href ?? '').startsWith('https://example.com/l/')
    if (linked) add(state, `⟦${attributes.href}⟧`, true)
    children(state, node)
    if (linked) add(state, '⟦/⟧', true)
  }
}

const solidText = ({ name, attributes }: HtmlElement): string | undefined => {
  if (name === 'br') return '⏎'
  if (name === 'img') return `⟦img ${attributes.src} ${oneLine(attributes.alt)}⟧`
  if (name === 'input') return attributes.checked === undefined ? '☐ ' : '☑ '
  return undefined
}

/** Two that touch count as one. */
const addCode = (state: State, text: string): void => {
  if (text === '') return
  const touches = state.text.endsWith('›')
  if (touches) {
    state.text = state.text.slice(0, -1)
    state.emphasis.pop()
  }
  add(state, touches ? `${text}›` : `‹${text}›`, true)
}

const children = (state: State, node: HtmlElement): void => {
  for (const child of node.children) walk(state, child)
}

const add = (state: State, text: string, solid = false): void => {
  const value = solid ? text : text.replace(/[\s\u00a0]+/g, ' ')
  const marks = [...new Set(state.marks)].sort().join('')
  // Space at the edge of a link or a line belongs to neither.
  if ((text === '⏎' || text === '⟦/⟧') && state.text.endsWith(' ')) {
    state.text = state.text.slice(0, -1)
    state.emphasis.pop()
  }
  for (const char of value) {
    if (char === ' ' && !solid && /^$|[ ⏎]$|⟦https[^⟧]*⟧$/.test(state.text)) continue
    state.text += char
    state.emphasis.push(char === ' ' ? '' : marks)
  }
}

const flush = (state: State, kind: string): void => {
  const text = state.text.trimEnd()
  if (text !== '' || kind === 'cell')
    state.lines.push({ path: [...state.path, kind].join('/'), text, emphasis: state.emphasis })
  state.text = ''
  state.emphasis = []
}

const oneLine = (text = ''): string => text.replace(/\s+/g, ' ').trim()

const firstClass = (pre: HtmlElement): string => {
  const code = pre.children.find(child => child.type === 'element')
  return code?.type === 'element' ? (code.attributes.class ?? '') : ''
}

const containers = new Set('ul ol li blockquote table thead tbody tr section'.split(' '))
const emphases: Record<string, string> = {
  strong: 'B',
  b: 'B',
  em: 'I',
  i: 'I',
  del: 'S',
  s: 'S',
}

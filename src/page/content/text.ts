import { codeAt } from '../../kit/code-at.ts'
import { keepsLines } from '../css/white-space.ts'
import { type HtmlElement, type HtmlNode, textContent } from '../html/html.ts'
import { taskSign } from '../html/task-box.ts'
import { isDisplayedTex, isTexSource } from '../html/tex-sources.ts'
import { isBlank, isPlainSpace, isSpace } from './blocks.ts'
import { blockTags, separatesWords, silentTags } from './tags.ts'

type TextOptions = {
  /** Elements it refuses are left out with everything in them. */
  keep?: (element: HtmlElement) => boolean
  /** Reading stops soon after so many characters. */
  maxChars?: number
}

/**
 * Plain text of a tree as it reads: block elements break lines, inline elements do not, cells of
 * a row are separated by tabs, white space is shown once except in `<pre>`.
 */
export const contentText = (root: HtmlElement, options: TextOptions = {}): string => {
  const { keep, maxChars = Infinity } = options
  const lines: string[] = []
  let chars = 0
  const line = createLine()
  let edges = 0
  let preLevel = 0
  const breakLine = () => {
    const text = line.take()
    if (!isBlank(text)) {
      lines.push(text)
      chars += text.length
    }
    edges = 0
  }
  const write = (text: string, isOfLines = false) => {
    if (edges > 1) line.space()
    edges = 0
    if (preLevel > 0) line.add(text)
    else if (isOfLines) addLines(line, text, breakLine)
    else addCollapsed(line, text)
  }
  const edge = (element: HtmlElement) => {
    const { name } = element
    if (name === 'td' || name === 'th') line.tab()
    else if (blockTags.has(name)) breakLine()
    else if (separatesWords(name)) edges++
  }
  const stack = [frameOf(root)]
  for (let frame = stack.at(-1); frame && chars < maxChars; frame = stack.at(-1)) {
    const node: HtmlNode | undefined = frame.element.children[frame.next++]
    if (!node) {
      if (frame.element.name === 'pre') preLevel--
      edge(frame.element)
      stack.pop()
    } else if (node.type === 'text' || taskSign(node)) write(wordsOf(node), frame.isOfLines)
    else if (node.name === 'br') {
      if (preLevel > 0) line.add('\n')
      else breakLine()
    } else if (isTexSource(node)) {
      const apart = isDisplayedTex(node) ? breakLine : () => undefined
      apart()
      // What was drawn of it, and left out, stands right before it.
      edges = 0
      write(textContent(node))
      apart()
    } else if (silentTags.has(node.name) || keep?.(node) === false) edges = 2
    else {
      edge(node)
      if (node.name === 'pre') preLevel++
      stack.push(frameOf(node, frame))
    }
  }
  breakLine()
  return lines.join('\n')
}

const addLines = (
  line: ReturnType<typeof createLine>,
  text: string,
  breakLine: () => void,
): void => {
  for (const [at, part] of text.split('\n').entries()) {
    if (at > 0) breakLine()
    addCollapsed(line, part)
  }
}

type Frame = { element: HtmlElement; next: number; isOfLines: boolean }

const frameOf = (element: HtmlElement, around?: Frame): Frame => ({
  element,
  next: 0,
  isOfLines: keepsLines(element) ?? around?.isOfLines ?? false,
})

const wordsOf = (node: HtmlNode): string =>
  node.type === 'text' ? node.text : (taskSign(node) ?? '')

/** Whether there is anything to read in a tree. */
export const hasText = (root: HtmlElement): boolean => contentText(root, { maxChars: 1 }) !== ''

/**
 * A line as it grows, in pieces: asking a string for its end after each addition would copy all of
 * it each time, and a paragraph may be as long as a page.
 */
const createLine = () => {
  let pieces: string[] = []
  const trim = () => {
    for (let end = pieces.pop(); end !== undefined; end = pieces.pop()) {
      const text = end.trimEnd()
      if (text === '') continue
      pieces.push(text)
      return
    }
  }
  return {
    add(text: string) {
      if (text !== '') pieces.push(text)
    },
    /** Between words, once. */
    space() {
      const last = pieces.at(-1)
      if (last !== undefined && !last.endsWith(' ') && !last.endsWith('\t')) pieces.push(' ')
    },
    /** Between cells. */
    tab() {
      if (pieces.length === 0) return
      trim()
      pieces.push('\t')
    },
    /** The line, and then a new one. */
    take(): string {
      trim()
      const text = pieces.join('')
      pieces = []
      return text
    },
  }
}

const addCollapsed = (line: ReturnType<typeof createLine>, text: string): void => {
  const { length } = text
  const spaceAt = (at: number) => isSpace(codeAt(text, at))
  let at = 0
  while (at < length) {
    if (spaceAt(at)) {
      line.space()
      while (at < length && spaceAt(at)) at++
    } else {
      const start = at++
      // Words with one plain space between them are taken together, as they are.
      while (at < length && (!spaceAt(at) || isPlainSpace(text, at))) at++
      line.add(text.slice(start, at))
    }
  }
}

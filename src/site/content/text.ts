import type { HtmlElement, HtmlNode } from '../html.ts'
import { isBlank, isSpace } from './blocks.ts'
import { blockTags, separatesWords, silentTags } from './tags.ts'

export type TextOptions = {
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
  let line = ''
  let edges = 0
  let preLevel = 0
  const breakLine = () => {
    const text = line.trimEnd()
    if (!isBlank(text)) {
      lines.push(text)
      chars += text.length
    }
    line = ''
    edges = 0
  }
  const write = (text: string) => {
    if (edges > 1 && line !== '' && !line.endsWith(' ')) line += ' '
    edges = 0
    if (preLevel > 0) line += text
    else line = appendCollapsed(line, text)
  }
  const edge = (element: HtmlElement) => {
    const { name } = element
    if (name === 'td' || name === 'th') line = line === '' ? line : `${line.trimEnd()}\t`
    else if (blockTags.has(name)) breakLine()
    else if (separatesWords(name)) edges++
  }
  const stack: { element: HtmlElement; next: number }[] = [{ element: root, next: 0 }]
  for (let frame = stack.at(-1); frame && chars < maxChars; frame = stack.at(-1)) {
    const node: HtmlNode | undefined = frame.element.children[frame.next++]
    if (!node) {
      if (frame.element.name === 'pre') preLevel--
      edge(frame.element)
      stack.pop()
    } else if (node.type === 'text') write(node.text)
    else if (node.name === 'br') {
      if (preLevel > 0) line += '\n'
      else breakLine()
    } else if (silentTags.has(node.name) || keep?.(node) === false) edges = 2
    else {
      edge(node)
      if (node.name === 'pre') preLevel++
      stack.push({ element: node, next: 0 })
    }
  }
  breakLine()
  return lines.join('\n')
}

/** Whether there is anything to read in a tree. */
export const hasText = (root: HtmlElement): boolean => contentText(root, { maxChars: 1 }) !== ''

const appendCollapsed = (line: string, text: string): string => {
  let out = line
  let start = -1
  for (let i = 0; i <= text.length; i++) {
    const end = i === text.length
    if (!end && !isSpace(text.charCodeAt(i))) {
      if (start < 0) start = i
      continue
    }
    if (start >= 0) out += text.slice(start, i)
    start = -1
    if (!end && out !== '' && !out.endsWith(' ') && !out.endsWith('\t')) out += ' '
  }
  return out
}

import { cleanText, dropInvisible } from '../html/clean-text.ts'
import type { HtmlElement } from '../html/html.ts'
import type { Piece } from './page-nodes.ts'
import { headingLevel } from './regions.ts'
import type { Walk } from './walk.ts'

/** In `<pre>` a line of the source is a line of the page. */
export const addLines = (walk: Walk, raw: string, parent: HtmlElement | undefined) => {
  if (walk.blocks.at(-1)?.name !== 'pre') return addText(walk, raw, parent)
  raw.split('\n').forEach((line, index) => {
    if (index > 0) flush(walk)
    addText(walk, line, parent)
  })
}

export const addText = (walk: Walk, raw: string, parent: HtmlElement | undefined) => {
  if (!parent || walk.textBudget <= 0) return
  const source = dropInvisible(raw)
  const text = cleanText(source)
  if (!text) {
    if (source) walk.space = true
    return
  }
  walk.textBudget -= text.length
  const glue =
    walk.lineText && (walk.space || /^\s/.test(source) || needsSpace(walk, text)) ? ' ' : ''
  const anchor = walk.anchors.at(-1)
  walk.line.push({
    text,
    start: walk.lineText.length + glue.length,
    element: parent,
    link: anchor?.url || undefined,
    node: walk.nodes.length + 1,
  })
  if (anchor) anchor.link.text = `${anchor.link.text} ${text}`.trim().slice(0, 500)
  walk.lineText += glue + text
  walk.space = /\s$/.test(source)
  walk.boundary = false
  walk.icon = false
}

/** `<span>Price</span><span>$39</span>` reads as two words although nothing stands between. */
const needsSpace = (walk: Walk, text: string) =>
  (walk.boundary && /[\p{L}:)]$/u.test(walk.lineText) && /^[\p{Lu}\p{N}\p{Sc}]/u.test(text)) ||
  (walk.icon && /[\p{L}\p{N}]$/u.test(walk.lineText) && /^[\p{L}\p{N}]/u.test(text))

export const flush = (walk: Walk) => {
  walk.space = false
  walk.boundary = false
  walk.icon = false
  if (walk.line.length === 0) return
  const element = walk.blocks.at(-1) ?? (walk.line[0] as Piece).element
  const level = headingLevel(walk.blocks)
  const id = walk.nodes.length + 1
  if (level) while ((walk.headings.at(-1)?.level ?? 0) >= level) walk.headings.pop()
  const inTerm = element.name === 'dt'
  walk.nodes.push({
    id,
    text: walk.lineText,
    pieces: walk.line,
    element,
    level,
    headings: walk.headings.map(heading => heading.id),
    region: walk.regions.at(-1) ?? 'main',
    term: inTerm ? undefined : walk.term,
    cell: walk.cells.at(-1),
    item: walk.items.at(-1),
  })
  if (level) walk.headings.push({ level, id })
  if (inTerm) walk.term = id
  walk.line = []
  walk.lineText = ''
}

import type { HtmlElement, HtmlNode } from '../html.ts'
import { isHidden, styleValue } from '../visibility.ts'
import type { Footnote, Root } from './blocks.ts'
import { isPreformatted } from './code.ts'
import { Draft, type Leave } from './draft.ts'
import { dropped, headingLevel, isBlock } from './elements.ts'
import { inlineRules } from './inline-rules.ts'
import { listRules } from './list-rules.ts'
import { readFormula, splitFormulas } from './math.ts'
import { codeBlock, mediaRules } from './media-rules.ts'
import { enterBlock, type Reader, type Rule } from './reader.ts'
import { surveyPage } from './survey.ts'
import { tableRules } from './table-rules.ts'

export type Reading = { root: Root; footnotes: Footnote[]; hasMath: boolean }

/** The page as blocks: one walk with a stack of its own, since pages nest deeper than calls may. */
export const readBlocks = (root: HtmlElement, baseUrl: string): Reading => {
  const draft = new Draft()
  const survey = surveyPage(root, baseUrl)
  const reader: Reader = {
    draft,
    baseUrl,
    survey,
    cells: new Map(),
    abbreviations: new Set(),
    term: undefined,
    insideNoscript: false,
    root,
  }
  // Around the root, so that a list or a code block that is the root itself is read as one.
  const around: HtmlElement = { ...root, name: '#around', attributes: {}, children: [root] }
  const frames: Frame[] = [{ element: around, next: 0, leave: undefined }]
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const previous = frame.element.children[frame.next - 1]
    const node = frame.element.children[frame.next++]
    if (!node) {
      frame.leave?.()
      frames.pop()
    } else if (node.type === 'text') readText(reader, node.text)
    else {
      const leave = enter(reader, node, previous)
      if (leave !== 'skip') frames.push({ element: node, next: 0, leave })
    }
  }
  draft.flush()
  return { root: draft.root, footnotes: draft.footnotes, hasMath: draft.hasMath }
}

const readText = (reader: Reader, text: string): void => {
  for (const part of splitFormulas(text)) {
    if (typeof part === 'string') reader.draft.text(part)
    else enterFormula(reader, part)
  }
}

type Frame = { element: HtmlElement; next: number; leave: Leave | undefined }

const enter = (reader: Reader, element: HtmlElement, previous: HtmlNode | undefined) => {
  const formula = readFormula(element, reader.survey.texInScripts)
  if (formula === 'drop') return 'skip'
  if (formula) return enterFormula(reader, formula)
  if (fields.has(element.name)) return enterField(reader, element)
  if (element !== reader.root && isLeftOut(element)) return 'skip'
  const note = reader.survey.definitions.get(element)
  if (note !== undefined && !reader.draft.fixed)
    return reader.draft.enter({ kind: 'footnote', label: note, children: [] })
  const level = headingLevel(element)
  if (level > 0) return enterHeading(reader, level)
  const rule = rules.get(element.name)
  if (rule) {
    meet(reader, element, previous)
    return rule(reader, element)
  }
  if (isPreformatted(element) && element.name !== 'span') return codeBlockOrText(reader, element)
  if (isBlock(element)) return enterBlock(reader)
  meet(reader, element, previous)
  return enterStyled(reader, element)
}

/** Who asks for an element wants it, hidden or not; inside it nothing hidden counts. */
const isLeftOut = (element: HtmlElement): boolean =>
  dropped.has(element.name) || element.namespace !== undefined || isHidden(element)

const rules: ReadonlyMap<string, Rule> = new Map([
  ...inlineRules,
  ...listRules,
  ...tableRules,
  ...mediaRules,
])

const enterFormula = ({ draft }: Reader, formula: { tex: string; display: boolean }): 'skip' => {
  if (formula.display && !draft.fixed) {
    draft.flush()
    draft.append({ kind: 'math', tex: formula.tex })
    draft.hasMath = true
  } else draft.piece({ kind: 'math', tex: formula.tex })
  return 'skip'
}

const fields = new Set(['input', 'select', 'textarea'])

/** The only field that is content is the box of a task; the others keep words apart. */
const enterField = ({ draft }: Reader, { attributes }: HtmlElement): 'skip' => {
  const { container } = draft
  draft.text(' ')
  if (attributes.type === 'checkbox' && container.kind === 'item' && draft.isAtStart)
    container.task = attributes.checked === undefined ? 'open' : 'done'
  return 'skip'
}

const enterHeading = (reader: Reader, level: number): Leave | undefined => {
  const { draft } = reader
  if (draft.fixed === 'heading') return undefined
  if (!draft.fixed) return draft.start({ kind: 'heading', level, pieces: [] })
  draft.boundary()
  const leave = draft.span({ kind: 'strong' })
  return () => {
    leave?.()
    draft.boundary()
  }
}

/** Only what was written with line breaks is code; others use the style for plain text. */
const codeBlockOrText = (reader: Reader, element: HtmlElement): Leave | 'skip' =>
  element.name === 'code' ? codeBlock(reader, element) : enterBlock(reader)

/** Editors write emphasis as inline style. */
const enterStyled = ({ draft }: Reader, { attributes }: HtmlElement): Leave | undefined => {
  const { style } = attributes
  if (!style?.includes('font-')) return undefined
  const weight = styleValue(style, 'font-weight') ?? ''
  if (weight === 'bold' || weight === 'bolder' || Number(weight) >= 600)
    return draft.span({ kind: 'strong' })
  return styleValue(style, 'font-style') === 'italic' ? draft.span({ kind: 'em' }) : undefined
}

/** Neighbours without white space between them may be words apart on the screen. */
const meet = (reader: Reader, element: HtmlElement, previous: HtmlNode | undefined): void => {
  if (previous?.type !== 'element') return
  if (separate.has(element.name) && separate.has(previous.name)) reader.draft.meet('separate')
  else if (similar.has(element.name) && similar.has(previous.name)) reader.draft.meet('similar')
}

const separate = new Set(['a', 'button', 'label', 'time'])
const similar = new Set(['span', 'a', 'button', 'label', 'time', 'small'])

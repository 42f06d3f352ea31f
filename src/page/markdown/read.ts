import { isHidden } from '../css/hidden.ts'
import { styleValue } from '../css/inline-style.ts'
import { drawnRating, isIcon, isSilent } from '../css/silent-label.ts'
import { keepsLines } from '../css/white-space.ts'
import { isLabelOfNote, isNoteLabel, saysLabel } from '../html/footnotes.ts'
import { descendants, type HtmlElement, type HtmlNode, textContent } from '../html/html.ts'
import { isOfLines } from '../html/listings.ts'
import { tablePart } from '../html/table-grid.ts'
import { isTaskBox } from '../html/task-box.ts'
import { alertOf, behindLabel, isAlertLabel } from './alerts.ts'
import type { Footnote, Root } from './blocks.ts'
import { boxesAsTable } from './boxes-as-table.ts'
import { isCodeBar, isPreformatted } from './code.ts'
import { Draft } from './draft.ts'
import { dropped, hasClass, headingLevel, isBlock } from './elements.ts'
import { closeGaps, shownLevel } from './headings.ts'
import { isDrawnWord } from './icons.ts'
import { inlineRules } from './inline-rules.ts'
import type { Leave } from './line.ts'
import { listRules } from './list-rules.ts'
import { listingAsTable } from './listing-as-table.ts'
import { readFormula, splitFormulas } from './math.ts'
import { codeBlock, mediaRules } from './media-rules.ts'
import { leaveApart, meet } from './meet.ts'
import { enterBlock, type Reader, type Rule } from './reader.ts'
import { surveyMarkup } from './survey.ts'
import { tableRules } from './table-rules.ts'
import { replyDepth } from './threads.ts'

export type MarkdownReading = { root: Root; footnotes: Footnote[]; hasMath: boolean }

/** The page as blocks: one walk with a stack of its own, since pages nest deeper than calls may. */
export const readBlocks = (root: HtmlElement, baseUrl: string): MarkdownReading => {
  const draft = new Draft()
  const survey = surveyMarkup(root, baseUrl)
  const reader: Reader = {
    draft,
    baseUrl,
    survey,
    cells: new Map(),
    labels: new Set(),
    abbreviations: new Set(),
    outlines: new Set(),
    sections: new Set(),
    shared: new Set(),
    term: undefined,
    insideNoscript: false,
    root,
  }
  // Around the root, so that a list or a code block that is the root itself is read as one.
  const around: HtmlElement = { ...root, name: '#around', attributes: {}, children: [root] }
  const frames: Frame[] = [{ element: around, next: 0, leave: undefined, isOfLines: false }]
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const siblings = frame.element.children
    const node = siblings[frame.next++]
    if (!node) {
      frame.leave?.()
      frames.pop()
    } else if (node.type === 'text') readLines(reader, node.text, frame.isOfLines)
    else {
      const element = listingAsTable(boxesAsTable(node))
      const leave = enter(reader, element, siblings, frame.next - 1)
      const isOfLines = keepsLines(element) ?? frame.isOfLines
      if (leave !== 'skip') frames.push({ element, next: 0, leave, isOfLines })
    }
  }
  draft.flush()
  closeGaps(draft.headings)
  return { root: draft.root, footnotes: draft.footnotes, hasMath: draft.hasMath }
}

/** As they stand in the source, where a style says so: reviews, addresses, poems. */
const readLines = (reader: Reader, text: string, isOfLines: boolean): void => {
  const lines = isOfLines ? text.split('\n') : [text]
  for (const [at, line] of lines.entries()) {
    if (at > 0) reader.draft.lineBreak()
    if (at === 0 || line !== '') readText(reader, line)
  }
}

const readText = (reader: Reader, node: string): void => {
  const { draft } = reader
  // Behind the number of a note, which Markdown writes itself.
  const isNote = draft.insideFootnote && draft.isAtStart
  const text = isNote ? node.replace(/^\s*[.:)\]]\s/, '') : behindLabel(reader, node)
  for (const part of splitFormulas(text)) {
    if (typeof part === 'string') reader.draft.text(part)
    else enterFormula(reader, part)
  }
}

type Frame = {
  element: HtmlElement
  next: number
  leave: Leave | undefined
  isOfLines: boolean
}

const enter = (
  reader: Reader,
  element: HtmlElement,
  siblings: readonly HtmlNode[],
  index: number,
) => {
  const formula = readFormula(element, reader.survey.texInScripts)
  if (formula === 'drop') return 'skip'
  if (formula) return enterFormula(reader, formula)
  if (fields.has(element.name)) return enterField(reader, element)
  if (isIcon(element)) reader.draft.meet('separate')
  if (element !== reader.root && isLeftOut(element)) return 'skip'
  if (isAlertLabel(reader, element) || reader.labels.has(element)) return 'skip'
  const alert = reader.draft.fixed ? undefined : alertOf(element)
  if (alert) return reader.draft.enter({ kind: 'quote', alert, children: [] })
  if (reader.survey.tabLabels.tabs.has(element)) return 'skip'
  writeLabel(reader, element)
  const depth = replyDepth(reader.survey.depths, element)
  if (depth > 0 && !reader.draft.fixed) return reader.draft.enterReply(depth)
  const note = reader.survey.definitions.get(element)
  if (note !== undefined && !reader.draft.fixed)
    return reader.draft.enter({ kind: 'footnote', label: note, children: [] })
  if (isLabelOfNote(element, reader.survey.definitions)) return 'skip'
  if (reader.draft.insideFootnote && isOwnLabel(reader, element)) return 'skip'
  const shown = shownInstead(element)
  if (shown !== undefined) {
    reader.draft.text(shown)
    return 'skip'
  }
  const level = shownLevel(element)
  if (level > 0) return enterHeading(reader, level)
  const rule = rules.get(tablePart(element))
  if (rule) {
    meet(reader, element, siblings, index)
    return rule(reader, element)
  }
  if (isOfLines(element)) return codeBlock(reader, element)
  // Lines that a style keeps apart stand apart, in whatever element.
  const isApart = isPreformatted(element) && element.name !== 'span'
  if (isApart || isBlock(element)) return enterBlock(reader)
  meet(reader, element, siblings, index)
  return leaveApart(reader, element, enterStyled(reader, element))
}

const isOwnLabel = ({ draft, baseUrl }: Reader, element: HtmlElement): boolean => {
  if (isNoteLabel(element, baseUrl)) return true
  const { container, isAtStart } = draft
  return isAtStart && container.kind === 'footnote' && saysLabel(element, container.label)
}

/** Who asks for an element wants it, hidden or not; inside it nothing hidden counts. */
const isLeftOut = (element: HtmlElement): boolean =>
  dropped.has(element.name) ||
  element.namespace !== undefined ||
  isHidden(element, 'markup') ||
  isCodeBar(element) ||
  isDrawnWord(element)

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

/** Shops repeat what the tab says as the headline of its panel. */
const saysItself = (panel: HtmlElement, label: string): boolean => {
  for (const element of descendants(panel).take(maxBeforeHeading))
    if (headingLevel(element) > 0) return textContent(element).trim() === label
  return false
}
const maxBeforeHeading = 10

/** What the tab of a panel says stands above the panel. */
const writeLabel = ({ draft, survey }: Reader, panel: HtmlElement): void => {
  const label = survey.tabLabels.labels.get(panel) ?? nameOfTab(panel)
  if (label === undefined || saysItself(panel, label)) return
  draft.boundary()
  const leave = draft.span({ kind: 'strong' })
  draft.text(label)
  leave?.()
  draft.boundary()
}

/** ReadMe repeats what the button above says in the code. */
const nameOfTab = ({ parent, children }: HtmlElement): string | undefined => {
  if (!parent || !hasClass(parent, 'CodeTabs-inner')) return undefined
  const code = children.find(child => child.type === 'element' && child.name === 'code')
  return code?.type === 'element' ? code.attributes.name || undefined : undefined
}

/** Stars and gauges are drawn with empty boxes; what they say stands in their label. */
const shownInstead = (element: HtmlElement): string | undefined => {
  const { role, 'aria-label': label = '' } = element.attributes
  const isDrawing = role === 'img' && element.name !== 'img' && isSilent(element)
  const drawn = isDrawing ? label : drawnRating(element)
  return drawn === undefined ? turnedText(element) : ` ${drawn} `
}

/** Mail addresses are written backwards, and turned round on the screen, to deceive robots. */
const turnedText = ({ name, attributes, children }: HtmlElement): string | undefined => {
  const [only] = children
  if (children.length !== 1 || only?.type !== 'text') return undefined
  const { style = '', dir } = attributes
  const isTurned =
    (name === 'bdo' && dir === 'rtl') ||
    (/bidi-override/i.test(style) && styleValue(style, 'direction') === 'rtl')
  return isTurned && /[a-z]/i.test(only.text) ? [...only.text].toReversed().join('') : undefined
}

const fields = new Set(['input', 'select', 'textarea'])

/** The only field that is content is the box of a task; the others keep words apart. */
const enterField = ({ draft }: Reader, element: HtmlElement): 'skip' => {
  const { container } = draft
  draft.text(' ')
  if (container.kind === 'item' && draft.isAtStart && isTaskBox(element))
    container.task = element.attributes.checked === undefined ? 'open' : 'done'
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

/** Editors write emphasis as inline style. */
const enterStyled = ({ draft }: Reader, { attributes }: HtmlElement): Leave | undefined => {
  const { style } = attributes
  if (!style?.includes('font-') && !style?.includes('line-through')) return undefined
  const weight = styleValue(style, 'font-weight') ?? ''
  const isStrong = weight === 'bold' || weight === 'bolder' || Number(weight) >= 600
  const isLeaning = styleValue(style, 'font-style') === 'italic'
  const line = styleValue(style, 'text-decoration') ?? styleValue(style, 'text-decoration-line')
  const leaves = [
    isStrong ? draft.span({ kind: 'strong' }) : undefined,
    isLeaning ? draft.span({ kind: 'em' }) : undefined,
    line?.includes('line-through') ? draft.span({ kind: 'del' }) : undefined,
  ]
  return () => {
    for (const leave of leaves.toReversed()) leave?.()
  }
}

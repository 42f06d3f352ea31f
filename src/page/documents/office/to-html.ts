import type {
  Block,
  Cell,
  CellSlot,
  Document,
  Inline,
  List,
  Note,
  Style,
  Table,
} from '@firecrawl/anydoc'
import { escapeHtml } from '../../../kit/escape-html.ts'
import { placeAttributes } from '../places/places.ts'
import { sheetLimits } from './cut-sheets.ts'
import { cellName, type Sheet } from './list-sheets.ts'
import { raisedToHtml } from './raised-text.ts'
import { createSlideFinder } from './slides.ts'

type Writing = {
  /** Numbers of notes by their id, in the order in which the text refers to them. */
  notes: Map<string, number>
  cellsLeft: number
  isCut: boolean
}

/** What the file itself says of where things stand in it. */
export type Origins = { sheets: readonly Sheet[]; slides: readonly string[] }

/** The document as HTML, which is then read as any page is. */
export const documentToHtml = (
  { blocks, notes }: Document,
  { sheets, slides }: Origins,
): { html: string; isCut: boolean } => {
  const writing: Writing = { notes: new Map(), cellsLeft: sheetLimits.cells, isCut: false }
  const slideOf = createSlideFinder(slides)
  let sheet = sheets.length === 1 ? sheets[0] : undefined
  const written = blocks.map(block => {
    if (block.table && sheet) return writeTable(writing, block.table, sheet)
    const html = writeBlock(writing, block)
    const text = html.replace(/<[^<>]*>/g, '')
    sheet = sheets.find(({ name }) => escapeHtml(name) === text) ?? sheet
    return slides.length === 0 ? html : placed(html, { slide: slideOf(unescaped(text)) })
  })
  const body = written.join('\n')
  return { html: `${body}${writeNotes(writing, notes)}`, isCut: writing.isCut }
}

/** The same with its place at its first element. */
const placed = (html: string, place: Parameters<typeof placeAttributes>[0]): string =>
  html.replace(/^<\w+/, start => `${start}${placeText(place)}`)

const placeText = (place: Parameters<typeof placeAttributes>[0]): string =>
  Object.entries(placeAttributes(place))
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')

const writeBlocks = (writing: Writing, blocks: readonly Block[]): string =>
  blocks.map(block => writeBlock(writing, block)).join('\n')

const writeBlock = (writing: Writing, block: Block): string => {
  const kind: `${Block['kind']}` = block.kind
  const content = () => writeInlines(writing, block.content ?? [])
  switch (kind) {
    case 'heading':
      return element(`h${Math.min(6, Math.max(1, block.level ?? 1))}`, content())
    case 'paragraph':
      return element('p', content())
    case 'list':
      return block.list ? writeList(writing, block.list) : ''
    case 'table':
      return block.table ? writeTable(writing, block.table) : ''
    case 'blockQuote':
      return element('blockquote', writeBlocks(writing, block.blocks ?? []))
    case 'codeBlock':
      return element('pre', element('code', raisedToHtml(escapeHtml(block.text ?? ''))))
    case 'rule':
      return '<hr>'
  }
}

const element = (name: string, content: string): string =>
  content === '' ? '' : `<${name}>${content}</${name}>`

const listTypes: Partial<Record<`${List['marker']}`, string>> = {
  lowerAlpha: 'a',
  upperAlpha: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
}

const writeList = (writing: Writing, { marker, start, items }: List): string => {
  const kind: `${List['marker']}` = marker
  const labels = items.map(({ markerLabel }, at) =>
    kind === 'decimal' && isNumber(markerLabel, start + at) ? '' : (markerLabel ?? ''),
  )
  const written = items.map(({ blocks, checked }, at) => {
    const box =
      checked === undefined ? '' : `<input type="checkbox"${checked ? ' checked' : ''} disabled>`
    const label = labels[at] ? `${escapeHtml(labels[at])} ` : ''
    return `<li>${box}${label}${writeCellBlocks(writing, blocks)}</li>`
  })
  // Where each item says its own number, a list that counts would say another beside it.
  if (kind === 'bullet' || labels.every(label => label)) return `<ul>${written.join('')}</ul>`
  const type = listTypes[kind]
  return `<ol start="${start}"${type ? ` type="${type}"` : ''}>${written.join('')}</ol>`
}

/** `3)` or `(3)`, where the list counts to three. */
const isNumber = (label = '', number: number): boolean =>
  /^\(?(\d+)[.)]?$/.exec(label)?.[1] === String(number)

const writeTable = (
  writing: Writing,
  { grid, headerRows, kind }: Table,
  sheet?: Sheet | undefined,
): string => {
  const isLayout = `${kind}` === 'layout'
  const rows: string[] = []
  for (const [index, row] of grid.entries()) {
    if (writing.cellsLeft <= 0 || index >= sheetLimits.rows) {
      writing.isCut = true
      break
    }
    writing.cellsLeft -= row.length
    rows.push(
      isLayout
        ? row.map(({ cell }) => (cell ? writeBlocks(writing, cell.blocks) : '')).join('\n')
        : writeRow(writing, row, index < headerRows ? 'th' : 'td', cellNames(sheet, index)),
    )
  }
  if (isLayout) return rows.join('\n')
  const head = rows.slice(0, headerRows).join('')
  const body = rows.slice(headerRows).join('')
  // A sheet with one row or column is a table too.
  const place = sheet ? placeText({ sheet: sheet.name }) : ''
  return `<table role="table"${place}>${element('thead', head)}${element('tbody', body)}</table>`
}

/** The names of a row's cells in their sheet (`B7`). */
type CellNames = (column: number) => string | undefined

const cellNames =
  (sheet: Sheet | undefined, row: number): CellNames =>
  column =>
    sheet?.first && cellName(sheet.first.row + row, sheet.first.column + column)

const writeRow = (
  writing: Writing,
  row: readonly CellSlot[],
  name: 'th' | 'td',
  nameOf: CellNames,
): string => {
  const cells = row.map(({ cell }, column) =>
    cell ? writeCell(writing, cell, name, cell.blocks.length > 0 ? nameOf(column) : undefined) : '',
  )
  return `<tr>${cells.join('')}</tr>`
}

const writeCell = (
  writing: Writing,
  { blocks, colSpan, rowSpan }: Cell,
  name: string,
  cell: string | undefined,
): string => {
  const spans = `${colSpan > 1 ? ` colspan="${colSpan}"` : ''}${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''}`
  return `<${name}${spans}${placeText({ cell })}>${writeCellBlocks(writing, blocks)}</${name}>`
}

/** A cell or an item with one paragraph holds its text and no paragraph. */
const writeCellBlocks = (writing: Writing, blocks: readonly Block[]): string => {
  const [only, ...others] = blocks
  return only && `${only.kind}` === 'paragraph' && others.every(({ list }) => list !== undefined)
    ? `${writeInlines(writing, only.content ?? [])}${writeBlocks(writing, others)}`
    : writeBlocks(writing, blocks)
}

const writeInlines = (writing: Writing, inlines: readonly Inline[]): string => {
  const parts: string[] = []
  for (let at = 0; at < inlines.length; at++) {
    const inline = inlines[at] as Inline
    if (`${inline.kind}` !== 'text') {
      parts.push(writeInline(writing, inline))
      continue
    }
    // Writers split a word into runs of one style, which would come out as several emphases.
    let text = inline.text ?? ''
    while (isRunOf(inlines[at + 1], inline)) text += inlines[++at]?.text ?? ''
    parts.push(writeText(text, inline.style))
  }
  return parts.join('')
}

const isRunOf = (next: Inline | undefined, { style }: Inline): boolean =>
  next !== undefined &&
  `${next.kind}` === 'text' &&
  styleNames.every(name => next.style?.[name] === style?.[name])

const styleNames = ['bold', 'italic', 'strike', 'code'] as const
const styleElements = { bold: 'strong', italic: 'em', strike: 's', code: 'code' }

const writeText = (text: string, style: Style | undefined): string =>
  styleNames.reduceRight(
    (inner, name) => (style?.[name] ? element(styleElements[name], inner) : inner),
    raisedToHtml(escapeHtml(text)).replaceAll('\n', '<br>'),
  )

const writeInline = (writing: Writing, inline: Inline): string => {
  const kind: `${Inline['kind']}` = inline.kind
  switch (kind) {
    case 'text':
    case 'anchor':
      return ''
    case 'lineBreak':
      return '<br>'
    case 'link':
      return writeLink(writing, inline)
    case 'image':
      return writeImage(inline)
    case 'noteRef':
      return writeReference(writing, inline.noteId ?? '')
  }
}

/** Where a link leads to another place of the same file, its text is all there is to it. */
const writeLink = (writing: Writing, { content, target }: Inline): string => {
  const text = writeInlines(writing, content ?? [])
  if (!target || `${target.kind}` === 'anchor') return text
  return `<a href="${escapeHtml(target.value)}">${text}</a>`
}

/** Pictures of the file itself cannot be had anywhere: what is said of them stays. */
const writeImage = ({ alt = '', source }: Inline): string => {
  if (source?.url) return `<img src="${escapeHtml(source.url)}" alt="${escapeHtml(alt)}">`
  return /\s/.test(alt.trim()) && !/\.\w{3,4}$/.test(alt) ? escapeHtml(alt) : ''
}

const writeReference = ({ notes }: Writing, id: string): string => {
  const number = notes.get(id) ?? notes.size + 1
  notes.set(id, number)
  return `<sup><a href="#fn${number}">${number}</a></sup>`
}

/** A note may refer to another one, which is then written too. */
const writeNotes = (writing: Writing, notes: readonly Note[]): string => {
  const byId = new Map(notes.map(note => [note.id, note]))
  const written: string[] = []
  for (const [id, number] of writing.notes) {
    const blocks = byId.get(id)?.blocks ?? []
    written.push(`<li id="fn${number}">${writeCellBlocks(writing, blocks)}</li>`)
  }
  return written.length === 0 ? '' : `<ol class="footnotes">${written.join('')}</ol>`
}

const unescaped = (html: string): string => html.replace(/&(?:amp|lt|gt|quot);/g, '')

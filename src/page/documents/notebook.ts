import { parseJson } from '../../kit/parse-json.ts'
import { build } from '../html/builder.ts'
import { type HtmlElement, type HtmlNode, parseHtml } from '../html/html.ts'
import { markdownTree } from './markdown-tree.ts'

type Cell = {
  cell_type?: unknown
  source?: unknown
  outputs?: unknown
  /** Names of the third format, which old notebooks have. */
  input?: unknown
  level?: unknown
}
type Output = {
  data?: Record<string, unknown>
  text?: unknown
  traceback?: unknown
  html?: unknown
  latex?: unknown
  output_type?: unknown
  name?: unknown
  stream?: unknown
}
type Notebook = {
  cells?: unknown
  worksheets?: unknown
  nbformat?: unknown
  metadata?: { kernelspec?: unknown; language_info?: unknown }
}

/** A Jupyter notebook: its text, its code and what that printed. Undefined where it is none. */
export const readNotebook = (json: string): HtmlElement | undefined => {
  if (!json.includes('"nbformat"')) return undefined
  const notebook = Object(parseJson(json)) as Notebook
  const cells = cellsOf(notebook)
  if (!cells || typeof notebook.nbformat !== 'number') return undefined
  const language = languageOf(notebook)
  const blocks = cells.flatMap(cell => cellBlocks(Object(cell), language))
  return build('body', {}, blocks)
}

/** The third format has them on sheets. */
const cellsOf = ({ cells, worksheets }: Notebook): Cell[] | undefined => {
  if (Array.isArray(cells)) return cells
  if (!Array.isArray(worksheets)) return undefined
  return worksheets.flatMap(sheet => cellsOf({ cells: Object(sheet).cells }) ?? [])
}

/** R and many others name it beside the kernel only. */
const languageOf = ({ metadata }: Notebook): string => {
  const kernel = Object(metadata?.kernelspec) as { language?: unknown }
  const info = Object(metadata?.language_info) as { name?: unknown }
  const [language = 'python'] = [kernel.language, info.name].filter(one => typeof one === 'string')
  return language.toLowerCase()
}

const cellBlocks = (cell: Cell, language: string): HtmlNode[] => {
  const { cell_type: type, outputs, level } = cell
  const text = textOf(cell.source ?? cell.input)
  if (type === 'markdown') return markdownTree(text).children
  if (type === 'heading')
    return markdownTree(
      `${'#'.repeat(Math.min(6, Math.max(1, Number(level) || 1)))} ${text.replace(/\s+/g, ' ')}`,
    ).children
  if (type !== 'code') return text.trim() === '' ? [] : [code(text, '')]
  const printed = Array.isArray(outputs) ? outputs.map(output => Object(output) as Output) : []
  return [
    ...(text.trim() === '' ? [] : [code(text, language)]),
    ...joinedStreams(printed).flatMap(outputBlocks),
  ]
}

/** What was printed at several times goes on, often in the middle of a line. */
const joinedStreams = (outputs: readonly Output[]): Output[] => {
  const joined: Output[] = []
  for (const output of outputs) {
    const last = joined.at(-1)
    const isMore = output.output_type === 'stream' && last?.output_type === 'stream'
    if (isMore && last.name === output.name && last.stream === output.stream)
      joined[joined.length - 1] = { ...last, text: textOf(last.text) + textOf(output.text) }
    else joined.push(output)
  }
  return joined
}

/** Tables as tables, and all else as the text that a terminal would show. */
const outputBlocks = (output: Output): HtmlNode[] => {
  const { data, text, traceback } = output
  const html = textOf(data?.['text/html'] ?? output.html)
  const plain = textOf(data?.['text/plain'] ?? (output.output_type === 'stream' ? '' : text))
  if (/<table/i.test(html) || (html && isObject.test(plain))) return parseHtml(html).root.children
  if (isObject.test(plain) || 'application/vnd.jupyter.widget-view+json' in Object(data)) return []
  const markdown = textOf(data?.['text/markdown']) || textOf(data?.['text/latex'] ?? output.latex)
  if (markdown) return markdownTree(markdown).children
  const lines = Array.isArray(traceback) ? traceback.map(textOf).join('\n') : ''
  const shown = asInTerminal(textOf(text) || plain || lines).trimEnd()
  return shown === '' ? [] : [code(shown, '')]
}

/**
 * How Python calls what is drawn: `<Figure size 640x480 with 1 Axes>`, `<matplotlib.axes.Axes at
 * 0x7f01>`, `<IPython.core.display.HTML object>`.
 */
const isObject = /^<(?:[\w.]+ (?:object|(?:object )?at 0x[\da-f]+)|Figure size [^<>]*)>$/

const code = (text: string, language: string): HtmlElement =>
  build('pre', {}, [
    build('code', language ? { class: `language-${language}` } : {}, [text.trimEnd()]),
  ])

/** Notebooks keep a text as a list of its lines. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.filter(line => typeof line === 'string').join('') : ''
}

/** Without its colors, and without what a bar of progress has written over. */
const asInTerminal = (text: string): string =>
  text
    .split('\u001b')
    .map((part, at) => (at === 0 ? part : part.replace(/^\[[\d;?]*[A-Za-z]/, '')))
    .join('')
    .split('\n')
    .map(line => line.trimEnd().split('\r').at(-1))
    .join('\n')

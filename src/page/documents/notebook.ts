import { build } from '../html/builder.ts'
import { type HtmlElement, type HtmlNode, parseHtml } from '../html/html.ts'
import { markdownTree } from './markdown-tree.ts'

type Cell = { cell_type?: unknown; source?: unknown; outputs?: unknown }
type Output = { data?: Record<string, unknown>; text?: unknown; traceback?: unknown }
type Notebook = {
  cells?: unknown
  nbformat?: unknown
  metadata?: { kernelspec?: unknown; language_info?: unknown }
}

/** A Jupyter notebook: its text, its code and what that printed. Undefined where it is none. */
export const readNotebook = (json: string): HtmlElement | undefined => {
  if (!json.includes('"nbformat"')) return undefined
  const notebook = parsed(json)
  if (!notebook || typeof notebook.nbformat !== 'number' || !Array.isArray(notebook.cells))
    return undefined
  const language = languageOf(notebook)
  const blocks = (notebook.cells as Cell[]).flatMap(cell => cellBlocks(Object(cell), language))
  return build('body', {}, blocks)
}

/** R and many others name it beside the kernel only. */
const languageOf = ({ metadata }: Notebook): string => {
  const kernel = Object(metadata?.kernelspec) as { language?: unknown }
  const info = Object(metadata?.language_info) as { name?: unknown }
  const [language = 'python'] = [kernel.language, info.name].filter(one => typeof one === 'string')
  return language.toLowerCase()
}

const parsed = (json: string): Notebook | undefined => {
  try {
    return Object(JSON.parse(json)) as Notebook
  } catch {
    return undefined
  }
}

const cellBlocks = ({ cell_type: type, source, outputs }: Cell, language: string): HtmlNode[] => {
  const text = textOf(source)
  if (type === 'markdown') return markdownTree(text).children
  if (type !== 'code') return text.trim() === '' ? [] : [code(text, '')]
  const printed = Array.isArray(outputs) ? (outputs as Output[]) : []
  return [
    ...(text.trim() === '' ? [] : [code(text, language)]),
    ...printed.flatMap(output => outputBlocks(Object(output))),
  ]
}

/** Tables as tables, and all else as the text that a terminal would show. */
const outputBlocks = ({ data, text, traceback }: Output): HtmlNode[] => {
  const html = textOf(data?.['text/html'])
  const plain = textOf(data?.['text/plain'])
  if (/<table/i.test(html) || (html && isObject.test(plain))) return parseHtml(html).root.children
  if (data && (isObject.test(plain) || 'application/vnd.jupyter.widget-view+json' in data))
    return []
  const markdown = textOf(data?.['text/markdown'])
  if (markdown) return markdownTree(markdown).children
  const lines = Array.isArray(traceback) ? traceback.map(textOf).join('\n') : ''
  const shown = withoutColors(textOf(text) || plain || lines).trimEnd()
  return shown === '' ? [] : [code(shown, '')]
}

/** How Python calls what is drawn: `<Figure size 640x480 with 1 Axes>`, `<IPython.core.display.HTML object>`. */
const isObject = /^<(?:[\w.]+ object(?: at 0x[\da-f]+)?|Figure size [^<>]*)>$/

const code = (text: string, language: string): HtmlElement =>
  build('pre', {}, [
    build('code', language ? { class: `language-${language}` } : {}, [text.trimEnd()]),
  ])

/** Notebooks keep a text as a list of its lines. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.filter(line => typeof line === 'string').join('') : ''
}

const withoutColors = (text: string): string =>
  text
    .split('\u001b')
    .map((part, at) => (at === 0 ? part : part.replace(/^\[[\d;]*m/, '')))
    .join('')

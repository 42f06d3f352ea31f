import { build } from '../html/builder.ts'
import type { HtmlElement } from '../html/html.ts'

type CsvReading = { rows: string[][]; truncated: boolean }

/**
 * Comma, semicolon or tab separated values as RFC 4180 has them: quotes protect separators and
 * line breaks, two quotes are one. A quote inside a bare field is only a quote.
 */
export const parseCsv = (source: string, limits = defaultLimits): CsvReading => {
  // Excel is told the separator in a line before the first.
  const [told, named] = /^\ufeff?"?sep=(.)"?(?:\r\n?|\n)/i.exec(source) ?? ['']
  const text = source.slice(told.length).replace(/^\ufeff/, '')
  const separator = named ?? separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  const endRow = () => {
    if (row.some(field => field.trim() !== '')) rows.push(row)
    row = []
  }
  while (at < text.length) {
    if (rows.length >= limits.maxRows) return { rows, truncated: true }
    const { value, end } = readField(text, at, separator)
    if (row.length < limits.maxColumns) row.push(value)
    at = end + 1
    if (text[end] === separator) {
      if (at >= text.length && row.length < limits.maxColumns) row.push('')
      continue
    }
    if (text[end] === '\r' && text[at] === '\n') at++
    endRow()
  }
  endRow()
  return { rows, truncated: false }
}

const defaultLimits = { maxRows: 2_000, maxColumns: 100 }

export const csvToTree = (rows: string[][]): HtmlElement => {
  const [head = [], ...rest] = rows
  const line = (fields: string[], cell: string) =>
    build(
      'tr',
      {},
      fields.map(field => build(cell, {}, lines(field))),
    )
  return build('body', {}, [
    build('table', {}, [
      build('thead', {}, [line(head, 'th')]),
      build(
        'tbody',
        {},
        rest.map(row => line(row, 'td')),
      ),
    ]),
  ])
}

const lines = (field: string): (HtmlElement | string)[] =>
  field.split(/\r?\n/).flatMap((line, index) => (index > 0 ? [build('br', {}, []), line] : [line]))

const readField = (text: string, at: number, separator: string) => {
  if (text[at] !== '"') return bareField(text, at, separator, '')
  let value = ''
  for (let from = at + 1; ; ) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return { value: value + text.slice(from), end: text.length }
    value += text.slice(from, quote)
    // What follows a closing quote still belongs to the field.
    if (text[quote + 1] !== '"') return bareField(text, quote + 1, separator, value)
    value += '"'
    from = quote + 2
  }
}

const bareField = (text: string, at: number, separator: string, before: string) => {
  let end = at
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r')
    end++
  return { value: before + text.slice(at, end), end }
}

/** The sign that the first line has most of, outside quotes. */
const separatorOf = (text: string): string => {
  const counts: Record<string, number> = { ',': 0, ';': 0, '\t': 0, '|': 0 }
  let quoted = false
  for (let i = 0; i < text.length && i < 10_000; i++) {
    const sign = text[i] as string
    if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === '\n' || sign === '\r')) break
    else if (!quoted && sign in counts) counts[sign] = (counts[sign] ?? 0) + 1
  }
  const [best] = Object.entries(counts).sort(([, a], [, b]) => b - a)
  return best && best[1] > 0 ? best[0] : ','
}

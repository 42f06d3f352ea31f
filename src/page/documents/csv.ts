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

/** The first row is the head, behind the titles that exports write above it. */
export const csvToTree = (rows: string[][]): HtmlElement => {
  const isTitled = rows.some(row => row.filter(isFilled).length > 1)
  const titles = isTitled ? rows.findIndex(row => !isTitle(row)) : 0
  const [head = [], ...rest] = rows.slice(titles)
  const line = (fields: string[], cell: string) =>
    build(
      'tr',
      {},
      fields.map(field => build(cell, {}, lines(field))),
    )
  return build('body', {}, [
    ...rows.slice(0, titles).map(([title = '']) => build('p', {}, lines(title))),
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

const isFilled = (field: string): boolean => field.trim() !== ''

/** Alone in its line, or before the empty fields of all other columns. */
const isTitle = ([first = '', ...others]: string[]): boolean =>
  isFilled(first) && others.length !== 1 && !others.some(isFilled)

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

/**
 * The sign of which most lines have the same number, outside quotes. Of two that do, it is the one
 * that the first line has more of, and the comma last: numbers and sentences have commas too.
 */
const separatorOf = (text: string): string => {
  const lines = countSeparators(text)
  const judged = separators.map(sign => {
    const counts = lines.map(line => line[sign] ?? 0)
    const alike = new Map<number, number>()
    for (const count of counts) if (count > 0) alike.set(count, (alike.get(count) ?? 0) + 1)
    return { sign, agreeing: Math.max(0, ...alike.values()), first: counts[0] ?? 0 }
  })
  const [best] = judged.sort((a, b) => b.agreeing - a.agreeing || b.first - a.first)
  return best && best.agreeing > 0 ? best.sign : ','
}

const separators = ['\t', ';', '|', ',']

/** Of each line of the beginning, how often each sign stands in it. */
const countSeparators = (text: string): Record<string, number>[] => {
  const lines: Record<string, number>[] = [{}]
  let quoted = false
  for (let i = 0; i < text.length && i < 10_000; i++) {
    const sign = text[i] as string
    const line = lines.at(-1) as Record<string, number>
    if (sign === '"') quoted = !quoted
    else if (quoted) continue
    else if (sign === '\n' || sign === '\r') lines.push({})
    else if (separators.includes(sign)) line[sign] = (line[sign] ?? 0) + 1
  }
  return lines
}

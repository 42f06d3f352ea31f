import type { HtmlElement, HtmlNode } from '../html/html.ts'

/**
 * Web servers list the files of a folder as lines of a `<pre>`, each with a link, a date and a size:
 * a table, or the element as it is.
 */
export const listingAsTable = (pre: HtmlElement): HtmlElement => {
  if (pre.name !== 'pre' || !pre.children.some(isLink)) return pre
  const lines = linesOf(pre)
  const files = lines?.filter(({ links }) => !links.every(isSorting))
  if (!files?.every(isFile) || !files.some(({ date }) => date)) return pre
  const table: HtmlElement = { ...pre, name: 'table', attributes: {}, children: [] }
  const columns = files.some(({ text }) => text) ? 4 : 3
  const addRow = (cells: HtmlNode[][], name: 'th' | 'td') => {
    const row: HtmlElement = { ...pre, name: 'tr', attributes: {}, children: [], parent: table }
    for (const children of cells.slice(0, columns))
      row.children.push({ ...row, name, children, parent: row })
    table.children.push(row)
  }
  const words = (text: string): HtmlNode[] => [{ type: 'text', text, parent: undefined }]
  addRow(['Name', 'Last modified', 'Size', 'Description'].map(words), 'th')
  for (const { links, date, size, text } of files)
    addRow([links, words(date), words(size), words(text)], 'td')
  return table
}

type FileLine = { links: HtmlElement[]; date: string; size: string; text: string }

/** Undefined where something else stands in them. */
const linesOf = (pre: HtmlElement): FileLine[] | undefined => {
  const lines: { links: HtmlElement[]; said: string }[] = []
  let line = { links: [] as HtmlElement[], said: '' }
  const end = () => {
    if (line.links.length > 0 || line.said.trim() !== '') lines.push(line)
    line = { links: [], said: '' }
  }
  for (const child of pre.children) {
    if (child.type === 'text') {
      const [first = '', ...more] = child.text.split('\n')
      line.said += first
      for (const next of more) {
        end()
        line.said = next
      }
    } else if (child.name === 'br' || child.name === 'hr') end()
    else if (child.name === 'a') line.links.push(child)
    else if (child.name !== 'img') return undefined
  }
  end()
  return lines.map(({ links, said }) => {
    const line = said.slice(0, maxChars).trim()
    const date = dateAtStart.exec(line)?.[0] ?? ''
    const rest = line.slice(date.length).trim()
    const size = sizeAtStart.exec(rest)?.[0] ?? ''
    return { links, date, size, text: rest.slice(size.length).trim() }
  })
}
const maxChars = 500

/** nginx, Apache and IIS, which says it before the name. */
const dateAtStart =
  /^(?:\d{4}-\d\d-\d\d|\d\d-\w{3}-\d{4}|\d{1,2}\/\d{1,2}\/\d{4} ?) \d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?/
const sizeAtStart = /^(?:-|<dir>|\d{1,15}(?:\.\d{1,3})?[KMGT]?)(?= |$)/

const isFile = ({ links, date, size, text }: FileLine): boolean =>
  links.length === 1 && (text === '' || date !== '' || size !== '')

const isLink = (node: HtmlNode): boolean => node.type === 'element' && node.name === 'a'

const isSorting = ({ attributes }: HtmlElement): boolean => /^\?C=/.test(attributes.href ?? '')

import { descendants, type HtmlElement, textContent } from './html.ts'

/** Code whose lines stand in boxes or rows of their own, and not in a `<pre>`. */
export const isListing = (element: HtmlElement): boolean =>
  element.name === 'table' ? codeOfTable(element) !== undefined : isOfLines(element)

/** An editor on the page, a listing of Doxygen, Redoc's JSON: lines in boxes of their own. */
export const isOfLines = (element: HtmlElement): boolean => {
  const { class: names, 'data-termynal': terminal } = element.attributes
  if (terminal !== undefined) return true
  if (names === undefined) return false
  return names === 'fragment'
    ? firstElement(element)?.attributes.class === 'line'
    : /(?:^|\s)(?:CodeMirror-code|cm-content|view-lines|ace_text-layer|diff-wrap-lines|redoc-json)(?:\s|$)/.test(
        names,
      )
}

/** What holds the code of a table that only puts line numbers beside it. */
export const codeOfTable = (table: HtmlElement): HtmlElement | undefined =>
  /(?:^|\s)(?:rouge-table|highlighttable|codehilitetable|hljs-ln|lntable|js-file-line-container|diff-table|diff-wrap-lines|DiffLines-[\w-]+)(?:\s|$)/.test(
    table.attributes.class ?? '',
  )
    ? table
    : besideNumbers(table)

const besideNumbers = (table: HtmlElement): HtmlElement | undefined => {
  const body = firstElement(table)
  const row = body?.name === 'tbody' ? firstElement(body) : body
  const cells = row?.children.filter(child => child.type === 'element') ?? []
  const [numbers, code] = [cells[0], cells.at(-1)]
  if (!numbers || !code || numbers === code || cells.length > 4) return undefined
  const isNamed = /(?:^|[\s_-])(?:code|line_content)(?:$|[\s_-])/.test(code.attributes.class ?? '')
  // Gitea has a column between the two for what nobody should miss.
  if (isNamed && cells.slice(0, -1).every(isGutter)) return table
  if (cells.length > 2) return undefined
  // Without names, a column of numbers beside a block of code.
  const isBlock = [numbers, code].every(cell => firstElement(cell)?.name === 'pre')
  return isBlock && /^[\d\s]+$/.test(textContent(numbers)) ? code : undefined
}

const firstElement = ({ children }: HtmlElement): HtmlElement | undefined =>
  children.find(child => child.type === 'element')

/** What stands beside lines of code and is none of it: numbers, buttons, what is only for scripts. */
export const isGutter = ({ attributes }: HtmlElement): boolean =>
  attributes.class !== undefined &&
  (gutter.test(attributes.class) || giteaColumn.test(attributes.class))
const giteaColumn =
  /^lines-(?:num|escape|type-marker)(?:\s|$)|(?:^|\s)diff-(?:line-num|text-marker)(?:\s|$)/
const gutter =
  /(?:^|\s)(?:[\w-]*gutters?(?:-wrapper)?|[\w-]*popup-container|(?:[\w-]+-)?nums|linenos?|lineno|(?:[\w-]+-)?line-?numbers?(?:-rows)?|ln|lnt|lnr|hljs-ln-numbers|blob-num|unselectable|boring|copy|copy-btn|copybtn|copy-button|copy-code[\w-]*|code-copy|clipboard[\w-]*|sr-only|ttc)(?:\s|$)/

/** A column of line numbers outside of the code: a box that is called so, or links to their lines. */
export const isNumberColumn = (element: HtmlElement): boolean => {
  const { class: names } = element.attributes
  const isNamed = names !== undefined && element.name !== 'td' && column.test(names)
  if (!isNamed && element.name !== 'pre') return false
  let digits = 0
  for (const { name, children } of [element, ...descendants(element).take(maxLooked)])
    for (const node of children.slice(0, maxLooked)) {
      if (node.type === 'element' || node.text.trim() === '') continue
      if (!/^[\d\s]+$/.test(node.text) || (!isNamed && name !== 'a')) return false
      digits++
    }
  return digits > 0
}
const column = /(?:^|\s)(?:cm-gutters|gutter|(?:[\w-]+-)?line-?numbers?|linenos?)(?:\s|$)/
const maxLooked = 60

import { readZip, unpackEntry } from '../../src/page/documents/office/zip.ts'
import { parseXml } from '../../src/page/documents/xml.ts'
import { descendants, type HtmlElement, type HtmlNode } from '../../src/page/html/html.ts'

/** What a file's own XML says, read without any of the readers that are measured. */
export type OfficeTruth = {
  /** Paragraphs in the order of the file. */
  runs: string[]
  /** Of sheets: the texts of each row that has any. */
  rows: string[][]
}

/** Only of letters and digits: markup, spaces and list marks differ between readers. */
export const lettersOf = (text: string): string =>
  text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '')

export const readTruth = async (file: Buffer): Promise<OfficeTruth | undefined> => {
  const part = await openParts(file)
  if (!part) return undefined
  const word = await part('word/document.xml')
  if (word) return { runs: paragraphs(word, 'w:p', wordText), rows: [] }
  const content = await part('content.xml')
  if (content && descendants(content).some(({ name }) => name === 'office:text'))
    return { runs: odtParagraphs(content), rows: [] }
  const slides = await numbered(part, n => `ppt/slides/slide${n}.xml`)
  if (slides.length > 0)
    return { runs: slides.flatMap(slide => paragraphs(slide, 'a:p', slideText)), rows: [] }
  const sheets = await numbered(part, n => `xl/worksheets/sheet${n}.xml`)
  if (sheets.length === 0) return undefined
  const strings = await part('xl/sharedstrings.xml')
  const shared = strings ? childrenOf(strings, 'si').map(cellText) : []
  return { runs: [], rows: sheets.flatMap(sheet => sheetRows(sheet, shared)) }
}

type Part = (name: string) => Promise<HtmlElement | undefined>

const openParts = async (file: Buffer): Promise<Part | undefined> => {
  const entries = readZip(file)
  if (!entries) return undefined
  return async name => {
    const entry = entries.find(other => other.name.toLowerCase() === name)
    const xml = entry && (await unpackEntry(file, entry, 50_000_000))
    return xml && parseXml(xml.toString('utf8'))
  }
}

const numbered = async (part: Part, name: (n: number) => string): Promise<HtmlElement[]> => {
  const found: HtmlElement[] = []
  for (let n = 1; n <= 200; n++) {
    const root = await part(name(n))
    if (!root) break
    found.push(root)
  }
  return found
}

/** Elements whose text nobody sees, or sees a second time elsewhere. */
const unseen = new Set(
  'mc:fallback w:del w:movefrom w:instrtext a:fld text:tracked-changes office:annotation text:note'.split(
    ' ',
  ),
)

const paragraphs = (root: HtmlElement, name: string, textOf: typeof wordText): string[] => {
  const found: string[] = []
  const stack: HtmlNode[] = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'text' || unseen.has(node.name) || isFooter(node)) continue
    if (node.name === name) found.push(textOf(node, name))
    for (const child of node.children.toReversed()) stack.push(child)
  }
  return found.filter(text => lettersOf(text) !== '')
}

/** Date, number and foot of every slide: readers leave them out as the running heads of a page. */
const isFooter = (element: HtmlElement): boolean =>
  element.name === 'p:sp' &&
  descendants(element).some(
    ({ name, attributes }) => name === 'p:ph' && /^(?:ftr|dt|sldNum)$/.test(attributes.type ?? ''),
  )

/** Without the paragraphs inside it, as those of a text box, which are paragraphs of their own. */
const joined = (root: HtmlElement, own: string, isText: (element: HtmlElement) => boolean) => {
  let text = ''
  const stack: HtmlNode[] = root.children.toReversed()
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'text') {
      if (node.parent && isText(node.parent)) text += node.text
    } else if (!unseen.has(node.name) && node.name !== own) {
      for (const child of node.children.toReversed()) stack.push(child)
    }
  }
  return text
}
const wordText = (element: HtmlElement, own: string) =>
  joined(element, own, ({ name }) => name === 'w:t')
const slideText = (element: HtmlElement, own: string) =>
  joined(element, own, ({ name }) => name === 'a:t')

const odtParagraphs = (root: HtmlElement): string[] =>
  paragraphs(root, 'text:p', (element, own) => joined(element, own, () => true))

const childrenOf = (root: HtmlElement, name: string): HtmlElement[] =>
  [...descendants(root)].filter(element => element.name === name)

const cellText = (element: HtmlElement): string =>
  childrenOf(element, 't')
    .filter(({ parent }) => parent?.name !== 'rph')
    .map(({ children }) =>
      children.map(child => (child.type === 'text' ? child.text : '')).join(''),
    )
    .join('')
    // A character that XML cannot hold is written by its number.
    .replace(/_x([\dA-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

/** Cells of words, and numbers that no format changes. */
const sheetRows = (sheet: HtmlElement, shared: readonly string[]): string[][] =>
  childrenOf(sheet, 'row')
    .map(row =>
      childrenOf(row, 'c').flatMap(cell => {
        const { t, s } = cell.attributes
        if (t === 'inlinestr' || t === 'inlineStr') return [cellText(cell)]
        const [value] = childrenOf(cell, 'v').map(({ children }) =>
          children.map(child => (child.type === 'text' ? child.text : '')).join(''),
        )
        if (value === undefined) return []
        if (t === 's') return [shared[Number(value)] ?? '']
        if (t === 'str') return [value]
        return t === undefined && (s === undefined || s === '0') && /^-?\d{1,9}$/.test(value)
          ? [value]
          : []
      }),
    )
    .map(cells => cells.map(lettersOf).filter(text => text !== ''))
    .filter(cells => cells.length > 0)

import { markChapter } from './book-marks.ts'
import { bracketsToHtml, formulasToRuns } from './formulas.ts'
import { hiddenRuns } from './hidden-runs.ts'
import { replaceEntries, unpackEntry, type ZipEntry } from './zip.ts'

/** Signs that text never has, as Unicode keeps them for programs; they go around what is raised. */
const marks = { sup: '\ufff9', sub: '\ufffa', end: '\ufffb' }

const maxPartBytes = 16_000_000
const textParts = /^(?:word\/(?:document|footnotes|endnotes)|ppt\/slides\/slide\d+)\.xml$/

/**
 * The reader of office files does not say what stands higher or lower than its line, without which
 * 10⁻⁴ is 10-4, nor what Word hides, nor hyphens that no line ends at, nor formulas. That is marked in
 * the text, taken out of it or written into it before it is read.
 */
export const markRuns = async (file: Buffer, entries: readonly ZipEntry[]): Promise<Buffer> => {
  const replaced = new Map<string, Buffer>()
  const isBook = entries.some(({ name }) => name === 'META-INF/container.xml')
  const styles = entries.find(({ name }) => name === 'word/styles.xml')
  const isHidden = hiddenRuns(
    styles && (await unpackEntry(file, styles, maxPartBytes))?.toString('utf8'),
  )
  for (const entry of entries) {
    const isChapter = isBook && /\.x?html?$/i.test(entry.name)
    if (!(isChapter || textParts.test(entry.name)) || entry.bytes > maxPartBytes) continue
    const xml = (await unpackEntry(file, entry, maxPartBytes))?.toString('utf8') ?? ''
    const marked = isChapter ? markChapter(xml, entry.name) : markOffice(xml, entry.name, isHidden)
    if (marked !== xml) replaced.set(entry.name, Buffer.from(marked))
  }
  return replaced.size === 0 ? file : replaceEntries(file, entries, replaced)
}

const markOffice = (xml: string, name: string, isHidden: (part: string) => boolean): string =>
  formulasToRuns(xml, name.startsWith('word') ? 'w' : 'a')
    .replaceAll('<w:noBreakHyphen/>', '<w:t>-</w:t>')
    .split(runEnd)
    .map(part => (isHidden(part) ? withoutText(part) : markRun(part)))
    .join('')

const runEnd = /(?<=<\/[wa]:r>)/

const withoutText = (part: string): string => part.replace(/(<w:t(?: [^<>]*)?>)[^<]+/g, '$1')

/** A part of the file that ends with a run; what is before the run speaks of its paragraph. */
const markRun = (part: string): string => {
  const start = Math.max(...['<w:r>', '<w:r ', '<a:r>', '<a:r '].map(tag => part.lastIndexOf(tag)))
  const run = start < 0 ? '' : part.slice(start)
  const mark = markOf(run)
  if (!mark) return part
  const marked = run.replace(/(<[wa]:t(?: [^<>]*)?>)([^<]+)/g, `$1${mark}$2${marks.end}`)
  return part.slice(0, start) + marked
}

/** Word has a word for it, PowerPoint how far up or down in thousandths of a letter's height. */
const markOf = (run: string): string | undefined => {
  const [, word, number] =
    /<w:vertAlign w:val="(\w{1,20})"|\sbaseline="([-1-9])/.exec(run.slice(0, 5_000)) ?? []
  if (word === 'superscript') return marks.sup
  if (word === 'subscript' || number === '-') return marks.sub
  return number ? marks.sup : undefined
}

/** The marks as HTML. */
export const raisedToHtml = (html: string): string => {
  let open = ''
  const marked = html.replace(/[\ufff9-\ufffb]/g, mark => {
    const closing = open && `</${open}>`
    open = mark === marks.sup ? 'sup' : mark === marks.sub ? 'sub' : ''
    return `${closing}${open && `<${open}>`}`
  })
  return bracketsToHtml(open ? `${marked}</${open}>` : marked)
}

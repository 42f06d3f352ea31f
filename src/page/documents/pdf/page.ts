/** A run of text as the file draws it, in points from the lower left corner. */
export type PdfItem = {
  text: string
  x: number
  y: number
  width: number
  size: number
  /** The file's own name for its font, the same for all text in it. */
  font: string
  /** Set in letters of one width, as code is. */
  isMono: boolean
  /** The file says that the line ends here. */
  endsLine: boolean
  link: string | undefined
  /** The ids of the marked content around it, innermost last. */
  marks: string[]
}

/** A field of a form that was filled in. */
export type PdfField = { name: string; value: string }

export type PdfPage = {
  items: PdfItem[]
  fields: PdfField[]
  height: number
  structure: StructureNode | undefined
}

/** The tree of tags of a page. */
export type StructureNode = {
  role?: string
  alt?: string
  type?: string
  id?: string
  children?: StructureNode[]
}

/** What is used of a page of pdf.js. */
type SourcePage = {
  view: number[]
  getTextContent: (options: { includeMarkedContent: boolean }) => Promise<{
    items: unknown[]
    styles: Record<string, { fontFamily?: string }>
  }>
  getStructTree: () => Promise<unknown>
  getAnnotations: () => Promise<unknown[]>
}

type SourceItem = {
  type?: string
  tag?: string
  id?: string
  str?: string
  transform?: number[]
  width?: number
  height?: number
  fontName?: string
  hasEOL?: boolean
}

export const readPdfPage = async (page: SourcePage): Promise<PdfPage> => {
  const { items: drawn, styles } = await page.getTextContent({ includeMarkedContent: true })
  const isMono = (font: string) => styles[font]?.fontFamily === 'monospace'
  const annotations = await orNothing(page.getAnnotations())
  const { turn, height } = uprightOf(drawn as SourceItem[], page.view)
  const items = (drawn as SourceItem[]).map(item => turnedItem(item, turn))
  const links = linkAreas(annotations).map(area => turnedArea(area, turn))
  const structure = (await orNothing(page.getStructTree())) as StructureNode | null | undefined
  return {
    items: readItems(items, links, isMono),
    fields: filledFields(annotations),
    height,
    structure: structure ?? undefined,
  }
}

/** Where a place of the page is when its text stands upright. */
type Turn = (x: number, y: number) => [x: number, y: number]

/**
 * Wide tables stand on their side, on pages that a viewer turns and on others: what most letters
 * say is upright.
 */
const uprightOf = (items: SourceItem[], view: number[]): { turn: Turn; height: number } => {
  const letters = [0, 0, 0, 0]
  for (const { str = '', transform: [a = 0, b = 0] = [] } of items) {
    const quarter = Math.abs(a) >= Math.abs(b) ? (a >= 0 ? 0 : 2) : b > 0 ? 1 : 3
    letters[quarter] = (letters[quarter] as number) + str.length
  }
  const quarter = letters.indexOf(Math.max(...letters))
  const [left = 0, bottom = 0, right = 0, top = 0] = view
  const turns: Turn[] = [
    (x, y) => [x, y],
    (x, y) => [y - bottom, right - x],
    (x, y) => [right - x, top - y],
    (x, y) => [top - y, x - left],
  ]
  const height = quarter === 0 ? top : quarter === 2 ? top - bottom : right - left
  return { turn: turns[quarter] as Turn, height }
}

const turnedItem = (item: SourceItem, turn: Turn): SourceItem => {
  if (!item.transform) return item
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform
  const [zeroX, zeroY] = turn(0, 0)
  const direction = (dx: number, dy: number) => {
    const [turnedX, turnedY] = turn(dx, dy)
    return [turnedX - zeroX, turnedY - zeroY] as const
  }
  return { ...item, transform: [...direction(a, b), ...direction(c, d), ...turn(x, y)] }
}

const turnedArea = ({ url, left, bottom, right, top }: LinkArea, turn: Turn): LinkArea => {
  const [x1, y1] = turn(left, bottom)
  const [x2, y2] = turn(right, top)
  return {
    url,
    ...{ left: Math.min(x1, x2), right: Math.max(x1, x2) },
    ...{ bottom: Math.min(y1, y2), top: Math.max(y1, y2) },
  }
}

/** Damaged annotations or tags are no reason to lose the text. */
const orNothing = <T>(promise: Promise<T>): Promise<T | undefined> => promise.catch(() => undefined)

type LinkArea = { url: string; left: number; bottom: number; right: number; top: number }

const linkAreas = (annotations: unknown[] | undefined): LinkArea[] => {
  const areas: LinkArea[] = []
  for (const annotation of (annotations ?? []) as { url?: unknown; rect?: number[] }[]) {
    if (typeof annotation.url !== 'string' || areas.length >= maxLinks) continue
    const [left = 0, bottom = 0, right = 0, top = 0] = annotation.rect ?? []
    areas.push({ url: annotation.url, left, bottom, right, top })
  }
  return areas
}

const maxLinks = 500

type Field = {
  fieldType?: unknown
  fieldName?: unknown
  alternativeText?: unknown
  fieldValue?: unknown
  checkBox?: unknown
  password?: unknown
}

const filledFields = (annotations: unknown[] | undefined): PdfField[] => {
  const fields: PdfField[] = []
  for (const field of (annotations ?? []) as Field[]) {
    const value = fieldText(field)
    if (value === '' || field.password === true || fields.length >= maxFields) continue
    const name = [field.alternativeText, field.fieldName].find(text => text && text !== '')
    fields.push({ name: String(name ?? 'Field').slice(0, 200), value })
  }
  return fields
}

const maxFields = 1_000

/** Texts and choices; of boxes those that are ticked. */
const fieldText = ({ fieldType, fieldValue, checkBox }: Field): string => {
  if (fieldType === 'Btn') return checkBox === true && fieldValue !== 'Off' && fieldValue ? '☑' : ''
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return ''
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue]
  return values
    .filter(value => typeof value === 'string')
    .join(', ')
    .replace(/\s+/g, ' ')
    .trim()
}

const readItems = (
  source: SourceItem[],
  links: LinkArea[],
  isMono: (font: string) => boolean,
): PdfItem[] => {
  const items: PdfItem[] = []
  const isCopy = createCopyFinder()
  const marks: (string | undefined)[] = []
  let artifacts = 0
  for (const item of source) {
    if (item.type?.startsWith('begin')) {
      const isArtifact = item.tag === 'Artifact'
      if (isArtifact) artifacts++
      marks.push(isArtifact ? 'artifact' : (item.id ?? undefined))
    } else if (item.type === 'endMarkedContent') {
      if (marks.pop() === 'artifact') artifacts--
    } else if (item.str !== undefined && artifacts === 0) {
      const around = marks.filter(mark => mark !== undefined).slice(-20)
      const read = readItem(item, around, isMono(item.fontName ?? ''))
      if (read && !isCopy(read)) items.push(...splitByLinks(read, links))
    }
  }
  return items
}

/** Text is drawn again a little beside itself to look bold, or to throw a shadow. */
const createCopyFinder = (): ((item: PdfItem) => boolean) => {
  const drawn = new Map<string, PdfItem[]>()
  return item => {
    if (item.text.trim() === '') return false
    const near = Math.min(item.size * 0.15, item.width * 0.5)
    const row = Math.round(item.y / 4)
    const places = [row - 1, row, row + 1].flatMap(each => drawn.get(`${each} ${item.text}`) ?? [])
    if (places.some(({ x, y }) => Math.hypot(x - item.x, y - item.y) < near)) return true
    const key = `${row} ${item.text}`
    drawn.set(key, [...(drawn.get(key) ?? []), item].slice(-maxInRow))
    return false
  }
}

/** Of one text in one row: no table has more columns. */
const maxInRow = 50

/** Text that runs upwards or aslant is a margin note or a watermark. */
const readItem = (item: SourceItem, marks: string[], isMono: boolean): PdfItem | undefined => {
  const [a = 0, b = 0, , d = 0, x = 0, y = 0] = item.transform ?? []
  if (Math.abs(b) > Math.abs(a) * 0.2) return undefined
  return {
    text: readable(item.str ?? ''),
    x,
    y,
    width: item.width ?? 0,
    size: Math.abs(d) || item.height || 0,
    font: item.fontName ?? '',
    isMono,
    endsLine: item.hasEOL ?? false,
    link: undefined,
    marks,
  }
}

/** Ligatures and drawn forms of Arabic as letters, leaders of a table of contents as one sign. */
const readable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\ufb00-\ufdff\ufe80-\ufefc]/g, char => char.normalize('NFKC'))
    .replace(/\.(?: ?\.){4,}/g, '…')

/** Files know links only as areas: what lies under one is cut out at the nearest words. */
const splitByLinks = (item: PdfItem, links: LinkArea[]): PdfItem[] => {
  if (item.width <= 0 || item.text.trim() === '') return [item]
  const middle = item.y + item.size * 0.3
  const isUnder = ({ left, right, bottom, top }: LinkArea) =>
    middle >= bottom && middle <= top && left < item.x + item.width && right > item.x
  const [area, ...others] = links.filter(isUnder).slice(0, maxLinksInLine)
  if (!area) return [item]
  const from = wordEdge(item, area.left)
  const to = wordEdge(item, area.right)
  if (to <= from) return splitByLinks(item, others)
  const cut = (start: number, end: number, link: string | undefined): PdfItem => ({
    ...item,
    text: item.text.slice(start, end),
    x: item.x + (item.width * start) / item.text.length,
    width: (item.width * (end - start)) / item.text.length,
    endsLine: item.endsLine && end === item.text.length,
    link,
  })
  return [
    ...splitByLinks(cut(0, from, undefined), others),
    cut(from, to, area.url),
    ...splitByLinks(cut(to, item.text.length, undefined), others),
  ].filter(part => part.text !== '')
}

/** More than these under one line are not there to be read. */
const maxLinksInLine = 100

/** The edge of a word that is nearest to a place on the line. */
const wordEdge = ({ text, x, width }: PdfItem, place: number): number => {
  const wanted = Math.round(((place - x) / width) * text.length)
  if (wanted <= 0) return 0
  if (wanted >= text.length) return text.length
  for (let step = 0; step < text.length; step++)
    for (const at of [wanted - step, wanted + step])
      if (at <= 0 || at >= text.length || (text[at - 1] === ' ') !== (text[at] === ' '))
        return Math.max(0, Math.min(text.length, at))
  return wanted
}

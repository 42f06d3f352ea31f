import { decodeSafely } from '../../../kit/decode-safely.ts'
import { isUnshown } from '../../../page/css/hidden.ts'
import { type FilePlace, placeOf } from '../../../page/documents/places/places.ts'
import type { HtmlElement } from '../../../page/html/html.ts'
import type { PageNode } from '../../../page/text/page-nodes.ts'
import { fold } from '../../../page/words/words.ts'
import { findFaint } from '../source/faint.ts'
import { cellTexts, type Page } from '../source/page.ts'
import { shownLines } from '../source/shown-lines.ts'
import { isStruck } from '../source/struck.ts'
import { type Box, readBoxes } from './boxes.ts'
import { factTexts } from './facts.ts'
import { type Labelled, labelOf } from './labels.ts'
import { isOrder, isOrderFact } from './orders.ts'
import type { TextSpan } from './parts.ts'
import type { Address } from './quotation.ts'
import { findRunOns } from './run-ons.ts'
import { findSuspects } from './suspects.ts'
import { readUrls } from './urls.ts'

/**
 * All that a page can prove, without its tree: plain data, so that the thread which reads the page
 * can hand it on to the one which holds a model's answer against it.
 */
export type PageLines = {
  url: string
  title: string
  lines: GroundLine[]
  /** The elements around the lines. */
  boxes: Box[]
  /** What lines say that give orders to a model; they are not among the others. */
  orders: string[]
  /** As the page declares it. */
  language: string | undefined
  /** Addresses on the page. */
  urls: Map<string, Address>
  /** Where lines stand in the file that the page was made from, by their numbers. */
  places: Map<number, FilePlace>
}

/** A stretch of the page's words: a visible line, a markup value, or an image's description. */
export type GroundLine = {
  text: string
  node: number | undefined
  /** The number that a model is shown it under, which it may share with others. */
  shown: number | undefined
  fact: string | undefined
  /** Only evidence for fields about images. */
  alt: boolean
  /** Where no reader looks: in markup, or read aloud only. */
  unseen: boolean
  /** Made to be overlooked: the color of what is behind it, below everything else, odd letters. */
  faint: boolean
  /** 1 to 6 for a heading. */
  level: number | undefined
  /** All of it is a heading, or set off like one. */
  isHeading: boolean
  /** In a menu, a footer or a list of links. */
  isMenu: boolean
  /** Goes on with the sentence of the line before it, or is gone on with. */
  runsOn: boolean
  /** The line before it in the same paragraph, where the two share a sentence. */
  opening: string
  /** What of it is crossed out. */
  struck: TextSpan[]
  labelled: Labelled | undefined
  /** The element it stands in. */
  box: number | undefined
  /** Words near it that say what it is about: the line before, its heading, its row and column. */
  around: string
}

export const readLines = (page: Page): PageLines => {
  const suspects = findSuspects(page.nodes)
  const { boxes, of, around } = readBoxes(page.nodes)
  const visible = visibleLines(page, suspects, of)
  const lines = [
    ...visible,
    ...factLines(page, suspects),
    ...imageLines(page),
    ...contactLines(page, visible),
  ]
  const orders = page.nodes.filter(({ id }) => suspects.has(id)).map(({ text }) => text)
  const { url, title, language } = page
  const [urls, places] = [readUrls(page, suspects, around), readPlaces(page)]
  return { url, title, language, lines, boxes, orders, urls, places }
}

const readPlaces = ({ nodes }: Page): Map<number, FilePlace> =>
  new Map(
    nodes.flatMap(({ id, element }) => {
      const place = placeOf(element)
      return place ? [[id, place]] : []
    }),
  )

/** What only some lines have. */
const plain = {
  node: undefined,
  shown: undefined,
  fact: undefined,
  alt: false,
  unseen: false,
  faint: false,
  level: undefined,
  isHeading: false,
  isMenu: false,
  runsOn: false,
  opening: '',
  struck: [],
  labelled: undefined,
  box: undefined,
} satisfies Partial<GroundLine>

const visibleLines = (page: Page, suspects: ReadonlySet<number>, boxes: number[]): GroundLine[] => {
  const cells = cellTexts(page)
  const faint = findFaint(page)
  const runOns = findRunOns(page.nodes)
  const nodes = page.nodes.filter(({ id }) => !suspects.has(id))
  return shownLines(nodes).flatMap(({ number, nodes, is }) =>
    nodes.map(node => ({
      ...plain,
      text: node.text,
      node: node.id,
      shown: number,
      unseen: isUnshown(node.pieces[0]?.element ?? node.element),
      faint: faint.has(node.id),
      level: node.level,
      isHeading: node.level !== undefined || node.pieces.every(isSetOff),
      isMenu: is === 'menu' || node.region === 'nav' || node.region === 'footer',
      runsOn: runOns.has(node.id),
      opening: runOns.has(node.id) ? openingOf(page, node) : '',
      struck: struckIn(node),
      labelled: labelOf(page, node, headsOf(page, node, cells).row),
      box: boxes[node.id - 1],
      around: surroundings(page, node, cells),
    })),
  )
}

/** As feeds and lists write the titles of their entries. */
const isSetOff = ({ element, link }: PageNode['pieces'][number]): boolean =>
  link !== undefined || element.name === 'strong' || element.name === 'b'

const openingOf = ({ nodes }: Page, { id, element }: PageNode): string => {
  const before = nodes[id - 2]
  return before?.element === element ? before.text : ''
}

const surroundings = (page: Page, node: PageNode, cells: Map<HtmlElement, string>): string => {
  const before = page.nodes[node.id - 2]?.text ?? ''
  const heading = page.nodes[(node.headings.at(-1) ?? 0) - 1]?.text ?? ''
  const { row = '', column = '' } = headsOf(page, node, cells)
  return [before, heading, row, column].map(text => text.slice(0, 80)).join(' ')
}

const headsOf = ({ tables }: Page, { cell }: PageNode, cells: Map<HtmlElement, string>) => {
  const heads = cell && tables.get(cell)
  return {
    row: heads?.row && cells.get(heads.row),
    column: heads?.column && cells.get(heads.column),
  }
}

const factLines = (page: Page, suspects: ReadonlySet<number>): GroundLine[] => {
  const facts = Map.groupBy(factTexts(page), ({ text, path }) => isOrderFact(text, path))
  const said = [...page.nodes.filter(({ id }) => suspects.has(id)), ...(facts.get(true) ?? [])]
  const orders = fold(said.map(({ text }) => text).join('\n'))
  // Markup that repeats a part of what orders say is the same hand's work.
  return (facts.get(false) ?? [])
    .filter(({ text, path }) => !isLayout.test(path) && !orders.includes(fold(text)))
    .map(({ text, path }) => ({ ...plain, text, fact: path, unseen: true, around: path }))
}

/** How a picture or the page is drawn says nothing of what it shows. */
const isLayout =
  /(?:image|logo|photo|icon|thumbnail|video|player)\S{0,40}[ :](?:\S{1,40}[ :])?(?:width|height)$|viewport|theme-color/i

/** Where a link for letters or calls leads: a reader who clicks on it sees the address. */
const contactLines = (page: Page, visible: readonly GroundLine[]): GroundLine[] => {
  const lines = new Map(visible.map(line => [line.node, line]))
  const links = page.nodes.flatMap(({ id, pieces }) =>
    pieces.map(({ link, text }) => ({ after: id, url: link ?? '', text })),
  )
  // Icons have no words of their own, and stand with the line before them.
  const icons = page.links.filter(({ text }) => text === '')
  return [...links, ...icons].flatMap(({ after, url, text }) => {
    const address = contactIn(url)
    const line = lines.get(after)
    if (!address || !line || address === text) return []
    const around = `${text} ${line.text} ${url.split(':')[0]}`
    return { ...line, ...{ text: address, fact: 'link', around }, struck: [], labelled: undefined }
  })
}

const contactIn = (link: string): string | undefined => {
  const [, address = ''] = /^(?:mailto|tel):([^?]{3,200})/.exec(link) ?? []
  return decodeSafely(address)
}

const maxImages = 2000

const imageLines = (page: Page): GroundLine[] =>
  page.images
    .slice(0, maxImages)
    .filter(({ alt }) => alt && !isOrder(alt))
    .map(({ alt }) => ({
      ...plain,
      text: alt,
      fact: imageDescription,
      alt: true,
      around: imageDescription,
    }))

const imageDescription = 'image description'

/** The stretches of a line that are crossed out: what was, not what is. */
const struckIn = ({ pieces, element }: PageNode): TextSpan[] =>
  pieces.flatMap(piece => {
    for (let at: HtmlElement | undefined = piece.element; at; at = at.parent) {
      if (isStruck(at)) return { start: piece.start, end: piece.start + piece.text.length }
      if (at === element) break
    }
    return []
  })

import type { HtmlElement } from '../../../page/html/html.ts'
import type { PageNode, Piece } from '../../../page/text/nodes.ts'
import { cellTexts, type Page } from '../source/page.ts'
import { type Shape, shapeOf } from '../values/kinds.ts'
import { fold } from '../words/words.ts'

/** A piece of the page's text that may be a value, with everything that may name it. */
export type Candidate = {
  /** Without its label: `$36,210` of `MSRP: $36,210`. */
  text: string
  /** With it. */
  whole: string
  node: PageNode
  piece: Piece | undefined
  /** Words that may name it, by where they stand; empty when nothing does. */
  labels: Labels
  shape: Shape
  /** Index among the candidates, for distances. */
  order: number
  /** How many candidates look the same: same tags and classes around them. */
  repeats: number
  /** How often the same text stands on the page. */
  copies: number
  /** It reads as a label itself: a colon behind it, or a heading, or a table's head. */
  isLabel: boolean
  /** Share of its words that stand in the page's title, and of the title's that stand in it. */
  inTitle: number
  ofTitle: number
  /** Share of links among its neighbours: the entries of a menu stand among their like. */
  linksAround: number
  /** 1 if it looks as the line above does, which may be its label: then it is rather the next one. */
  likeAbove: number
  /** 1 if the line above stands in the same row or box, 0 if in another, -1 where there is none. */
  besideAbove: number
  /** It belongs to other things: what else there is to buy, what readers say. */
  isBeside: boolean
}

export type Labels = {
  inline: string
  before: string
  above: string
  row: string
  column: string
  term: string
  heading: string
  own: string
  parent: string
  grand: string
  href: string
  after: string
}

export const readCandidates = (page: Page): Candidate[] => {
  const cells = cellTexts(page)
  const titleWords = new Set(foldedWords(page.title))
  const candidates: Candidate[] = []
  for (const [index, node] of page.nodes.entries()) {
    if (candidates.length >= maxCandidates) break
    for (const [at, piece] of node.pieces.entries()) {
      candidates.push(toCandidate(page, cells, titleWords, node, index, at, piece))
      for (const text of factsIn(piece.text))
        candidates.push(toCandidate(page, cells, titleWords, node, index, at, { ...piece, text }))
    }
    if (node.pieces.length > 1)
      candidates.push(toCandidate(page, cells, titleWords, node, index, -1, undefined))
  }
  countRepeats(candidates)
  countLinks(candidates)
  return candidates
}

/**
 * No value, however well it is named: a stroke or an "and" between entries, a label, an entry of a
 * menu, names and their values in one, or what holds and what no longer does.
 */
export const isNoValue = ({ node, piece, text, linksAround }: Candidate): boolean => {
  if (!/[\p{L}\p{N}✓✔✅✗✘❌★]|^\p{Sc}{1,5}$/u.test(text) || /[:：]$/.test(text.trimEnd()))
    return true
  if (joints.test(text) || (text.length <= maxLineOfFacts && moreFacts.test(text))) return true
  if (piece?.link && node.region === 'nav' && linksAround > 0.3) return true
  return piece
    ? false
    : isPair(node) || (node.pieces.some(isStruck) && !node.pieces.every(isStruck))
}

const joints = /^\W*(?:and|or|by|with|und|oder|von|et|ou|par|y|o|por)\W*$/i
/** "… V8 Transmission: automatic Doors: 4" */
const moreFacts = /\p{L}{2}: .*\p{L}{2}: /u

/** What is crossed out no longer holds. */
const isStruck = ({ element }: Piece): boolean =>
  [element, element.parent, element.parent?.parent].some(one => one && struck.has(one.name))

const struck = new Set(['del', 's', 'strike'])

/** `<span>Weight</span><span>180 lbs</span>`: a name and its value, which are no value together. */
const isPair = ({ pieces, element }: PageNode): boolean => {
  const [name, value] = pieces
  if (!name || !value || pieces.length > 2) return false
  const areBoxes = [name, value].every(piece => piece.element.parent === element && !piece.link)
  return areBoxes && /^[\p{L}\s]{2,24}$/u.test(name.text) && /\p{N}/u.test(value.text)
}

/** "3 beds · 2 baths | 1,200 sq ft" are three facts. */
const factsIn = (text: string): string[] => {
  if (text.length > maxLineOfFacts || !/[·•|]/.test(text)) return []
  const facts = text.split(/[·•|]/).flatMap(part => (/[\p{L}\p{N}]/u.test(part) ? part.trim() : []))
  return facts.length > 1 && facts.every(fact => fact.length <= maxFact) ? facts : []
}

const maxLineOfFacts = 200
const maxFact = 60

/** "Was $154.95", or crossed out: what it cost before. */
export const isOldPrice = ({ node, piece, labels }: Candidate): boolean =>
  (piece ? isStruck(piece) : node.pieces.every(isStruck)) ||
  [labels.inline, labels.before, labels.row, labels.above].some(said => before.test(said))

const before =
  /^\W*(?:was|(?:old|original|previous|former|compare at|invoice) price|(?:\p{L}+ )?invoice|before|previously|formerly|originally|statt|bisher|vorher|avant|antes)\W*$/iu

/** The label of what is crossed out, or stands behind "was". */
const oldPrice = 'old price'

/** "Ada Marsh (author)" says behind the name what she is. */
const roleIn = (next: string | undefined): string =>
  /^\((author|writer|editor|director|producer|illustrator|translator|narrator|photographer|composer|artist|actor|actress|contributor|creator|designer)s?\)/i.exec(
    next ?? '',
  )?.[1] ?? ''

/** "3 bedrooms" says itself what it counts. */
const countedWords = (text: string): string => {
  const [, words = ''] = /^[\d.,]{1,9}\s(\p{L}[\p{L} ]{1,20})$/u.exec(text) ?? []
  return words
}

/** `Price: $5` → label and value; text whose colon does not part a label is left whole. */
export const splitLabel = (text: string): { label: string; value: string } => {
  if (/^\s*[:：]/.test(text)) return { label: '', value: text.replace(/^[\s:：]+/, '') }
  const [, name, said] = /^"([^"]{1,40})"\s*:\s*"?([^{[].*?)"?,?$/.exec(text) ?? []
  if (name && said) return { label: name, value: said }
  const once = /^(?:was|before|formerly|statt|avant|antes) (?=\p{Sc}|\d)/iu.exec(text)?.[0]
  if (once) return { label: oldPrice, value: text.slice(once.length) }
  const colon = text.search(/[:：]/)
  if (colon <= 0 || colon > 40) return { label: '', value: text }
  const label = text.slice(0, colon).trim()
  const value = text.slice(colon + 1).trim()
  // 10:30, http://, "Title: a subtitle" of many words, are no labels.
  const plain = /^\p{L}[\p{L}\s.()/&#'-]*$/u.test(label) && label.split(/\s+/).length <= 4
  if (!plain || !value || value.startsWith('//')) return { label: '', value: text }
  return { label, value }
}

/** Of "Genre: Drama | Director: …" the stroke belongs to neither. */
const withoutJoints = (text: string): string =>
  text.replace(/^[|·•,;][|·•,;\s]{0,9}/, '').replace(/(?<![|·•,;\s])[|·•,;\s]{1,9}$/, '')

const maxCandidates = 20_000

const toCandidate = (
  page: Page,
  cells: Map<HtmlElement, string>,
  titleWords: Set<string>,
  node: PageNode,
  index: number,
  at: number,
  piece: Piece | undefined,
): Candidate => {
  const raw = piece?.text ?? node.text
  const { label, value: said } = splitLabel(raw)
  const value = withoutJoints(said)
  const element = piece?.element ?? node.element
  const headers = node.cell ? page.tables.get(node.cell) : undefined
  const line = page.nodes[index - 1]
  // An entry of a menu names nothing that stands outside of it.
  const isMenu = line?.region === 'nav' && node.region !== 'nav'
  // "Engine:" above "Transmission: automatic" waits for a value that the page does not have.
  const isNext = label !== '' && /[:：]\s*$/.test(line?.text ?? '')
  const above = at <= 0 && !isMenu && !isNext ? short(line?.text) : ''
  const heading = node.headings.at(-1)
  const next = at >= 0 ? node.pieces[at + 1]?.text : undefined
  const words = foldedWords(value)
  const shared = words.filter(word => titleWords.has(word)).length
  return {
    text: value,
    whole: raw,
    node,
    piece,
    labels: {
      inline: label || (piece && isStruck(piece) ? oldPrice : countedWords(value) || roleIn(next)),
      before: at > 0 ? short(lastLabel(node.pieces[at - 1]?.text)) : '',
      above,
      row: short(leftLabel(node, line)) || textOf(cells, headers?.row),
      column: textOf(cells, headers?.column),
      term: node.term ? short(page.nodes[node.term - 1]?.text) : '',
      heading: heading ? short(page.nodes[heading - 1]?.text) : '',
      own: attributeWords(element),
      parent: attributeWords(element.parent),
      grand: attributeWords(element.parent?.parent),
      href: piece?.link ? hrefWords(piece.link) : '',
      after: short(next ?? (at < 0 ? '' : page.nodes[index + 1]?.text)).slice(0, 30),
    },
    shape: shapeOf(value),
    order: 0,
    repeats: 1,
    copies: 1,
    isLabel:
      /[:：]\s*$/.test(raw) ||
      element.name === 'th' ||
      element.name === 'dt' ||
      element.name === 'label',
    inTitle: words.length > 0 ? shared / words.length : 0,
    ofTitle:
      titleWords.size > 0
        ? new Set(words.filter(word => titleWords.has(word))).size / titleWords.size
        : 0,
    linksAround: 0,
    isBeside: isBeside(node.element, heading ? page.nodes[heading - 1]?.text : undefined),
    ...placeBelow(node, at, element, line),
  }
}

/** In rows of several names and values: the cell on the left that ends in a colon. */
const leftLabel = (node: PageNode, line: PageNode | undefined): string | undefined =>
  node.cell && line?.cell && line.cell !== node.cell && line.cell.parent === node.cell.parent
    ? /^[^:：]{2,40}[:：]\s*$/.exec(line.text)?.[0]
    : undefined

/** By what the boxes around it are called, or the heading above. */
const isBeside = (element: HtmlElement, heading = ''): boolean => {
  if (besideHeading.test(heading)) return true
  let found = beside.get(element)
  if (found !== undefined) return found
  found = false
  let around: HtmlElement | undefined = element
  for (let up = 0; around && !found && up < maxUp && around.name !== 'body'; up++) {
    const { class: classes = '', id = '' } = around.attributes
    found = besideName.test(`${classes} ${id}`.slice(0, 300))
    around = around.parent
  }
  beside.set(element, found)
  return found
}

const maxUp = 12
const beside = new WeakMap<HtmlElement, boolean>()
const besideName =
  /related|similar|recommend|upsell|cross-?sell|also-?(?:bought|viewed|like)|sponsor|comment|review/i
const besideHeading =
  /^(?:related|similar|recommended|more (?:from|like|jobs|products|articles|items)|customers? (?:who|also|reviews?)|you (?:may|might)|people (?:who|also)|other |also |compare|reviews?\b|comments?\b)/i

/** How a line stands to the one above it: as a value to its label, or as one label to another. */
const placeBelow = (
  node: PageNode,
  at: number,
  element: HtmlElement,
  above: PageNode | undefined,
): Pick<Candidate, 'likeAbove' | 'besideAbove'> => {
  if (!above || at > 0) return { likeAbove: 0, besideAbove: -1 }
  const other = above.pieces[0]?.element ?? above.element
  const looksAlike = lookOf(other) === lookOf(element) && other.depth === element.depth
  const row = node.cell?.parent
  const isBeside = row
    ? above.cell?.parent === row && above.cell !== node.cell
    : above.element.parent === node.element.parent
  return { likeAbove: Number(looksAlike), besideAbove: Number(isBeside) }
}

const lookOf = (element: HtmlElement) => `${signature(element)}|${signature(element.parent)}`

const short = (text: string | undefined) => (text && text.length <= 80 ? text : '')

/** Of "…, 2010. Author:" only the end is a label. */
const lastLabel = (text: string | undefined) => text?.split(/[.;|•]\s+/).at(-1)

const textOf = (cells: Map<HtmlElement, string>, cell: HtmlElement | undefined) =>
  cell ? short(cells.get(cell)) : ''

const attributeWords = (element: HtmlElement | undefined): string => {
  if (!element || element.name === 'body') return ''
  const { attributes } = element
  const words = [
    attributes.class,
    attributes.id,
    attributes.itemprop,
    attributes.property,
    attributes['data-testid'],
    attributes['data-field'],
    attributes['aria-label'],
    attributes.title,
  ]
  return words.filter(Boolean).join(' ').slice(0, 160)
}

const hrefWords = (link: string): string => {
  const url = URL.parse(link)
  if (!url) return ''
  return decodeSafely(`${url.pathname} ${url.search}`)
    .replace(/[^\p{L}]+/gu, ' ')
    .slice(0, 160)
}

const decodeSafely = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const foldedWords = (text: string): string[] =>
  fold(text.slice(0, 400)).match(/[\p{L}\p{N}]+/gu) ?? []

const countRepeats = (candidates: Candidate[]) => {
  const shapes = new Map<string, number>()
  const texts = new Map<string, number>()
  const keys = candidates.map((candidate, order) => {
    candidate.order = order
    const element = candidate.piece?.element ?? candidate.node.element
    const key = `${candidate.piece ? 'p' : 'l'}|${signature(element)}|${signature(element.parent)}|${element.depth}`
    shapes.set(key, (shapes.get(key) ?? 0) + 1)
    const text = fold(candidate.text)
    texts.set(text, (texts.get(text) ?? 0) + 1)
    return { key, text }
  })
  candidates.forEach((candidate, i) => {
    candidate.repeats = shapes.get(keys[i]?.key ?? '') ?? 1
    candidate.copies = texts.get(keys[i]?.text ?? '') ?? 1
  })
}

const aroundCount = 3

const countLinks = (candidates: Candidate[]) => {
  const isLink = candidates.map(({ piece }) => Number(piece?.link !== undefined))
  candidates.forEach((candidate, at) => {
    let links = 0
    let all = 0
    for (let i = Math.max(0, at - aroundCount); i <= at + aroundCount; i++) {
      if (i === at || i >= candidates.length) continue
      links += isLink[i] ?? 0
      all++
    }
    candidate.linksAround = all > 0 ? links / all : 0
  })
}

const signature = (element: HtmlElement | undefined) =>
  element ? `${element.name}.${element.attributes.class ?? ''}` : ''

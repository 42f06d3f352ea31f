import { memoizeObjects } from '../../../../kit/memoize.ts'
import type { HtmlElement } from '../../../../page/html/html.ts'
import { siteHeadings, tabOf } from '../../../../page/metadata/headline.ts'
import type { PageNode, Piece } from '../../../../page/text/page-nodes.ts'
import { fold } from '../../../../page/words/words.ts'
import { cellTexts, type Page } from '../../source/page.ts'
import { isStruck } from '../../source/struck.ts'
import { type Shape, shapeOf } from '../../values/kinds.ts'
import { type Labels, labelTags, looksLike, readLabels, signature, splitLabel } from './labels.ts'

/** A piece of the page's text that may be a value, with everything that may name it. */
export type Candidate = {
  /** Without its label: `$36,210` of `MSRP: $36,210`. */
  text: string
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
  /** It is crossed out. */
  isOut: boolean
  /** A part of it is. */
  isPartlyOut: boolean
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
  /** It is the heading that says whose site this is. */
  isSite: boolean
}

export const readCandidates = (page: Page): Candidate[] => {
  const seen: Seen = {
    page,
    cells: cellTexts(page),
    heads: new Set([...page.tables.values()].flatMap(({ column }) => column ?? [])),
    titleWords: new Set(foldedWords(page.title)),
    sites: siteHeadings(
      page.nodes.flatMap(({ element, level = 9 }) => (level <= 3 ? element : [])),
      tabOf(page.title),
    ),
  }
  const candidates: Candidate[] = []
  for (const [index, node] of page.nodes.entries()) {
    if (candidates.length >= maxCandidates) break
    for (const [at, piece] of node.pieces.entries()) {
      candidates.push(toCandidate(seen, node, index, at, piece))
    }
    if (node.pieces.length > 1) candidates.push(toCandidate(seen, node, index, -1, undefined))
  }
  countRepeats(candidates)
  countLinks(candidates)
  return candidates
}

/** What is crossed out no longer holds. */
const isCrossedOut = ({ element }: Piece): boolean =>
  [element, element.parent, element.parent?.parent].some(one => one && isStruck(one))

/** Of "Genre: Drama | Director: …" the stroke belongs to neither. */
const withoutJoints = (text: string): string =>
  text.replace(/^[|·•,;][|·•,;\s]{0,9}/, '').replace(/(?<![|·•,;\s])[|·•,;\s]{1,9}$/, '')

const maxCandidates = 20_000

/** What is known of the page for each of its candidates: what cells say, and which head a column. */
type Seen = {
  page: Page
  cells: Map<HtmlElement, string>
  heads: Set<HtmlElement>
  titleWords: Set<string>
  sites: Set<HtmlElement>
}

const toCandidate = (
  { page, cells, heads, titleWords, sites }: Seen,
  node: PageNode,
  index: number,
  at: number,
  piece: Piece | undefined,
): Candidate => {
  const raw = piece?.text ?? node.text
  const out = piece ? [isCrossedOut(piece)] : node.pieces.map(isCrossedOut)
  const isOut = !out.includes(false)
  const value = withoutJoints(splitLabel(raw).value)
  const element = piece?.element ?? node.element
  const heading = node.headings.at(-1)
  const words = foldedWords(value)
  const shared = words.filter(word => titleWords.has(word)).length
  return {
    text: value,
    whole: raw,
    node,
    piece,
    labels: readLabels(page, cells, { node, index, at, piece }, isOut),
    shape: shapeOf(value),
    order: 0,
    repeats: 1,
    copies: 1,
    isOut,
    isPartlyOut: !isOut && out.includes(true),
    isLabel:
      /[:：]\s*$/.test(raw) ||
      labelTags.has(element.name) ||
      (node.cell !== undefined && heads.has(node.cell)),
    inTitle: words.length > 0 ? shared / words.length : 0,
    ofTitle:
      titleWords.size > 0
        ? new Set(words.filter(word => titleWords.has(word))).size / titleWords.size
        : 0,
    linksAround: 0,
    isBeside: isBeside(node.element, heading ? page.nodes[heading - 1]?.text : undefined),
    isSite: sites.has(node.element),
    ...placeBelow(node, at, element, page.nodes[index - 1]),
  }
}

/** By what the boxes around it are called, or the heading above. */
const isBeside = (element: HtmlElement, heading = ''): boolean =>
  besideHeading.test(heading) || isInBeside(element)

const isInBeside = memoizeObjects((element: HtmlElement): boolean => {
  let found = false
  let around: HtmlElement | undefined = element
  for (let up = 0; around && !found && up < maxUp && around.name !== 'body'; up++) {
    const { class: classes = '', id = '' } = around.attributes
    found = besideName.test(`${classes} ${id}`.slice(0, 300))
    around = around.parent
  }
  return found
})

const maxUp = 12
const besideName =
  /related|similar|recommend|upsell|cross-?sell|also-?(?:bought|viewed|like)|sponsor|comment|review/i
const besideHeading =
  /^(?:related|similar|recommended|more (?:from|like|jobs|products|articles|items)|customers? (?:who|also|reviews?)|you (?:may|might)|people (?:who|also)|other |also |compare|reviews?\b|comments?\b|accessories\b|options (?:and|&) accessories|combo deals|bundles?\b|frequently bought)/i

/** How a line stands to the one above it: as a value to its label, or as one label to another. */
const placeBelow = (
  node: PageNode,
  at: number,
  element: HtmlElement,
  above: PageNode | undefined,
): Pick<Candidate, 'likeAbove' | 'besideAbove'> => {
  if (!above || at > 0) return { likeAbove: 0, besideAbove: -1 }
  const other = above.pieces[0]?.element ?? above.element
  const looksAlike = looksLike(other, element)
  const row = node.cell?.parent
  const isBeside = row
    ? above.cell?.parent === row && above.cell !== node.cell
    : above.element.parent === node.element.parent
  return { likeAbove: Number(looksAlike), besideAbove: Number(isBeside) }
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

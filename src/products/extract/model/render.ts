import type { PageNode } from '../../../page/text/nodes.ts'
import { factTexts } from '../grounding/facts.ts'
import { isOrder, isOrderFact } from '../grounding/orders.ts'
import type { Field } from '../schema/fields.ts'
import type { Page } from '../source/page.ts'
import { blocksOf, type PageBlock, rankBlocks } from './blocks.ts'

/** A page for a model: numbered lines, so that each value can name the line it came from. */
export type Rendering = {
  text: string
  /** Lines of the page that are not in the text; where they were, the text says so. */
  leftOut: number
}

type RenderOptions = {
  maxChars: number
  /** What will be asked: decides which blocks stay when not all fit. */
  fields: Field[]
} & LineOptions

type LineOptions = {
  /** With addresses of links and images, for schemas that ask for them. */
  targets: boolean
  /** Lines that are not shown, by number. */
  skip?: ReadonlySet<number>
}

/**
 * `[17] $39.99` under its headings: about forty times fewer tokens than the HTML. When the page is
 * longer than allowed, the blocks that speak of the fields stay, in page order.
 */
export const renderPage = (page: Page, options: RenderOptions): Rendering => {
  const blocks = blocksOf(page)
  const texts = blocks.map(block => renderBlock(page, block, options))
  const chosen = chooseBlocks(page, blocks, texts, options)
  const parts: string[] = []
  let leftOut = 0
  let gap = 0
  blocks.forEach((block, i) => {
    if (chosen.has(i)) {
      if (gap > 0) parts.push(`[${gap} lines left out]`)
      gap = 0
      parts.push(texts[i] ?? '')
    } else {
      gap += block.nodes.length
      leftOut += block.nodes.length
    }
  })
  if (gap > 0) parts.push(`[${gap} lines left out]`)
  return { text: parts.join('\n\n'), leftOut }
}

/** The whole page in pieces of bounded length, for lists that may go on to the page's end. */
export const renderChunks = (
  page: Page,
  options: LineOptions & { maxChars: number; overlapChars?: number },
): string[] => {
  const chunks: string[] = []
  let chunk = ''
  let last = ''
  for (const block of blocksOf(page)) {
    const text = renderBlock(page, block, options)
    if (chunk && chunk.length + text.length > options.maxChars) {
      chunks.push(chunk)
      // What stands on the border is shown twice, so that no entry of a list is cut in two.
      chunk = last.length <= (options.overlapChars ?? 0) ? last : ''
    }
    chunk = chunk ? `${chunk}\n\n${text}` : text
    last = text
  }
  return chunk ? [...chunks, chunk] : chunks
}

/** What the page says of itself for machines, one line each, in the order it was read. */
export const renderFacts = (page: Page, maxChars: number): Rendering => {
  const lines: string[] = []
  let left = maxChars
  let leftOut = 0
  for (const { text, path } of factTexts(page)) {
    if (isOrderFact(text, path)) continue
    const line = `${path}: ${text.replaceAll('\n', ' ')}`
    if (line.length > left) leftOut++
    else {
      lines.push(line)
      left -= line.length + 1
    }
  }
  return { text: lines.join('\n'), leftOut }
}

const chooseBlocks = (
  page: Page,
  blocks: PageBlock[],
  texts: string[],
  options: RenderOptions,
): Set<number> => {
  const chosen = new Set<number>()
  let left = options.maxChars
  const total = texts.reduce((sum, text) => sum + text.length + 2, 0)
  if (total <= left) return new Set(blocks.keys())
  for (const index of rankBlocks(page, blocks, options.fields)) {
    const size = (texts[index]?.length ?? 0) + 2
    if (size > left) continue
    chosen.add(index)
    left -= size
  }
  return chosen
}

const renderBlock = (page: Page, block: PageBlock, { targets, skip }: LineOptions): string => {
  const lines: string[] = []
  let row: PageNode['cell']
  for (const node of block.nodes) {
    if (skip?.has(node.id)) continue
    const text = `[${node.id}] ${shortened(node.text)}${targets ? addresses(node) : ''}`
    const sameRow = node.cell && row && node.cell.parent === row.parent
    if (sameRow) lines[lines.length - 1] += ` | ${text}`
    else if (node.level) lines.push(`${'#'.repeat(node.level)} ${text}`)
    else lines.push(node.item ? `- ${text}` : text)
    row = node.cell
  }
  if (targets)
    for (const image of page.images)
      if (image.after >= block.first && image.after < block.first + block.nodes.length)
        lines.push(`image ${image.url}${captionOf(image)}`)
  return lines.join('\n')
}

const captionOf = ({ alt }: Page['images'][number]): string =>
  alt && !isOrder(alt) ? ` (${alt.slice(0, 80)})` : ''

/** A line that alone would fill a model's memory is no line for people either. */
export const maxLineChars = 20_000

const shortened = (text: string) =>
  text.length > maxLineChars ? `${text.slice(0, maxLineChars)} […]` : text

const addresses = (node: PageNode): string => {
  const urls = new Set(
    node.pieces.map(piece => piece.link).filter(link => link?.startsWith('http')),
  )
  return urls.size > 0 ? ` <${[...urls].slice(0, 5).join('> <')}>` : ''
}

import type { Block } from './blocks.ts'
import type { Context } from './context.ts'
import { trigram } from './page.ts'
import { oddsNames, type Put, putOdds } from './put.ts'
import { flagNames } from './regions.ts'
import { between, linkShare } from './sums.ts'
import type { PageView } from './view.ts'

/* What a block says of itself: its text, its place, its words, the headings above it. */

export const textNames = `words,chars,word length,link share,links,words a link,digits,uppers,
  uppers a word,commas,stops,words a stop,currencies,separators,last,first,cut off`

export const putText = (block: Block, put: Put) => {
  const { facts } = block
  const chars = Math.max(1, facts.chars)
  const words = Math.max(1, facts.words)
  put(facts.words)
  put(facts.chars)
  put(facts.chars / words)
  put(linkShare(block))
  put(block.links)
  put(block.links === 0 ? -1 : facts.words / block.links)
  put(facts.digits / chars)
  put(facts.uppers / chars)
  put(facts.uppers / words)
  put(facts.commas / words)
  put(facts.stops)
  put(facts.stops === 0 ? -1 : facts.words / facts.stops)
  put(facts.currencies)
  put(facts.separators / words)
  put(endingOf(facts.lastCode))
  put(startOf(facts.firstCode))
  put(isCutOff(block.text) ? 1 : 0)
}

const endingOf = (code: number): number => {
  if (code === 46 || code === 0x3002) return 4
  if (code === 63) return 3
  if (code === 33) return 2
  if (code === 58) return 1
  if (code >= 48 && code <= 57) return -1
  return code === 0x2026 ? -2 : 0
}

/** Teasers end in dots. */
const isCutOff = (text: string) =>
  text.endsWith('...') || text.endsWith('…') || text.endsWith('[…]') || text.endsWith('[...]')

const startOf = (code: number): number => {
  if (code >= 65 && code <= 90) return 3
  if (code >= 97 && code <= 122) return 2
  if (code >= 48 && code <= 57) return 1
  return code < 128 ? 0 : -1
}

const tagNames = [
  'p',
  'li',
  'div',
  'td',
  'th',
  'dt',
  'dd',
  'pre',
  'figcaption',
  'button',
  'summary',
]

export const placeNames = `index,from end,place,words before,prose before,level,inline levels,rank,
  ${tagNames.map(tag => `is ${tag}`)},in a,in span,copies,copies before,children`

export const putPlace = (block: Block, view: PageView, context: Context, put: Put) => {
  const { index, container, region } = block
  const count = view.blocks.length
  put(index)
  put(count - index)
  put(index / Math.max(1, count))
  put((view.sums.words[index] ?? 0) / context.totalWords)
  put((view.sums.prose[index] ?? 0) / Math.max(1, between(view.sums.prose, 0, count)))
  put(container.level)
  put(region.level - container.level)
  put(view.ranks[index] ?? 0)
  for (const tag of tagNames) put(container.element.name === tag ? 1 : 0)
  put(region.element.name === 'a' ? 1 : 0)
  put(region.element.name === 'span' ? 1 : 0)
  put(view.copies[index] ?? 1)
  put(view.copiesBefore[index] ?? 0)
  put(container.element.children.length)
}

export const putFlags = (block: Block, view: PageView, put: Put) => {
  const flags = view.flags[block.region.index] ?? 0
  for (let at = 0; at < flagNames.length; at++) put((flags >>> at) & 1)
}

export const wordNames = `${oddsNames('text')},text known,${oddsNames('goods text')},prose low,prose mean,prose known,
  in title,of title,in description,declared`

export const putWords = (block: Block, view: PageView, context: Context, put: Put) => {
  const { hashes, words } = block.facts
  const { facts } = view
  putOdds(context.text[block.index], put)
  put(context.text[block.index]?.known ?? 0)
  putOdds(context.goodsText[block.index], put)
  const prose = context.prose[block.index]
  put(prose?.low ?? 0)
  put(prose?.mean ?? 0)
  put(prose?.known ?? -1)
  let inTitle = 0
  let inDescription = 0
  let declared = 0
  for (let at = 0; at < hashes.length; at++) {
    const hash = hashes[at] as number
    if (facts.titleWords.has(hash)) inTitle++
    if (facts.descriptionWords.has(hash)) inDescription++
    if (at > 1 && facts.declared.size > 0 && facts.declared.has(trigram(hashes, at))) declared++
  }
  const count = Math.max(1, hashes.length)
  put(inTitle / count)
  put(inTitle / Math.max(1, facts.titleWords.size))
  put(inDescription / count)
  put(facts.declared.size === 0 || words < 3 ? -1 : declared / Math.max(1, count - 2))
}

export const headingNames = (name: string) => `${name} away,${oddsNames(name)},${name} reaches`

export const putHeadings = (block: Block, view: PageView, context: Context, put: Put) => {
  const heading = view.heading[block.index] ?? -1
  putHeading(heading, block, view, context, put)
  putHeading(view.upperHeading[block.index] ?? -1, block, view, context, put)
  put(view.ranks[heading] ?? 0)
}

const putHeading = (heading: number, block: Block, view: PageView, context: Context, put: Put) => {
  const above = view.blocks[heading]
  put(above ? block.index - heading : -1)
  putOdds(context.headings.get(heading), put)
  // A heading counts for what stands in the region around it; beyond, it is somebody else's.
  const reach = above ? (view.wider[above.container.index] ?? -1) : -1
  const inside = (view.regions[reach]?.end ?? -1) > block.index
  put(above ? (inside ? 1 : 0) : -1)
}

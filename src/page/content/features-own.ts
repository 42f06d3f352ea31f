import { itemAt } from '../../kit/item-at.ts'
import { columns, columnsFor, sideBySide, through } from '../learned/columns.ts'
import type { Block } from './blocks.ts'
import { characterKinds, kinds, lowerCodes } from './characters.ts'
import { trigram } from './page.ts'
import { flagNames } from './regions.ts'
import { oddsColumns, type Spot } from './spot.ts'
import { between, lengthOf, linkShare } from './sums.ts'

/* What a block says of itself: its text, its place, its words, the headings above it. */

const wordsOf = ({ facts }: Block) => Math.max(1, facts.words)
const charsOf = ({ facts }: Block) => Math.max(1, facts.chars)

export const textColumns = through(
  '',
  ({ block }: Spot) => block,
  columns<Block>({
    words: ({ facts }) => facts.words,
    chars: ({ facts }) => lengthOf(facts),
    'word length': block => lengthOf(block.facts) / wordsOf(block),
    'link share': linkShare,
    links: block => block.links,
    'words a link': block => (block.links === 0 ? -1 : block.facts.words / block.links),
    digits: block => block.facts.digits / charsOf(block),
    uppers: block => block.facts.uppers / charsOf(block),
    'uppers a word': block => block.facts.uppers / wordsOf(block),
    commas: block => block.facts.commas / wordsOf(block),
    stops: ({ facts }) => facts.stops,
    'words a stop': ({ facts }) => (facts.stops === 0 ? -1 : facts.words / facts.stops),
    currencies: ({ facts }) => facts.currencies,
    separators: block => block.facts.separators / wordsOf(block),
    last: ({ facts }) => endingOf(facts.lastCode),
    first: ({ facts }) => startOf(facts.firstCode),
    'cut off': ({ text }) => (isCutOff(text) ? 1 : 0),
  }),
)

/** Stops of all scripts say the same; of the Latin ones, questions and calls are told apart. */
const endingOf = (code: number): number => {
  const kind = characterKinds[code]
  if (code === 63) return 3
  if (code === 33) return 2
  if (kind === kinds.stop || kind === kinds.point) return 4
  if (code === 58 || code === 0xff1a) return 1
  if (kind === kinds.digit) return -1
  return code === 0x2026 ? -2 : 0
}

/** Teasers end in dots. */
const isCutOff = (text: string) =>
  text.endsWith('...') || text.endsWith('…') || text.endsWith('[…]') || text.endsWith('[...]')

/** Letters of scripts without capitals begin a line as capitals do. */
const startOf = (code: number): number => {
  const kind = characterKinds[code] ?? kinds.other
  if (kind === kinds.digit) return 1
  if (kind === kinds.letter) return code < lowerCodes.length ? 2 : 3
  if (kind > kinds.letter) return 3
  return code < 128 ? 0 : -1
}

const tagNames = 'p li div td th dt dd pre figcaption button summary'.split(' ')

export const placeColumns = sideBySide<Spot>(
  columns({
    index: ({ block }) => block.index,
    'from end': ({ block, view }) => view.blocks.length - block.index,
    place: ({ block, view }) => block.index / Math.max(1, view.blocks.length),
    'words before': ({ block, view, context }) =>
      (view.sums.words[block.index] ?? 0) / context.totalWords,
    'prose before': ({ block, view: { sums, blocks } }) =>
      (sums.prose[block.index] ?? 0) / Math.max(1, between(sums.prose, 0, blocks.length)),
    level: ({ block }) => block.container.level,
    'inline levels': ({ block }) => block.region.level - block.container.level,
    rank: ({ block, view }) => view.ranks[block.index] ?? 0,
  }),
  columnsFor(
    tagNames,
    tag => `is ${tag}`,
    ({ block }, tag) => (block.container.element.name === tag ? 1 : 0),
  ),
  columns({
    'in a': ({ block }) => (block.region.element.name === 'a' ? 1 : 0),
    'in span': ({ block }) => (block.region.element.name === 'span' ? 1 : 0),
    copies: ({ block, view }) => view.copies[block.index] ?? 1,
    'copies before': ({ block, view }) => view.copiesBefore[block.index] ?? 0,
    children: ({ block }) => block.container.element.children.length,
  }),
)

export const flagColumns = through(
  '',
  ({ block, view }: Spot) => view.flags[block.region.index] ?? 0,
  columnsFor(
    flagNames,
    name => `in ${name}`,
    (flags: number, _, at) => (flags >>> at) & 1,
  ),
)

export const wordColumns = sideBySide<Spot>(
  through('text', ({ block, context }) => context.text[block.index], oddsColumns),
  columns({ 'text known': ({ block, context }) => context.text[block.index]?.known ?? 0 }),
  through('goods text', ({ block, context }) => context.goodsText[block.index], oddsColumns),
  columns({
    'prose low': ({ block, context }) => context.prose[block.index]?.low ?? 0,
    'prose mean': ({ block, context }) => context.prose[block.index]?.mean ?? 0,
    'prose known': ({ block, context }) => context.prose[block.index]?.known ?? -1,
  }),
  through(
    '',
    countMentions,
    columns({
      'in title': ({ inTitle, count }) => inTitle / count,
      'of title': ({ inTitle, titleWords }) => inTitle / titleWords,
      'in description': ({ inDescription, count }) => inDescription / count,
      declared: ({ declared, isComparable, count }) =>
        isComparable ? declared / Math.max(1, count - 2) : -1,
    }),
  ),
)

/** How many of a block's words the page's title, description and data say too. */
function countMentions({ block, view: { facts } }: Spot) {
  const { hashes, words } = block.facts
  const mentions = {
    inTitle: 0,
    inDescription: 0,
    declared: 0,
    count: Math.max(1, hashes.length),
    titleWords: Math.max(1, facts.titleWords.size),
    isComparable: facts.declared.size > 0 && words >= 3,
  }
  for (let at = 0; at < hashes.length; at++) {
    const hash = hashes[at] as number
    if (facts.titleWords.has(hash)) mentions.inTitle++
    if (facts.descriptionWords.has(hash)) mentions.inDescription++
    if (at > 1 && facts.declared.size > 0 && facts.declared.has(trigram(hashes, at)))
      mentions.declared++
  }
  return mentions
}

type Under = Pick<Spot, 'block' | 'view' | 'context'> & { heading: number }

const under = ({ block, view, context }: Spot, heading: number): Under => ({
  block,
  view,
  context,
  heading,
})

const underColumns = sideBySide<Under>(
  columns({
    away: ({ block, view, heading }) => (itemAt(view.blocks, heading) ? block.index - heading : -1),
  }),
  through('', ({ context, heading }) => context.headings.get(heading), oddsColumns),
  columns({ reaches: reachOf }),
)

/** A heading counts for what stands in the region around it; beyond, it is somebody else's. */
function reachOf({ block, view, heading }: Under): number {
  const above = itemAt(view.blocks, heading)
  if (!above) return -1
  const reach = view.wider[above.container.index] ?? -1
  return (itemAt(view.regions, reach)?.end ?? -1) > block.index ? 1 : 0
}

const headingOf = ({ block, view }: Spot) => view.heading[block.index] ?? -1

export const headingColumns = sideBySide<Spot>(
  through('heading', spot => under(spot, headingOf(spot)), underColumns),
  through(
    'upper heading',
    spot => under(spot, spot.view.upperHeading[spot.block.index] ?? -1),
    underColumns,
  ),
  columns({ 'heading rank': spot => spot.view.ranks[headingOf(spot)] ?? 0 }),
)

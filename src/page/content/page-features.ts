import { int32s } from '../../kit/small-arrays.ts'
import { columns, columnsFor, rowOf, sideBySide, through } from '../learned/columns.ts'
import { type Lexicon, type Odds, oddsOf, pageTokens } from './lexicon.ts'
import { type ContentFacts, pageTypes } from './page.ts'
import { between } from './sums.ts'
import type { PageView } from './view.ts'
import { hashWord } from './words.ts'

/** Types named in JSON-LD or microdata that tell one kind of page from another. */
const typeGroups = [
  ['article', 'newsarticle', 'blogposting', 'report', 'scholarlyarticle', 'opinionnewsarticle'],
  ['techarticle', 'howto', 'apireference'],
  ['product', 'productgroup', 'individualproduct'],
  ['offer', 'aggregateoffer'],
  ['aggregaterating'],
  ['review'],
  ['itemlist', 'offercatalog'],
  ['collectionpage', 'searchresultspage'],
  ['discussionforumposting', 'qapage', 'question', 'answer'],
  ['faqpage'],
  ['comment'],
  ['service', 'professionalservice', 'localbusiness'],
  ['organization', 'corporation'],
  ['webpage', 'website'],
  ['breadcrumblist'],
  ['recipe'],
  ['course'],
  ['jobposting', 'event'],
  ['person'],
  ['videoobject', 'imageobject'],
].map(group => group.map(hashWord))

/** Which of the groups have one of some words, one bit each. */
const groupBits = <Word>(groups: readonly (readonly Word[])[]) => {
  const known = new Map<Word, number>()
  for (const [at, group] of groups.entries())
    for (const word of group) known.set(word, (known.get(word) ?? 0) | (1 << at))
  return (words: Iterable<Word>): number => {
    let bits = 0
    for (const word of words) bits |= known.get(word) ?? 0
    return bits
  }
}

const bitColumns = (groups: readonly unknown[], name: string) =>
  columnsFor(
    [...groups.keys()],
    at => `${name}${at}`,
    (bits: number, at) => (bits >>> at) & 1,
  )

const pathGroups = [
  ['blog', 'blogs', 'post', 'posts'],
  ['news', 'article', 'articles', 'story', 'stories', 'magazine', 'press'],
  ['docs', 'doc', 'documentation', 'reference', 'api', 'manual', 'guide', 'guides', 'wiki', 'help'],
  ['learn', 'tutorial', 'tutorials', 'handbook', 'support', 'kb', 'developer', 'developers'],
  ['product', 'products', 'p', 'dp', 'item', 'ip', 'pd', 'sku', 'app'],
  ['shop', 'store', 'buy', 'shopping'],
  ['collection', 'collections', 'category', 'categories', 'c', 'cat', 'catalog', 'browse'],
  ['forum', 'forums', 'thread', 'threads', 'topic', 't', 'viewtopic', 'showthread', 'community'],
  ['questions', 'question', 'answers', 'discussion', 'comments', 'r', 'd', 'ask', 'qa'],
  ['service', 'services', 'solutions', 'solution', 'pricing', 'plans', 'features', 'platform'],
  ['about', 'contact', 'careers', 'team', 'company'],
  ['list', 'listing', 'listings', 'search', 'directory', 'jobs', 'events', 'rankings', 'results'],
  ['courses', 'programs', 'schedule', 'tag', 'tags', 'topics', 'archive', 'best', 'top'],
  ['index', 'home', 'en', 'us'],
]

const [typeBits, pathBits] = [groupBits(typeGroups), groupBits(pathGroups)]
const ogTypes = ['article', 'website', 'product']

const factColumns = sideBySide<ContentFacts>(
  through('', ({ types }) => typeBits(types), bitColumns(typeGroups, 'type')),
  through('', ({ path }) => pathBits(path), bitColumns(pathGroups, 'path')),
  columnsFor(
    ogTypes,
    type => `og ${type}`,
    ({ ogType }, type) => (ogType.startsWith(type) ? 1 : 0),
  ),
  columns({
    'og none': ({ ogType }) => (ogType === '' ? 1 : 0),
    'path length': ({ path }) => path.length,
    'path last': ({ path }) => path.at(-1)?.length ?? 0,
    'path year': ({ path }) => (path.some(isYear) ? 1 : 0),
    'path digits': ({ path }) => (path.some(word => word.length > 4 && Number(word) > 0) ? 1 : 0),
    query: ({ query }) => (query ? 1 : 0),
    declared: ({ declared }) => Math.log1p(declared.size),
    'title words': ({ titleWords }) => titleWords.size,
    'description words': ({ descriptionWords }) => descriptionWords.size,
  }),
)

const isYear = (word: string) => word.length === 4 && word >= '1995' && word <= '2035'

const whole = (view: PageView, sum: keyof PageView['sums']) =>
  between(view.sums[sum], 0, view.blocks.length)
const ofBlocks = (view: PageView, value: number) => value / Math.max(1, view.blocks.length)

const shapeColumns = columns<PageView>({
  blocks: ({ blocks }) => Math.log1p(blocks.length),
  words: view => Math.log1p(whole(view, 'words')),
  prose: view => Math.log1p(whole(view, 'prose')),
  'prose share': view => whole(view, 'prose') / Math.max(1, whole(view, 'words')),
  links: view => whole(view, 'linkChars') / Math.max(1, whole(view, 'chars')),
  prices: view => Math.log1p(whole(view, 'prices')),
  'price share': view => ofBlocks(view, whole(view, 'prices')),
  headings: view => ofBlocks(view, whole(view, 'headings')),
  short: view => ofBlocks(view, whole(view, 'short')),
  longest: ({ blocks }) =>
    Math.log1p(blocks.reduce((most, block) => Math.max(most, block.facts.words), 0)),
  'headline at': view => (view.headline < 0 ? -1 : ofBlocks(view, view.headline)),
})

const countedTags = 'p li pre code td article main h1 h2 h3 form time blockquote'.split(' ')

const tagColumns = columnsFor(
  countedTags,
  tag => `count ${tag}`,
  (counts: Int32Array, _, at) => Math.log1p(counts[at] ?? 0),
)

const tagPlaces = new Map(countedTags.map((tag, at) => [tag, at]))

const countTags = ({ regions }: PageView): Int32Array => {
  const counts = int32s(countedTags.length)
  for (const { element } of regions) {
    const place = tagPlaces.get(element.name)
    if (place !== undefined) counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}

const twinColumns = columns<ReturnType<typeof biggestTwins>>({
  twins: ({ count }) => Math.log1p(count),
  'twin words': ({ words, pageWords }) => words / Math.max(1, pageWords),
  'twin mean': ({ words, count }) => Math.log1p(words / Math.max(1, count)),
  'twin links': ({ links }) => links,
  'twin groups': ({ groups }) => Math.log1p(groups),
})

/** The group of look-alike siblings with most words on the page. */
function biggestTwins(view: PageView) {
  const best = { count: 0, words: 0, links: 0, groups: 0, pageWords: whole(view, 'words') }
  for (const { index } of view.regions) {
    const count = view.twins[index] ?? 0
    if (count < 4 || view.twinRank[index] !== 0) continue
    const words = view.twinWords[index] ?? 0
    if (words > 80) best.groups++
    if (words <= best.words) continue
    best.count = count
    best.words = words
    best.links = (view.twinLinkChars[index] ?? 0) / Math.max(1, view.twinChars[index] ?? 0)
  }
  return best
}

type Seen = { view: PageView; tokens: Odds[] }

/** What the whole page looks like; the page type is read from it and every block sees it. */
export const pageColumns = sideBySide<Seen>(
  through('', ({ view }) => view.facts, factColumns),
  through('', ({ view }) => view, shapeColumns),
  through('', ({ view }) => countTags(view), tagColumns),
  through('', ({ view }) => biggestTwins(view), twinColumns),
  ...pageTypes.map((type, at) =>
    through(
      `tokens of ${type}`,
      ({ tokens }: Seen) => tokens[at],
      columns<Odds | undefined>({
        sum: odds => (odds ? odds.mean * odds.known : 0),
        high: odds => odds?.high ?? 0,
      }),
    ),
  ),
)

export const describePage = (view: PageView, lexicon: Lexicon): Float32Array => {
  const tokens = pageTokens(view)
  return rowOf(pageColumns, { view, tokens: lexicon.types.map(table => oddsOf(tokens, table)) })
}

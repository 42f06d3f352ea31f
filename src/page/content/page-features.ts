import { type Lexicon, oddsOf } from './lexicon.ts'
import type { PageFacts } from './page.ts'
import { markupTokens } from './regions.ts'
import { between } from './sums.ts'
import type { PageView } from './view.ts'
import { hashWord, mixHash } from './words.ts'

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
].map(group => new Set(group))

const ogTypes = ['article', 'website', 'product']

/** What the whole page looks like; the page type is read from it and every block sees it. */
export const describePage = (view: PageView, lexicon: Lexicon, names?: string[]): Float32Array => {
  const values: number[] = []
  const put = (name: string, value: number) => {
    names?.push(`page ${name}`)
    values.push(value)
  }
  putFacts(view.facts, put)
  putShape(view, put)
  putTokens(view, lexicon, put)
  return Float32Array.from(values)
}

/**
 * Words a page uses for itself as a whole: classes of `<html>` and `<body>`, the path, the types
 * of its data, the program that made it.
 */
export const pageTokens = (view: PageView): number[] => {
  const { facts, regions } = view
  const tokens = new Set<number>()
  for (const region of regions.slice(0, 4))
    if (region.element.name === 'body' || region.element.name === 'html')
      for (const token of markupTokens(region)) tokens.add(token)
  for (const word of facts.path) tokens.add(mixHash(1, hashWord(word)))
  for (const type of facts.types) tokens.add(mixHash(2, type))
  tokens.add(mixHash(3, hashWord(facts.ogType)))
  tokens.add(mixHash(4, hashWord(facts.generator.split(' ')[0] ?? '')))
  return [...tokens]
}

const putTokens = (view: PageView, lexicon: Lexicon, put: Put) => {
  const tokens = pageTokens(view)
  lexicon.types.forEach((table, at) => {
    const odds = oddsOf(tokens, table)
    put(`token sum ${at}`, odds.mean * odds.known)
    put(`token high ${at}`, odds.high)
  })
}

type Put = (name: string, value: number) => void

const putFacts = (facts: PageFacts, put: Put) => {
  typeGroups.forEach((group, at) => {
    put(`type${at}`, group.some(type => facts.types.has(type)) ? 1 : 0)
  })
  pathGroups.forEach((group, at) => {
    put(`path${at}`, facts.path.some(word => group.has(word)) ? 1 : 0)
  })
  for (const type of ogTypes) put(`og ${type}`, facts.ogType.startsWith(type) ? 1 : 0)
  put('og none', facts.ogType === '' ? 1 : 0)
  put('path length', facts.path.length)
  put('path last', facts.path.at(-1)?.length ?? 0)
  put('path year', facts.path.some(isYear) ? 1 : 0)
  put('path digits', facts.path.some(word => word.length > 4 && Number(word) > 0) ? 1 : 0)
  put('query', facts.query ? 1 : 0)
  put('declared', Math.log1p(facts.declared.size))
  put('title words', facts.titleWords.size)
  put('description words', facts.descriptionWords.size)
}

const isYear = (word: string) => word.length === 4 && word >= '1995' && word <= '2035'

const putShape = (view: PageView, put: Put) => {
  const { sums, blocks, regions } = view
  const count = blocks.length
  const words = between(sums.words, 0, count)
  const prose = between(sums.prose, 0, count)
  const share = (value: number) => value / Math.max(1, count)
  put('blocks', Math.log1p(count))
  put('words', Math.log1p(words))
  put('prose', Math.log1p(prose))
  put('prose share', prose / Math.max(1, words))
  put('links', between(sums.linkChars, 0, count) / Math.max(1, between(sums.chars, 0, count)))
  put('prices', Math.log1p(between(sums.prices, 0, count)))
  put('price share', share(between(sums.prices, 0, count)))
  put('headings', share(between(sums.headings, 0, count)))
  put('short', share(between(sums.short, 0, count)))
  put('longest', Math.log1p(blocks.reduce((most, block) => Math.max(most, block.facts.words), 0)))
  put('headline at', view.headline < 0 ? -1 : view.headline / Math.max(1, count))
  const tags = new Map<string, number>()
  for (const { element } of regions) tags.set(element.name, (tags.get(element.name) ?? 0) + 1)
  for (const tag of [
    'p',
    'li',
    'pre',
    'code',
    'td',
    'article',
    'main',
    'h1',
    'h2',
    'h3',
    'form',
    'time',
    'blockquote',
  ])
    put(`count ${tag}`, Math.log1p(tags.get(tag) ?? 0))
  const most = biggestTwins(view)
  put('twins', Math.log1p(most.count))
  put('twin words', most.words / Math.max(1, words))
  put('twin mean', Math.log1p(most.words / Math.max(1, most.count)))
  put('twin links', most.links)
  put('twin groups', Math.log1p(most.groups))
}

/** The group of look-alike siblings with most words on the page. */
const biggestTwins = (view: PageView) => {
  const best = { count: 0, words: 0, links: 0, groups: 0 }
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

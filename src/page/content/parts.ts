import type { Region } from './blocks.ts'
import { flagBit } from './regions.ts'
import type { PageView } from './view.ts'

/** What the blocks of a page are. */
const parts = [
  'main',
  'comments',
  'related',
  'navigation',
  'boilerplate',
  'byline',
  'caption',
  'recommendation',
  'legal',
] as const
export type PagePart = (typeof parts)[number]

/** What a model of its own tells apart; what is main text the model of blocks says. */
export const otherParts = parts.filter(part => part !== 'main')

/**
 * What the markup around each block says that it is, the nearest that says anything. Programs name
 * these things in English whatever language a page is in; where they do not, nothing is said.
 */
export const saidParts = (view: PageView): (PagePart | undefined)[] => {
  const said: (PagePart | undefined)[] = []
  for (const { element, parent, index } of view.regions)
    said[index] =
      ((view.flags[index] ?? 0) & comments) !== 0
        ? 'comments'
        : (partOf(element.name, element.attributes) ?? said[parent?.index ?? -1])
  return view.blocks.map(block => {
    const part = said[block.region.index]
    return part === 'byline' && block.facts.words > maxBylineWords ? undefined : part
  })
}

const comments = flagBit('comments')
const maxBylineWords = 12
const maxNameChars = 200

/** What an element's own markup says that it is. */
export const partOf = (
  tag: string,
  attributes: Region['element']['attributes'],
): PagePart | undefined => {
  const byTag = tagParts.get(tag) ?? tagParts.get(attributes.role ?? '')
  if (attributes.rel === 'author' || attributes.itemprop === 'author') return 'byline'
  const names = `${attributes.class ?? ''} ${attributes.id ?? ''}`
  if (names.length < 4) return byTag
  const named = nameParts.find(([, pattern]) => pattern.test(names.slice(0, maxNameChars)))
  return named?.[0] ?? byTag
}

const tagParts = new Map<string, PagePart>([
  ['figcaption', 'caption'],
  ['caption', 'caption'],
  ['nav', 'navigation'],
  ['navigation', 'navigation'],
  ['menu', 'navigation'],
  ['menubar', 'navigation'],
  ['footer', 'boilerplate'],
  ['contentinfo', 'boilerplate'],
  ['form', 'boilerplate'],
  ['search', 'boilerplate'],
  ['dialog', 'boilerplate'],
  ['button', 'boilerplate'],
])

/** Whole words of classes and ids, `-`, `_` and capitals between them. */
const named = (words: string) => new RegExp(`(?:^|[\\s_-])(?:${words})(?=$|[\\s_A-Z-])`)

const nameParts: [PagePart, RegExp][] = [
  ['caption', named('(?:wp-)?caption')],
  ['byline', named('byline|by-line|author(?:-name)?|post-meta|entry-meta')],
  [
    'legal',
    named('copyright|cookies?|consent|gdpr|privacy|legal|imprint|impressum|disclaimer|terms'),
  ],
  [
    'recommendation',
    named(
      'recommend(?:ed|ations?)?|promo(?:tion|s)?|sponsor(?:ed)?|advert(?:isement)?s?|ads?|newsletter|subscribe|signup|taboola|outbrain|cta',
    ),
  ],
  [
    'related',
    named(
      'related|similar|more-(?:from|posts|stories|news)|read-?(?:more|next|also)|popular|trending|most-?read|latest|see-also|relacionad[ao]s?|verwandt|aehnlich',
    ),
  ],
  [
    'navigation',
    named('nav|navbar|navigation|menu|breadcrumbs?|pagination|pager|paging|toc|tabs|tags?'),
  ],
  [
    'boilerplate',
    named('share|sharing|social|footer|masthead|sidebar|widget|toolbar|banner|modal|popup|search'),
  ],
]

/** What a block is, once it is decided whether it stays. */
export const namePart = (
  { said, isKept }: { said: PagePart | undefined; isKept: boolean },
  learned: () => PagePart,
): PagePart => {
  if (!isKept) return said ?? learned()
  return said === 'comments' || said === 'byline' || said === 'caption' ? said : 'main'
}

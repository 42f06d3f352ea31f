import type { PageNode } from '../../../../page/text/page-nodes.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import { overlap, type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Query } from '../rank/query.ts'

/** A heading in all but name: a line of its own that ends in a colon, is all bold, or is called so. */
export const isTitle = ({ element, item, pieces, text }: PageNode): boolean =>
  !item &&
  (/[:：]$/.test(text) ||
    element.name === 'dt' ||
    /title|head|label/i.test(element.attributes.class ?? '') ||
    pieces.every(piece => /^(?:b|strong|u|th)$/.test(piece.element.name)))

/** What stands below a title: up to the next heading of its rank, or the next title that looks as it does. */
export const linesBelow = (nodes: readonly PageNode[], title: PageNode): PageNode[] => {
  const { id, level = 6, element } = title
  const isEnd = (node: PageNode) =>
    (node.level ?? 9) <= level ||
    (!title.level &&
      isTitle(node) &&
      node.element.name === element.name &&
      node.element.depth === element.depth)
  const end = nodes.slice(id).findIndex(node => isEnd(node) || node.region === 'footer')
  return nodes.slice(id, end < 0 ? undefined : id + end)
}

/** How much a line above a list says that it is the one which a field asks for, from 0 to 1. */
export const likenessOf = (title: string, query: Query): number =>
  Math.max(plainLikeness(title, query), isAlias(title, query.field.name) ? 0.8 : 0)

/** "You may also like" heads what is related, "Trending" what is read most. */
const isAlias = (title: string, name: string): boolean =>
  aliases.some(([names, titles, isSplit]) => {
    if (!names.test(name) || !titles.test(title)) return false
    // `trendingModels` are not below "Trending datasets".
    const [of, said] = [name.replace(names, ''), title.replace(titles, '')].map(wordsOf)
    return !isSplit || !of?.length || !said?.length || overlap(of, said).recall > 0
  })

/** `isSplit`: pages have several of them, each of another kind. */
const aliases: [names: RegExp, titles: RegExp, isSplit?: boolean][] = [
  [
    /^(?:related|similar|recommended|suggested|more|other|further)/i,
    /^(?:related|similar|recommended|suggested|more (?:from|like|stories|articles|posts|topics|to)|you (?:may|might) (?:also )?(?:like|enjoy|be interested)|(?:what to )?read next|further reading|see also|keep reading|explore more|customers also|what.s next|next steps)\b/i,
  ],
  [
    /^(?:most[\s_-]?(?:read|viewed|popular)|popular|trending|top)/i,
    /^(?:most (?:read|viewed|popular)|popular|trending|top (?:stories|posts|articles))\b/i,
    true,
  ],
  [
    /(?:package|box|kit)[\s_-]?contents?|what.?s.?in|included[\s_-]?items|in[\s_-]?the[\s_-]?box/i,
    /^(?:what.s (?:in the box|included)|in the box|(?:box|package) contents?|included|includes)\b/i,
  ],
]

const plainLikeness = (title: string, { field, name, names }: Query): number => {
  const said = wordsOf(title).filter(({ stem }) => !idle.has(stem))
  if (said.length === 0) return 0
  if (quotedIn(field.description).some(one => isSame(wordsOf(one), wordsOf(title)))) return 1
  const wanted = name.filter(({ stem }) => !idle.has(stem))
  if (isSame(wanted, said)) return 0.95
  // `faqTopics`, "Topics covered in this FAQ"
  const ways = names.filter(({ weight }) => weight >= 0.9).map(({ words }) => overlap(words, said))
  // "The signal may be one of these:"
  const least = /[:：]$/.test(title) ? 0.15 : 0.45
  if (ways.some(({ recall, precision }) => recall > 0.9 && precision > least)) return 0.8
  // `featured_brands`, "listed as popular": "Popular brands"
  const asked = [...name, ...wordsOf(field.description)]
  const head = wanted.at(-1)
  const isHead = head !== undefined && said.some(({ stem }) => stem === head.stem)
  const { recall: told } = overlap(said, asked)
  if (isHead && told > 0.9 && said.length > 1) return 0.78
  if (told > 0.9 && said.length > 2) return 0.7
  const isLast = head !== undefined && said.at(-1)?.stem === head.stem
  // "Our grants: partners" for `partners`.
  if (isLast && said.length <= 3 && wanted.length === 1) return 0.7
  return isLast && said.length <= 3 && wanted.length > 1 ? 0.6 : 0
}

const isSame = (a: Word[], b: Word[]): boolean =>
  a.length > 0 && a.length === b.length && a.every(({ stem }, at) => stem === b[at]?.stem)

const quotedIn = (text: string): string[] =>
  [...text.matchAll(/["“‘']([^"“”‘’']{3,60})["”’']/gu)].map(([, said = '']) => said)

const idle = stemsOf('list name names item items all our the entry entries label title')

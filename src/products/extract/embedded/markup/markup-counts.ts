import type { FactItem, FactValue } from '../../../../page/metadata/facts/item.ts'
import { sayOnly, stemsOf } from '../../../../page/words/stems.ts'
import { stemOf } from '../../../../page/words/words.ts'
import type { Query } from '../rank/query.ts'

type Counter = { values: FactValue[]; doing: string; score: number }

/** How many have seen it, or liked it: schema.org counts each sort of doing in a thing of its own. */
export const counterOf = (query: Query, { properties }: FactItem): Counter | undefined => {
  const values = properties.get('userInteractionCount')
  const [type] = properties.get('interactionType') ?? []
  const kind = typeof type === 'string' ? type : type?.types[0]
  const name = kind?.split('/').at(-1) ?? ''
  const doing = name.endsWith('Action') ? name.slice(0, -'Action'.length) : ''
  if (!values || !doing || query.intent === 'date') return undefined
  const score = Math.max(
    voteScore(query, `${doing}Count`),
    isOfDoing(query, stemOf(doing)) ? likely : 0,
  )
  return { values, doing, score }
}

/** `views`, `viewers`, `follower_count`. */
const isOfDoing = ({ name }: Query, doing: string): boolean =>
  name.some(({ stem }) => stem.startsWith(doing)) &&
  name.every(({ stem }) => stem.startsWith(doing) || posts.has(stem))

/** `score`, `upvotes`, `likes` of a post, and of nothing else. */
export const voteScore = ({ name, field }: Query, said: string): number =>
  /^(?:upvote|like)Count$/i.test(said) &&
  (field.kind === 'integer' || field.kind === 'number') &&
  sayOnly(name, votes, posts)
    ? likely
    : 0

const likely = 0.8
const votes = stemsOf('score vote upvote like point karma reaction')
const posts = stemsOf('question answer post comment reply thread topic count number total')

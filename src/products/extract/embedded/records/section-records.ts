import { bestBy } from '../../../../kit/best-by.ts'
import type { PageNode } from '../../../../page/text/nodes.ts'
import type { Page } from '../../source/page.ts'
import { isTitle, likenessOf } from '../lists/list-title.ts'
import { maxChars } from '../rank/lengths.ts'
import type { Query } from '../rank/query.ts'
import type { RankedRegion } from '../regions/records.ts'

/** From the line that names a list to the next one like it, by the ids of its lines. */
type Section = { from: number; to: number }

/** The part of a page whose title says that it is the list which is asked for. */
export const sectionFor = ({ nodes }: Page, query: Query): Section | undefined => {
  const titles = nodes.filter(
    node => node.text.length <= maxChars.title && (node.level || isTitle(node)),
  )
  const scoreOf = ({ text, level }: PageNode) => likenessOf(text, query) + (level ? ahead : 0)
  const best = bestBy(titles, scoreOf, leastScore)
  return best && { from: best.id, to: endOf(nodes, best) }
}

const leastScore = 0.65
const ahead = 0.01

const endOf = (nodes: readonly PageNode[], title: PageNode): number => {
  const { id, level, element } = title
  const isEnd = (node: PageNode) =>
    level
      ? (node.level ?? 9) <= level
      : node.level !== undefined ||
        (node.element.name === element.name &&
          node.element.depth === element.depth &&
          node.element.attributes.class === element.attributes.class)
  return nodes.slice(id).find(isEnd)?.id ?? (nodes.at(-1)?.id ?? id) + 1
}

/** The lists of the page as far as they stand there. */
export const regionsWithin = (regions: readonly RankedRegion[], { from, to }: Section) =>
  regions.flatMap(region => {
    const records = region.records.filter(({ nodes }) =>
      nodes.every(({ id }) => id > from && id < to),
    )
    return records.length >= leastRecords ? [{ ...region, records }] : []
  })

const leastRecords = 2

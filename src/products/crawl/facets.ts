import type { Sql } from '../../base/db/sql.ts'
import { type PathFacets, pathFacetsOf } from '../../page/links/path-facets.ts'
import type { FollowedPage } from './follow.ts'
import { digest } from './plan.ts'
import type { Fresh } from './seen.ts'
import { crawlStore } from './store.ts'

export type Facets = ReadonlyMap<FollowedPage | Fresh, PathFacets>

/** Those whose parts the crawl knows side by side, which then are of one shape. */
export const nameFacets = async (
  sql: Sql,
  crawlId: string,
  pages: readonly FollowedPage[],
  fresh: readonly Fresh[],
): Promise<Facets> => {
  const mixes = new Map<FollowedPage | Fresh, PathFacets>()
  for (const one of [...pages, ...fresh]) {
    const mix = pathFacetsOf(one.key)
    if (mix) mixes.set(one, mix)
  }
  if (mixes.size === 0) return mixes
  const wanted = [...mixes.values()].flatMap(({ siblings }) => siblings.map(digest))
  const rows = await crawlStore.known(sql, crawlId, [...new Set(wanted)])
  const found = fresh.map(({ candidate }) => candidate.key.toString('hex'))
  const known = new Set([...rows.map(({ key }) => key), ...found])
  for (const [one, mix] of mixes) {
    if (!mix.siblings.every(key => known.has(digest(key)))) mixes.delete(one)
    else rename(one, digest(mix.shape))
  }
  return mixes
}

const rename = (one: FollowedPage | Fresh, template: string) => {
  one.template = template
  if ('candidate' in one) one.candidate.template = Buffer.from(template, 'hex')
}

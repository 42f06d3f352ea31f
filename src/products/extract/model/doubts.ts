import type { Doubt } from '../ground/doubt.ts'
import type { Grounded } from '../ground/ground.ts'
import { firstFew } from '../ground/notices.ts'

/** What a caller should look at before trusting it. */
export const doubtsOf = (evidence: ReadonlyMap<string, Grounded>): string[] => {
  const by = (doubt: Doubt) =>
    [...evidence].flatMap(([pointer, one]) =>
      one.status === 'quoted' && one.doubt === doubt ? pointer : [],
    )
  const orders = by('order')
  const unseen = by('unseen')
  return [
    ...(orders.length > 0
      ? [
          `Doubtful, from lines that may speak to machines rather than to readers: ${firstFew(orders)}.`,
        ]
      : []),
    ...(unseen.length > 0
      ? [`Only in the page’s markup, not in what a reader sees: ${firstFew(unseen)}.`]
      : []),
  ]
}

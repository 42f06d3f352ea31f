import type { EndedItem, FrontierUrl } from '../../base/jobs/frontier.ts'
import type { SkipReason } from '../../base/jobs/kinds-and-states.ts'
import type { FollowedPage } from './follow.ts'
import type { FoundUrl } from './plan.ts'
import type { KnownUrl } from './store.ts'

/** A URL that nobody knew, and the page it was found on. */
export type Fresh = Pick<FoundUrl, 'key' | 'template' | 'kin'> & {
  candidate: FrontierUrl
  from: FollowedPage
}

type From = {
  item: EndedItem
  page: FollowedPage
  depth: number
  skip: SkipReason | undefined
}

/** Which URLs a crawl knows, those found in the same transaction included. */
export type Seen = {
  has(found: FoundUrl): boolean
  /** Why a URL found in this transaction is not read. */
  skipOf(found: FoundUrl): SkipReason | undefined
  add(found: FoundUrl, from: From): void
  /** Why a page that is this one as well is no result; undefined where it is the first. */
  sameAs(found: FoundUrl, position: number): SkipReason | undefined
  /** A spare one that was read under another name. */
  retire(found: FoundUrl): void
  readonly fresh: Fresh[]
  readonly retired: number[]
}

export const createSeen = (rows: readonly KnownUrl[]): Seen => {
  const known = new Map(rows.map(row => [row.key, row]))
  const found = new Map<string, Fresh>()
  const retired: number[] = []
  const rowOf = ({ id }: { id: string }) => known.get(id)

  return {
    fresh: [],
    retired,
    has: one => known.has(one.id) || found.has(one.id),
    skipOf: one => found.get(one.id)?.candidate.skip,
    add(one, { item, page, depth, skip }) {
      if (this.has(one)) return
      const { url, host, key, id, template, kin, wanted } = one
      const candidate: FrontierUrl = {
        ...{ url, host, key: bytes(id), wanted },
        template: template === undefined ? undefined : bytes(template),
        ...{ depth, skip, foundOn: item.url, parent: item.position },
      }
      const fresh = { candidate, key, template, kin, from: page }
      found.set(id, fresh)
      this.fresh.push(fresh)
    },
    sameAs(one, position) {
      const fresh = found.get(one.id)
      if (fresh) return fresh.candidate.skip ?? 'duplicate'
      const row = rowOf(one)
      if (!row || row.position === position || row.state === 'spare') return undefined
      if (row.state !== 'skipped') return 'duplicate'
      // It was read and called itself another page: one of a circle is the result.
      if (row.reason === 'duplicate') return row.simhash === null ? 'duplicate' : undefined
      return row.reason ?? undefined
    },
    retire(one) {
      const row = rowOf(one)
      if (row?.state !== 'spare') return
      retired.push(row.position)
      row.state = 'skipped'
      row.reason = 'duplicate'
    },
  }
}

const bytes = (hex: string) => Buffer.from(hex, 'hex')

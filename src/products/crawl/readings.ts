import type { Sql } from '../../base/db/sql.ts'
import type { EndedItem } from '../../base/jobs/frontier.ts'
import { distance, isList } from '../../page/links/simhash.ts'
import type { FollowedPage } from './follow.ts'
import { crawlStore, type ReadRow } from './store.ts'

/** A page as the crawl knows it in this transaction. `none`: it will never be a result. */
export type Reading = Omit<ReadRow, 'state' | 'reason' | 'isHeld'> & {
  standing: 'open' | 'held' | 'result' | 'duplicate' | 'none'
}

/** The pages that those of a transaction are held against. */
export type Readings = {
  get(id: string | undefined): Reading | undefined
  /** Adds or replaces one that was read now. */
  set(reading: Reading): void
  /** The first result that says and shows the same under the same path. */
  copyOf(reading: Reading): Reading | undefined
  /** Those that name this one as their canonical page. */
  naming(id: string): Reading[]
}

type Ended = { item: EndedItem; page: FollowedPage | undefined }

export const loadReadings = async (
  sql: Sql,
  crawlId: string,
  ended: readonly Ended[],
): Promise<Readings> => {
  const pages = ended.flatMap(({ page }) => page ?? [])
  const wanted = pages.flatMap(({ canonical, base }) => [canonical?.id, base])
  const ends = ended.flatMap(({ item }) => item.key ?? [])
  const [rows, naming] = await Promise.all([
    crawlStore.reads(sql, crawlId, [...new Set(wanted.flatMap(id => id ?? []))]),
    crawlStore.naming(sql, crawlId, ends),
  ])
  const copies = [...pages.map(({ copy }) => copy), ...naming.flatMap(({ copy }) => copy ?? [])]
  return createReadings([...rows, ...naming, ...(await crawlStore.copies(sql, crawlId, copies))])
}

export const createReadings = (rows: readonly ReadRow[]): Readings => {
  const all = new Map(rows.map(row => [row.key, readingOf(row)]))
  const inOrder = () => [...all.values()].sort((a, b) => a.position - b.position)
  return {
    get: id => all.get(id ?? ''),
    set: reading => void all.set(reading.key, reading),
    copyOf: ({ copy, position }) =>
      inOrder().find(
        one => one.standing === 'result' && one.copy === copy && one.position !== position,
      ),
    naming: id => inOrder().filter(({ canonical }) => canonical === id),
  }
}

const readingOf = ({ state, reason, isHeld, ...row }: ReadRow): Reading => ({
  ...row,
  standing: isHeld
    ? 'held'
    : state === 'done'
      ? 'result'
      : ['waiting', 'queued', 'spare'].includes(state)
        ? 'open'
        : reason === 'duplicate'
          ? 'duplicate'
          : 'none',
})

/** A page that was read now; whatever else becomes of it is said later. */
export const readingFrom = (item: EndedItem, page: FollowedPage): Reading => {
  const { canonical, final } = page
  const isOther = canonical && canonical.id !== page.id && canonical.id !== final?.id
  return {
    ...{ key: item.key ?? page.id, position: item.position, url: item.url },
    ...{ contentHash: page.contentHash, simhash: page.print.simhash, copy: page.copy },
    canonical: isOther && !canonical.skip && canonical.wanted ? canonical.id : null,
    narrows: isList(page.print) && canonical?.id === page.base,
    standing: 'open',
  }
}

/** Pages that differ in more bits say something else. */
const maxBits = 10

/**
 * Whether a page that names another, or the same one as another does, says what that one says. A
 * list that is narrowed says nothing that is not read elsewhere. Where pages contradict each other in
 * what they name, only the very same words are the same.
 */
export const saysTheSame = (one: Reading, other: Reading): boolean => {
  if (one.contentHash === other.contentHash) return true
  if (other.canonical !== null && other.canonical !== one.canonical) return false
  if (one.narrows && one.canonical === other.key) return true
  return distance(one.simhash ?? '', other.simhash ?? '') <= maxBits
}

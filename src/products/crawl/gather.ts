import { isForeignFile } from '../../page/links/files.ts'
import type { FoundLink, PageLinks } from '../../page/links/follow.ts'
import { type Area, isInside } from '../../page/links/scope.ts'
import { hasTrapShape } from '../../page/links/traps.ts'
import { urlKey } from '../../page/links/url-key.ts'
import type { MapAnswer, MapOptions } from './map-request.ts'

type MapLink = MapAnswer['links'][number]

/** The URLs of a map as they are found: each once, inside the area, and wanted. */
export type Gathering = {
  /** False where it was known, or is none of ours. */
  add(url: string, facts: Omit<MapLink, 'url'>): boolean
  /** What a page that was read says of itself. */
  name(url: string, title: string | undefined): void
  readonly links: readonly MapLink[]
  isFull(): boolean
}

export const createGathering = (
  area: Area,
  options: Pick<MapOptions, 'ignoreQuery' | 'isWanted'>,
  max: number,
): Gathering => {
  const { ignoreQuery } = options
  const known = new Map<string, MapLink>()
  const named = new Set<MapLink>()
  return {
    add(url, facts) {
      if (known.size >= max || hasTrapShape(url) || isForeignFile(url)) return false
      const key = urlKey(url, { ignoreQuery })
      if (key === undefined || !isInside(area, key)) return false
      const before = known.get(key)
      if (before) {
        if (facts.title) before.title ??= facts.title
        return false
      }
      const parsed = new URL(url)
      parsed.hash = ''
      if (!options.isWanted(parsed.pathname + parsed.search)) return false
      if (ignoreQuery) parsed.search = ''
      known.set(key, { url: parsed.href, ...facts })
      return true
    },
    name(url, title) {
      const link = known.get(urlKey(url, { ignoreQuery }) ?? '')
      // The first page of a list names it, not its last.
      if (!link || !title || named.has(link)) return
      named.add(link)
      link.title = title
    },
    get links() {
      return [...known.values()]
    },
    isFull: () => known.size >= max,
  }
}

/** What a robot may follow of a page. */
export const followed = (page: PageLinks): FoundLink[] =>
  page.nofollow ? [] : page.links.filter(link => !link.nofollow)

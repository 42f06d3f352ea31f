import { isDeepStrictEqual } from 'node:util'
import type { Notifications } from '../../base/db/notify.ts'
import type { Sql } from '../../base/db/sql.ts'
import type { Theme } from '../../page/css/media.ts'
import { pinStore, pinsChannel } from './pin-store.ts'
import type { Pinnable } from './report.ts'
import type { ImageKind } from './request.ts'
import type { SourceRow } from './store.ts'

/** What is pinned for a host: of an image since when, of the rest what it says. */
type Pinned = {
  icon?: number
  dark?: number
  og?: number
  logo?: number
  symbol?: number
  color?: string
  name?: string
  names?: string
  tickers?: string
}

/** A company as the operator knows it; the first name is the one that is shown. */
export type PinnedCompany = { host: string; names: readonly string[]; tickers: readonly string[] }

export type Pins = {
  /** The brand's color and name, as the operator says. */
  of(host: string): Pick<Pinned, 'color' | 'name'>
  hasImage(host: string, kind: ImageKind, theme: Theme): boolean
  image(host: string, kind: ImageKind, theme: Theme): Promise<SourceRow | undefined>
  /** What the operator says of names and symbols. */
  companies(): PinnedCompany[]
  /** What is pinned for these, in a word; empty where nothing is. */
  stateOf(hosts: readonly string[]): string
  onChange(tell: (host: string) => void): void
  /** What was changed in this process holds here at once, without waiting for its notification. */
  reload(): Promise<void>
}

const none: Pinned = {}
const retryMs = 1_000

/**
 * The operator's pins, in memory: they are few, and an image that is cached or curated must not ask
 * the database whether it is pinned. Read again as a whole at every notification, and after a gap.
 */
export const openPins = async (deps: {
  sql: Sql
  notifications: Pick<Notifications, 'subscribe' | 'onReconnect'>
}): Promise<Pins> => {
  let known: ReadonlyMap<string, Pinned> = new Map()
  let loading: Promise<void> = Promise.resolve()
  const listeners: ((host: string) => void)[] = []

  const load = async () => {
    const fresh = await readAll(deps.sql)
    const hosts = new Set([...known.keys(), ...fresh.keys()])
    const changed = [...hosts].filter(host => !isDeepStrictEqual(known.get(host), fresh.get(host)))
    known = fresh
    for (const host of changed) for (const tell of listeners) tell(host)
  }
  /** One after the other: an older answer must not take the place of a newer one. */
  const reload = (): Promise<void> => {
    loading = loading.catch(() => undefined).then(load)
    return loading
  }
  const reloadBehind = () => {
    reload().catch(() => setTimeout(reloadBehind, retryMs).unref())
  }
  await deps.notifications.subscribe(pinsChannel, reloadBehind)
  deps.notifications.onReconnect(reloadBehind)
  await reload()

  const whatFor = (host: string, kind: ImageKind, theme: Theme): Pinnable | undefined => {
    const pinned = known.get(host)
    if (!pinned) return undefined
    if (kind !== 'icon') return pinned[kind] === undefined ? undefined : kind
    if (theme === 'dark' && pinned.dark !== undefined) return 'dark'
    return pinned.icon === undefined ? undefined : 'icon'
  }

  return {
    of: host => known.get(host) ?? none,
    hasImage: (host, kind, theme) => whatFor(host, kind, theme) !== undefined,
    async image(host, kind, theme) {
      const what = whatFor(host, kind, theme)
      const found = what && (await pinStore.readImage(deps.sql, host, what))
      return found && { theme, source: 'pinned', maskColor: null, ...found }
    },
    companies: () =>
      [...known].flatMap(([host, { name, names, tickers }]) =>
        name === undefined && names === undefined && tickers === undefined
          ? []
          : [{ host, names: [...listOf(name), ...listOf(names)], tickers: listOf(tickers) }],
      ),
    stateOf(hosts) {
      const pinned = hosts.flatMap(host => (known.has(host) ? [[host, known.get(host)]] : []))
      return pinned.length === 0 ? '' : ` ${JSON.stringify(pinned)}`
    },
    onChange: tell => void listeners.push(tell),
    reload,
  }
}

const listOf = (words: string | undefined): string[] => words?.split('; ') ?? []

const readAll = async (sql: Sql): Promise<Map<string, Pinned>> => {
  const pins = new Map<string, Pinned>()
  for (const { host, what, words, pinnedAt } of await pinStore.list(sql))
    pins.set(host, { ...pins.get(host), [what]: words ?? pinnedAt.getTime() })
  return pins
}

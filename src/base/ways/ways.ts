import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../kit/errors.ts'
import type { Egress, Outlet } from '../web/egress.ts'
import { createRobots, type Robots } from '../web/robots.ts'
import { isBlock, isWayFault } from './blocks.ts'
import { candidatesFor, placeOf, stickyKey, waysOf } from './choose.ts'
import { fillIn, type Way } from './definition.ts'
import { createGate } from './gate.ts'
import type { Exit } from './request.ts'
import type { WayUses } from './uses.ts'

/** What a page is read through: the server's own connection, or the way that was chosen. */
export type WayOut = {
  egress: Outlet
  /** As the site tells them to whoever comes this way. */
  robots: Robots
  chosen?: ChosenWay
}
export type ChosenWay = {
  way: string
  country?: string | undefined
  /** What a page by it costs besides. */
  creditsPerPage: number
  /** Those before it, with what each failed of. */
  tried: readonly TriedWay[]
}
type TriedWay = { way: string; code: string }

type Trip = {
  exit?: Exit | undefined
  url: URL
  /** For ways that stay the same for a whole job. */
  jobId?: string | undefined
  /** False: for what is read besides a page, robots.txt and sitemaps, which the limits do not count. */
  isPage?: false
  signal: AbortSignal
}

export type Ways = {
  /** The server's own. */
  direct: WayOut
  /** Throws where the account has no such way: before a request costs anything. */
  check(exit: Exit | undefined, accountId: string): void
  /**
   * Reads by the way that is chosen, and by the next one after a block where the request allows it.
   * A request that names none goes the server's own way, at no cost.
   */
  use<T>(trip: Trip, work: (out: WayOut) => Promise<T>): Promise<T>
  /** The operator's list, without what is secret. */
  list(accountId?: string): Way[]
  replace(ways: readonly Way[]): void
  close(): Promise<void>
}

type WaysDeps = {
  egress: Pick<Egress, 'through'> & Outlet
  uses: WayUses
}

export const createWays = (deps: WaysDeps, given: readonly Way[] = []): Ways => {
  const direct: WayOut = { egress: deps.egress, robots: createRobots(deps.egress) }
  let ways = given.map(way => openWay(deps, direct, way))

  const use: Ways['use'] = async (trip, work) => {
    if (!trip.exit) return work(direct)
    const journey = { hostname: trip.url.hostname, jobId: trip.jobId }
    const { first, others } = candidatesFor(ways, trip.exit)
    const order = [...(first ? [first] : []), ...inOrder(deps.uses, others, journey)]
    const tried: TriedWay[] = []
    for (const [at, way] of order.entries())
      try {
        return await way.take(trip, [...tried], work)
      } catch (error) {
        const isLast = at === order.length - 1 || at === trip.exit.retries
        if (isLast || trip.signal.aborted || !(isBlock(error) || isWayFault(error)))
          throw at === 0 ? error : withTried(error, tried, way.name)
        tried.push({ way: way.name, code: error.code })
      }
    throw new Error('a way was promised and there is none')
  }

  return {
    direct,
    check(exit, accountId) {
      if (exit) candidatesFor(waysOf(ways, accountId), exit)
    },
    use,
    list: accountId => waysOf(ways, accountId).map(({ definition }) => definition),
    replace(definitions) {
      const before = ways
      const same = (way: Way) => before.find(({ definition }) => isDeepStrictEqual(definition, way))
      ways = definitions.map(way => same(way) ?? openWay(deps, direct, way))
      for (const way of before) if (!ways.includes(way)) void way.retire()
    },
    async close() {
      await Promise.all(ways.map(way => way.close()))
    },
  }
}

const withTried = (error: unknown, tried: readonly TriedWay[], last: string): unknown => {
  if (!(error instanceof AppError)) return error
  const names = [...tried.map(({ way }) => way), last].join(', ')
  const { retryAfterSeconds, targetStatus, byRobots, isTransient: transient } = error
  return new AppError(error.code, `${error.message} (Ways tried: ${names}.)`, {
    ...{ cause: error, retryAfterSeconds, byRobots, transient },
    ...(targetStatus !== undefined && { targetStatus }),
  })
}

type OpenWay = ReturnType<typeof openWay>
type Journey = Parameters<typeof stickyKey>[1]

/** Those that work, and that this host has not turned away lately, before the others. */
const inOrder = (uses: WayUses, ways: readonly OpenWay[], journey: Journey): OpenWay[] =>
  ways
    .map(way => ({
      way,
      doubt: uses.doubtOf(way.name, journey.hostname),
      place: placeOf(way.definition, stickyKey(way.definition, journey)),
    }))
    .sort((one, other) => one.doubt - other.doubt || other.place - one.place)
    .map(({ way }) => way)

/** Connections of so many sessions of one way are kept. */
const maxSessions = 64

const openWay = (deps: WaysDeps, direct: WayOut, definition: Way) => {
  const { name, url, countries } = definition
  const gate = createGate(definition)
  const running = new Set<Promise<unknown>>()
  const fixed = new Map<string, ReturnType<typeof openOutlet>>()
  const sessions = new Map<string, ReturnType<typeof openOutlet> & { users: number }>()

  const openOutlet = (address: string) => {
    const server = URL.parse(address)
    // Its text holds a password, and errors of the parser repeat it.
    if (!server) throw new AppError('way_failed', `The way ${name} has no URL that can be used.`)
    const proxy = { url: server, resolvesNames: definition.resolve === 'proxy' }
    const egress = deps.egress.through({ ...proxy, way: name }, deps.uses.countBytes(name))
    return { egress, robots: createRobots(egress), close: egress.close }
  }
  const addressFor = (key: string, country = '') =>
    fillIn(url ?? '', { session: sessionOf(name, key), country: country.toLowerCase() })

  /** Rules of sites are read once for a way, whatever its sessions. */
  const fixedOutlet = (country: string | undefined) => {
    const address = addressFor('robots.txt', country)
    const outlet = fixed.get(address) ?? openOutlet(address)
    fixed.set(address, outlet)
    return outlet
  }
  /** A session is a proxy of its own: no connection is shared between two of them. */
  const inSession = async <T>(
    address: string,
    work: (egress: Outlet) => Promise<T>,
  ): Promise<T> => {
    const outlet = sessions.get(address) ?? { ...openOutlet(address), users: 0 }
    sessions.delete(address)
    sessions.set(address, outlet)
    outlet.users++
    try {
      return await work(outlet.egress)
    } finally {
      outlet.users--
      closeIdle()
    }
  }
  const closeIdle = () => {
    for (const [address, outlet] of sessions) {
      if (sessions.size <= maxSessions) return
      if (outlet.users > 0) continue
      sessions.delete(address)
      void outlet.close()
    }
  }

  return {
    name,
    countries,
    accounts: definition.accounts,
    definition,
    take<T>(trip: Trip, tried: readonly TriedWay[], work: (out: WayOut) => Promise<T>): Promise<T> {
      const { hostname } = trip.url
      const country = trip.exit?.country ?? (countries.length === 1 ? countries[0] : undefined)
      const { creditsPerPage } = definition
      const chosen = { way: name, country, creditsPerPage, tried }
      const go = () => {
        if (url === undefined) return work({ ...direct, chosen })
        const { egress, robots } = fixedOutlet(country)
        if (!url.includes('{session}')) return work({ egress, robots, chosen })
        const key = stickyKey(definition, { hostname, jobId: trip.jobId })
        return inSession(addressFor(key, country), own => work({ egress: own, robots, chosen }))
      }
      const { signal, isPage = true } = trip
      const use = () => deps.uses.record({ way: name, hostname, isPage, signal }, go)
      const reading = isPage ? gate.hold(hostname, signal, use) : use()
      running.add(reading)
      return reading.finally(() => running.delete(reading))
    },
    /** What goes by it now may end; nothing new begins. */
    async retire() {
      await Promise.allSettled(running)
      await this.close()
    },
    async close() {
      const outlets = [...fixed.values(), ...sessions.values()]
      await Promise.all(outlets.map(outlet => outlet.close()))
    },
  }
}

const sessionOf = (name: string, key: string): string =>
  createHash('sha256').update(`${name} ${key}`).digest('hex').slice(0, 12)

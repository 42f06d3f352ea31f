import { setTimeout as pause } from 'node:timers/promises'
import type { Plans } from '../../base/accounts/plans.ts'
import type { Database } from '../../base/db/sql.ts'
import { addFound } from '../../base/harvest/add-found.ts'
import { growStore } from '../../base/harvest/grow-store.ts'
import type { Candidate } from '../../base/harvest/growth.ts'
import type { Kinds } from '../../base/harvest/kinds.ts'
import { laneStore } from '../../base/harvest/lane-store.ts'
import { defineJob, type Job } from '../../base/queue/job.ts'
import type { Queue } from '../../base/queue/queue.ts'
import type { Robots } from '../../base/web/robots.ts'
import { discoverJobName } from './judge.ts'
import { type CrawlPlan, findIn } from './plan.ts'
import { readSitemaps, type SitemapDeps } from './sitemaps.ts'
import { crawlStore } from './store.ts'

type DiscoverPayload = { harvestId: string }

type DiscoverDeps = SitemapDeps & {
  robots: Pick<Robots, 'crawlDelayMs'>
  sql: Database
  plans: Plans
  kinds: Kinds
  queue: () => Pick<Queue, 'enqueue' | 'enqueueMany'>
}

/** URLs that are added in one transaction. */
const together = 500
/** Beyond the limit: more of them would only be counted. */
const enoughSpares = 10_000

/**
 * Reads a crawl's sitemaps, once its start page has told where the site is. It may be cut off
 * anywhere and begin again: what is known is not added twice.
 */
export const discoverJob = (deps: DiscoverDeps): Job<DiscoverPayload> =>
  defineJob<DiscoverPayload>({
    name: discoverJobName,
    concurrency: 10,
    timeoutSeconds: 3_600,
    retry: { limit: 5, delaySeconds: 2, maxDelaySeconds: 60 },
    async work({ harvestId }, { signal }) {
      const plan = await crawlStore.open(deps.sql, harvestId)
      if (!plan) return
      let faults = 0
      const onFault = () => {
        faults++
      }
      const url = new URL(plan.home)
      const { respectRobots } = plan
      let group: string[] = []
      const turn = (file: URL) =>
        respectRobots ? awaitTurn(deps, file, signal) : Promise.resolve()
      for await (const page of readSitemaps(deps, { url, respectRobots, signal, turn, onFault })) {
        if (group.push(page.url) < together) continue
        const spares = await add(deps, harvestId, group)
        if (spares === undefined) return
        group = []
        if (spares >= enoughSpares) break
      }
      signal.throwIfAborted()
      await end(deps, harvestId, group, faults > 0 ? 'Some sitemaps could not be read.' : undefined)
    },
    async failed({ harvestId }) {
      await end(deps, harvestId, [], 'The sitemaps could not be read.')
    },
  })

/** Where robots.txt asks for pauses, a sitemap is one more request to its host. */
const awaitTurn = async (deps: DiscoverDeps, url: URL, signal: AbortSignal): Promise<void> => {
  const delayMs = deps.robots.crawlDelayMs(url) ?? 0
  if (delayMs === 0) return
  for (;;) {
    const [pauseMs = 0] = await laneStore.takeTurns(deps.sql, [{ host: url.hostname, delayMs }])
    if (pauseMs === 0) return
    await pause(pauseMs, undefined, { signal })
  }
}

/** How many wait for room by now; undefined once the crawl has ended. */
const add = async (
  deps: DiscoverDeps,
  harvestId: string,
  urls: readonly string[],
): Promise<number | undefined> => {
  let spares = 0
  const goesOn = await addFound(deps, harvestId, async (sql, { crawl, skipped }) => {
    spares = skipped.limit ?? 0
    const all = new Map(urls.flatMap(url => candidateOf(crawl as CrawlPlan, url)))
    const keys = [...all.values()].map(({ key }) => key)
    const known = await growStore.known(sql, harvestId, keys)
    return [...all.values()].filter(({ key }) => !known.has(key.toString('hex')))
  })
  return goesOn ? spares : undefined
}

/** A sitemap's pages lie one hop from the start, wherever they are. */
const candidateOf = (plan: CrawlPlan, url: string): [string, Candidate][] => {
  const found = findIn(plan, url)
  if (!found) return []
  const { id, kin: _, ...rest } = found
  const candidate: Candidate = {
    ...rest,
    key: Buffer.from(id, 'hex'),
    // Somebody wrote them down: they end, whatever their shape.
    template: undefined,
    depth: 1,
    foundOn: 'sitemap',
    parent: undefined,
    skip: found.skip ?? (plan.maxDepth < 1 ? 'depth' : undefined),
  }
  return [[id, candidate]]
}

const end = async (
  deps: DiscoverDeps,
  harvestId: string,
  urls: readonly string[],
  warning: string | undefined,
): Promise<void> => {
  if (urls.length > 0) await add(deps, harvestId, urls)
  await addFound(deps, harvestId, async (_sql, crawl) => {
    crawl.discovering = false
    if (warning) crawl.warning = crawl.warning ? `${crawl.warning} ${warning}` : warning
    return []
  })
}

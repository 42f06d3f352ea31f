import { setTimeout as pause } from 'node:timers/promises'
import type { Plans } from '../../base/accounts/plans.ts'
import type { Database } from '../../base/db/sql.ts'
import { addUrls } from '../../base/jobs/add-urls.ts'
import type { FrontierUrl } from '../../base/jobs/frontier.ts'
import { frontierStore } from '../../base/jobs/frontier-store.ts'
import { hostPaceStore } from '../../base/jobs/host-pace-store.ts'
import type { JobKinds } from '../../base/jobs/kinds.ts'
import { defineJob, type Job } from '../../base/queue/job.ts'
import type { Queue } from '../../base/queue/queue.ts'
import type { Ways } from '../../base/ways/ways.ts'
import type { Robots } from '../../base/web/robots.ts'
import { asWorkOf } from '../../kit/admission-queue.ts'
import { discoverJobName } from './judge.ts'
import { type CrawlPlan, findIn } from './plan.ts'
import { readSitemaps, type SitemapDeps } from './sitemaps.ts'
import { crawlStore } from './store.ts'

/** Named as earlier versions queued it. */
type DiscoverPayload = { harvestId: string }

type DiscoverDeps = Pick<SitemapDeps, 'run'> & {
  ways: Pick<Ways, 'use'>
  sql: Database
  plans: Plans
  kinds: JobKinds
  queue: Pick<Queue, 'enqueue' | 'enqueueMany'>
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
    async work({ harvestId: jobId }, { signal }) {
      const open = await crawlStore.open(deps.sql, jobId)
      if (!open) return
      const { plan, accountId } = open
      let faults = 0
      const onFault = () => {
        faults++
      }
      const url = new URL(plan.home)
      const { respectRobots } = plan
      const read = async (out: Pick<SitemapDeps, 'egress'> & { robots: Robots }) => {
        let group: string[] = []
        const turn = (file: URL) =>
          respectRobots ? awaitTurn({ ...deps, ...out }, file, signal) : Promise.resolve()
        const search = { url, respectRobots, signal, turn, onFault }
        for await (const page of readSitemaps({ ...deps, ...out }, search)) {
          if (group.push(page.url) < together) continue
          const spares = await add(deps, jobId, group)
          if (spares === undefined) return undefined
          group = []
          if (spares >= enoughSpares) break
        }
        return group
      }
      const trip = { exit: plan.exit, url, jobId, signal, isPage: false } as const
      const rest = await asWorkOf(accountId, () => deps.ways.use(trip, read))
      if (rest === undefined) return
      signal.throwIfAborted()
      await end(deps, jobId, rest, faults > 0 ? 'Some sitemaps could not be read.' : undefined)
    },
    async failed({ harvestId: jobId }) {
      await end(deps, jobId, [], 'The sitemaps could not be read.')
    },
  })

/** Where robots.txt asks for pauses, a sitemap is one more request to its host. */
const awaitTurn = async (
  deps: Pick<DiscoverDeps, 'sql'> & { robots: Pick<Robots, 'crawlDelayMs'> },
  url: URL,
  signal: AbortSignal,
): Promise<void> => {
  const delayMs = deps.robots.crawlDelayMs(url) ?? 0
  if (delayMs === 0) return
  for (;;) {
    const [pauseMs = 0] = await hostPaceStore.takeTurns(deps.sql, [{ host: url.hostname, delayMs }])
    if (pauseMs === 0) return
    await pause(pauseMs, undefined, { signal })
  }
}

/** How many wait for room by now; undefined once the crawl has ended. */
const add = async (
  deps: DiscoverDeps,
  jobId: string,
  urls: readonly string[],
): Promise<number | undefined> => {
  let spares = 0
  const goesOn = await addUrls(deps, jobId, async (sql, { crawl, skipped }) => {
    spares = skipped.limit ?? 0
    const all = new Map(urls.flatMap(url => candidateOf(crawl as CrawlPlan, url)))
    const keys = [...all.values()].map(({ key }) => key)
    const known = await frontierStore.known(sql, jobId, keys)
    return [...all.values()].filter(({ key }) => !known.has(key.toString('hex')))
  })
  return goesOn ? spares : undefined
}

/** A sitemap's pages lie one hop from the start, wherever they are. */
const candidateOf = (plan: CrawlPlan, url: string): [string, FrontierUrl][] => {
  const found = findIn(plan, url)
  if (!found) return []
  const { id, kin: _, ...rest } = found
  const candidate: FrontierUrl = {
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
  jobId: string,
  urls: readonly string[],
  warning: string | undefined,
): Promise<void> => {
  if (urls.length > 0) await add(deps, jobId, urls)
  await addUrls(deps, jobId, async (_sql, crawl) => {
    crawl.discovering = false
    if (warning) crawl.warning = crawl.warning ? `${crawl.warning} ${warning}` : warning
    return []
  })
}

import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../../test/support/until.ts'
import { median } from '../../harness/bench.ts'
import type { Edge } from './fleet.ts'

export type Visits = { answered: number; shown: number; medianMs: number }
export type Visitors = Awaited<ReturnType<typeof openVisitors>>

/** So few that all of them are in memory soon. */
const sites = 40

/**
 * Visitors of pages that show our images, at one edge: one after the other asks for an image, and
 * every answer is one that must be counted, whatever it says.
 */
export const openVisitors = async (edge: Edge, key: string) => {
  const visits: { isShown: boolean; ms: number }[] = []
  let isOver = false
  const visiting = (async () => {
    while (!isOver) {
      const startedMs = performance.now()
      const status = await ask(edge, key, visits.length % sites)
      visits.push({ isShown: status === 200, ms: performance.now() - startedMs })
      await wait(20)
    }
  })()
  await until(
    'every image was shown',
    () => visits.filter(is => is.isShown).length > 2 * sites,
    60_000,
  )
  const since = (count: number): Visits => {
    const these = visits.slice(count)
    return {
      answered: these.length,
      shown: these.filter(({ isShown }) => isShown).length,
      medianMs: median(these.map(({ ms }) => ms)),
    }
  }
  return {
    count: () => visits.length,
    since,
    async stop(): Promise<Visits> {
      isOver = true
      await visiting
      return since(0)
    },
  }
}

export const ask = async (edge: Edge, key: string, site: number): Promise<number> => {
  const answer = await fetch(`${edge.imageUrl}/h${site}.test?token=${key}`)
  await answer.arrayBuffer()
  return answer.status
}

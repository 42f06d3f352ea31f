import { setTimeout as wait } from 'node:timers/promises'
import { type Edge, sites } from './fleet.ts'

export type Visits = { answered: number; shown: number; slowestMs: number }

/**
 * Visitors of pages that show our images, at one edge: one after the other asks for an image, and
 * every answer is one that must be counted, whatever it says.
 */
export const openVisitors = (edge: Edge, key: string) => {
  const visits: Visits = { answered: 0, shown: 0, slowestMs: 0 }
  let isOver = false
  const visit = async () => {
    const startedMs = performance.now()
    const status = await ask(edge, key, visits.answered % someSites)
    visits.answered++
    if (status === 200) visits.shown++
    visits.slowestMs = Math.max(visits.slowestMs, performance.now() - startedMs)
  }
  const visiting = (async () => {
    while (!isOver) {
      await visit()
      await wait(20)
    }
  })()
  return {
    /** What happened since it was last asked. */
    since(before: Visits): Visits {
      return {
        ...visits,
        answered: visits.answered - before.answered,
        shown: visits.shown - before.shown,
      }
    },
    now: (): Visits => ({ ...visits }),
    async stop(): Promise<Visits> {
      isOver = true
      await visiting
      return visits
    },
  }
}

/** So few that they are in memory soon. */
const someSites = Math.min(40, sites)

export const ask = async (edge: Edge, key: string, site: number): Promise<number> => {
  const answer = await fetch(`${edge.imageUrl}/h${site}.test?token=${key}`)
  await answer.arrayBuffer()
  return answer.status
}

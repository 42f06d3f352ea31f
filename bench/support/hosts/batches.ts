import { setTimeout as wait } from 'node:timers/promises'
import { type Fleet, sites } from './fleet.ts'

type State = { status: string; completed: number; failed: number }

export const submit = async ({ api }: Fleet, count: number): Promise<string> => {
  const urls = Array.from({ length: count }, (_, n) => `http://h${n % sites}.test/${n}`)
  const { json } = await api.post('/v1/batch/scrape', { urls, formats: ['markdown', 'links'] })
  const { id, error } = Object(json)
  if (typeof id !== 'string') throw new Error(String(error))
  return id
}

/** Undefined while the API cannot say. */
const stateOf = async ({ api }: Fleet, id: string): Promise<State | undefined> => {
  const answer = await api.getJson(`/v1/batch/scrape/${id}?limit=1`).catch(() => undefined)
  return answer?.status === 200 ? (answer.json as State) : undefined
}

/** Waits until so many pages of a batch have ended, and says whether some have not. */
export const reached = async (fleet: Fleet, id: string, count: number): Promise<boolean> => {
  for (;;) {
    const state = await stateOf(fleet, id)
    if (state && (state.completed + state.failed >= count || state.status !== 'scraping'))
      return state.status === 'scraping'
    await wait(50)
  }
}

export const finished = async (fleet: Fleet, id: string): Promise<number> => {
  const state = await stateOf(fleet, id)
  return state ? state.completed + state.failed : 0
}

/** The longest time in which no page of a batch ended, in milliseconds. */
export const watchProgress = (fleet: Fleet, id: string) => {
  let [isOver, longestMs, last, sinceMs] = [false, 0, -1, performance.now()]
  const watching = (async () => {
    while (!isOver) {
      const count = await finished(fleet, id)
      const nowMs = performance.now()
      longestMs = Math.max(longestMs, nowMs - sinceMs)
      if (count > last) [last, sinceMs] = [count, nowMs]
      await wait(100)
    }
  })()
  return {
    async stop(): Promise<number> {
      isOver = true
      await watching
      return longestMs
    },
  }
}

/** Pages a second, from the acceptance to the end. */
export const throughput = async (fleet: Fleet, count: number): Promise<number> => {
  const id = await submit(fleet, count)
  const startedMs = performance.now()
  await reached(fleet, id, count)
  return (count * 1_000) / (performance.now() - startedMs)
}

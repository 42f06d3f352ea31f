import type { Job } from '../job.ts'
import type { BatchItem, BatchState } from '../types.ts'
import type { AnyJob } from './collect.ts'

type Batch = Job<BatchItem, BatchState>

/** What the API takes in one batch. */
const maxUrls = 10_000

/** Addresses in as many parts as they need batches. */
export const partsOf = (urls: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(urls.length / maxUrls) }, (_, at) =>
    urls.slice(at * maxUrls, (at + 1) * maxUrls),
  )

const mark = ','
/** As `joinBatches` names them. */
export const idsIn = (id: string): string[] => id.split(mark)

/**
 * Several batches as one. All of them begin before the first page is read, and run side by side; their
 * pages come one batch after the other, so that an offset means the same page every time.
 */
export const joinBatches = (batches: readonly Batch[], undo: boolean): AnyJob => {
  const begin = async () => {
    const ids: string[] = []
    try {
      for (const batch of batches) ids.push(await batch.id())
      return ids.join(mark)
    } catch (error) {
      // Half of what was asked for is nothing that anybody asked for.
      if (undo) for (const batch of batches.slice(0, ids.length)) await batch.cancel()
      throw error
    }
  }
  let id: Promise<string> | undefined
  return {
    id: () => {
      id ??= begin()
      return id
    },
    async *items({ offset, signal }) {
      let at = offset
      for (const batch of batches) {
        const { total } = await batch.state({ limit: 1, signal })
        if (at < total) yield* batch.items({ offset: at, signal })
        at = Math.max(0, at - total)
      }
    },
    async state(query) {
      const states = await Promise.all(batches.map(batch => batch.state(query)))
      const sum = (of: (state: BatchState) => number) =>
        states.reduce((total, state) => total + of(state), 0)
      const first = (status: string) => states.find(state => state.status === status)
      const { status } = first('scraping') ??
        first('cancelled') ??
        first('completed') ?? { status: 'failed' }
      return {
        ...{ id: await this.id(), status },
        ...{ total: sum(({ total }) => total), creditsUsed: sum(({ creditsUsed }) => creditsUsed) },
        ...{ completed: sum(one => one.completed), failed: sum(one => one.failed) },
      }
    },
    async cancel(signal) {
      for (const batch of batches) await batch.cancel(signal)
    },
  }
}

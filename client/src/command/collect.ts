import type { BatchState } from '../types.ts'
import { type Context, say, write } from './context.ts'
import { type Folder, goOnBy, type Kind } from './folder.ts'
import type { Given } from './options.ts'
import type { Page } from './page-files.ts'
import { type Bar, createBar, nobody } from './progress.ts'
import { exitCodeOf, Stopped } from './usage.ts'

/** A batch, a crawl or an extraction, or several batches as one. */
export type AnyJob = {
  id(): Promise<string>
  items(reading: { offset: number; signal: AbortSignal }): AsyncIterable<unknown>
  state(query: { limit: number; signal: AbortSignal }): Promise<Counts>
  cancel(signal: AbortSignal): Promise<void>
}

const words = {
  ...{ batch: 'batch', crawl: 'crawl', extract: 'extraction', branding: 'branding batch' },
}

type Collecting = {
  kind: Kind
  job: AnyJob
  folder?: Folder | undefined
  /** Where the folder is. */
  out?: string | undefined
  /** Items that whoever asks has already. */
  offset?: number
}

/** The pages of a job as they end: into a folder, or onto standard output. Gives the exit code. */
export const collect = async (
  context: Context,
  given: Given,
  { kind, job, folder, out, offset = 0 }: Collecting,
): Promise<number> => {
  const tally = folder?.tally ?? { read: 0, failed: 0 }
  const from = folder ? tally.read + tally.failed : offset
  const isWatched = context.stderr.isTTY && !given.has('quiet')
  const bar = createBar(isWatched ? context.stderr : nobody)
  let id: string | undefined
  let printed = from
  const following = follow(job, bar, { ...context, isWatched }, () => ({
    ...tally,
    from: folder ? 0 : from,
  }))
  try {
    id = await job.id()
    folder?.begun(id)
    following.begin()
    for await (const item of job.items({ offset: from, signal: context.signal })) {
      const page = item as Page
      if (folder) folder.add(page)
      else {
        tally[page.error === undefined ? 'read' : 'failed']++
        await print(context, given, bar, page)
        printed++
      }
      following.show()
    }
    const state = await job.state({ limit: 1, signal: context.signal })
    following.end()
    folder?.ended()
    await say(context, given, summaryOf(kind, state, tally, out))
    return exitCodeOf(tally)
  } catch (error) {
    following.end()
    // Also for who wants to hear of nothing else: it costs, and nobody knows its id.
    if (id !== undefined && (folder || error instanceof Stopped))
      await write(
        context.stderr,
        `The ${words[kind]} ${id} goes on. ${comeBack(kind, id, out, printed)}\n`,
      )
    throw error
  }
}

/** Keeps the bar true; nobody is asked for the sake of a bar that nobody sees. */
const follow = (
  job: AnyJob,
  bar: Bar,
  { isWatched, signal }: { isWatched: boolean; signal: AbortSignal },
  tallyOf: () => { read: number; failed: number; from: number },
) => {
  let total: number | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  const show = () => {
    const { from, ...tally } = tallyOf()
    bar.show({ ...tally, total: total === undefined ? undefined : total - from })
  }
  const ask = async () => {
    const state = await job.state({ limit: 1, signal }).catch(() => undefined)
    total = state?.total ?? total
    if (timer) show()
  }
  return {
    begin() {
      if (!isWatched) return
      timer = setInterval(() => void ask(), 2_000)
      void ask()
    },
    show,
    end() {
      clearInterval(timer)
      timer = undefined
      bar.clear()
    },
  }
}

/** Into a pipe JSON, a page a line; for people a line that says what came of it. */
const print = (
  { stdout }: Context,
  given: Given,
  bar: Bar,
  page: Page,
): Promise<void> | undefined => {
  if (given.has('json') || !stdout.isTTY) return write(stdout, `${JSON.stringify(page)}\n`)
  bar.clear()
  const { url, error, code, metadata, data } = page
  const read = data === undefined ? `${metadata?.title ?? ''}` : JSON.stringify(data)
  return write(stdout, `${url}  ${error === undefined ? read : `failed: ${error} (${code})`}\n`)
}

type Counts = Pick<
  BatchState,
  'id' | 'status' | 'total' | 'completed' | 'failed' | 'creditsUsed'
> & { warning?: string }

const summaryOf = (
  kind: Kind,
  { id, status, creditsUsed, warning }: Counts,
  { read, failed }: { read: number; failed: number },
  out: string | undefined,
): string =>
  [
    `${id}: ${read} read, ${failed} failed, ${creditsUsed} credits.`,
    ...(status === 'cancelled' ? [`The ${words[kind]} was cancelled.`] : []),
    ...(warning ? [warning] : []),
    ...(out === undefined ? [] : [`Kept in ${out}.`]),
    ...(failed > 0 && out !== undefined ? ['Why some failed stands in manifest.jsonl.'] : []),
  ].join(' ')

const comeBack = (kind: Kind, id: string, out: string | undefined, printed: number): string =>
  out === undefined
    ? `Come back with: siteray jobs ${id} --offset ${printed}; stop it with: siteray jobs ${id} --cancel`
    : `Come back with: siteray ${goOnBy({ kind, id })} --out ${out}`

import { Siteray } from '../siteray.ts'
import type {
  BatchBrandingList,
  BatchExtractList,
  BatchList,
  BatchState,
  CrawlList,
} from '../types.ts'
import { openBatches } from './batch.ts'
import { type AnyJob, collect } from './collect.ts'
import { type Command, type Context, connectionOf, write } from './context.ts'
import { type Kind, openFolder } from './folder.ts'
import type { Given } from './options.ts'
import { put } from './scrape.ts'
import { everywhere, toFolder } from './shared-options.ts'
import { exitCodeOf, exitCodes, Usage } from './usage.ts'

export const jobs: Command = {
  usage: '[ID]',
  about:
    'Lists your jobs (batches, crawls, extractions, branding batches), or follows one to its end.',
  examples: [
    ['siteray jobs', 'the newest first'],
    ['siteray jobs batch_… --out pages', 'its pages as they finish'],
    ['siteray jobs batch_… --offset 120 >> pages.jsonl', 'without the first 120'],
    ['siteray jobs batch_… --status', 'its status'],
    ['siteray jobs crawl_… --cancel', 'cancels it; finished pages stay'],
  ],
  options: {
    ...{ out: toFolder.out as NonNullable<typeof toFolder.out> },
    offset: { as: 'number', value: 'N', help: 'Skip the first N pages' },
    status: { as: 'flag', help: 'Only its status, as JSON' },
    cancel: { as: 'flag', help: 'Cancel the job' },
    running: { as: 'flag', help: 'List only running jobs' },
    limit: { as: 'number', short: 'n', value: 'N', help: 'How many to list; default 20' },
    json: { as: 'flag', help: 'JSON, one object per line; errors as JSON too' },
    ...everywhere,
  },
  async run(given, context) {
    const { url: server, key } = connectionOf(context, given)
    const siteray = new Siteray({ url: server, key })
    const [id, second] = given.words
    if (second !== undefined) throw new Usage('One id at a time.')
    if (id === undefined) return list(context, given, siteray)
    const { kind, job } = open(siteray, id)
    if (given.has('cancel')) return cancel(context, job)
    if (given.has('status')) return status(context, given, job)
    const out = given.text('out')
    if (out === undefined)
      return collect(context, given, { kind, job, offset: given.number('offset') ?? 0 })
    const folder = openFolder(out, { kind, server, id, whole: given.has('json') })
    return collect(context, given, { kind, job, folder, out })
  },
}

/** The id says what it is. */
const open = (siteray: Siteray, id: string): { kind: Kind; job: AnyJob } => {
  if (id.startsWith('crawl_')) return { kind: 'crawl', job: siteray.openCrawl(id) }
  if (id.startsWith('extract_')) return { kind: 'extract', job: siteray.openBatchExtract(id) }
  if (id.startsWith('branding_')) return { kind: 'branding', job: siteray.openBatchBranding(id) }
  return { kind: 'batch', job: openBatches(siteray, id) }
}

const cancel = async ({ stdout, signal }: Context, job: AnyJob): Promise<number> => {
  await job.cancel(signal)
  await write(stdout, `${await job.id()} is cancelled.\n`)
  return exitCodes.all
}

const status = async (context: Context, given: Given, job: AnyJob): Promise<number> => {
  const state = await job.state({ limit: 1, signal: context.signal })
  const { data: _, next: __, ...counts } = state as BatchState
  await put(context, given, counts)
  const { completed: read, failed, status: at } = counts
  return at === 'scraping' ? exitCodes.all : exitCodeOf({ read, failed })
}

type Summary = (BatchList | CrawlList | BatchExtractList | BatchBrandingList)['data'][number] & {
  kind: Kind
}

const list = async ({ stdout, signal }: Context, given: Given, siteray: Siteray) => {
  const limit = given.number('limit') ?? 20
  const wanted = { limit, signal, ...(given.has('running') ? { status: 'scraping' as const } : {}) }
  const lists = await Promise.all([
    siteray.batches(wanted),
    siteray.crawls(wanted),
    siteray.batchExtracts(wanted),
    siteray.batchBrandings(wanted),
  ])
  const kinds = ['batch', 'crawl', 'extract', 'branding'] as const
  const all: Summary[] = kinds.flatMap((kind, at) =>
    (lists[at]?.data ?? []).map(job => ({ ...job, kind })),
  )
  const newest = all.sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, limit)
  const lines = given.has('json') ? newest.map(job => JSON.stringify(job)) : table(newest)
  await write(stdout, lines.map(line => `${line}\n`).join(''))
  return exitCodes.all
}

const table = (jobs: Summary[]): string[] => {
  if (jobs.length === 0) return ['There is no job.']
  const head = ['ID', 'STATUS', 'READ', 'FAILED', 'OF', 'BEGUN (UTC)', 'FROM']
  const rows = jobs.map(job => [
    ...[job.id, job.status, `${job.completed}`, `${job.failed}`, `${job.total}`],
    ...[job.createdAt.slice(0, 16).replace('T', ' ')],
    job.firstUrl,
  ])
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map(row => row[column]?.length ?? 0)),
  )
  return [head, ...rows].map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

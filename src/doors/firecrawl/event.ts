import type { EventContext } from '../../base/jobs/event-body.ts'
import { toDocuments } from './document.ts'
import { shownId } from './jobs.ts'

const names = { batch: 'batch_scrape', crawl: 'crawl' } as const

/** An event of a job as receivers of Firecrawl's know it: a page each, and what was said of the job. */
export const firecrawlEvent = ({ type, job, items, offset }: EventContext): object => {
  const moment = type.slice(type.indexOf('.') + 1)
  const failed = moment === 'failed' ? 'None of the pages could be read.' : undefined
  const error = items.find(item => item.error !== undefined)?.error ?? failed
  const { kind, id } = job
  if (kind !== 'batch' && kind !== 'crawl') throw new Error(`Firecrawl has no events of a ${kind}.`)
  return {
    success: error === undefined,
    type: `${names[kind]}.${moment}`,
    id: shownId({ kind, id }),
    data: toDocuments(job, items, offset),
    metadata: job.webhook.metadata ?? {},
    ...(error === undefined ? {} : { error }),
  }
}

import type { Sql } from '../../base/db/sql.ts'
import type { Queue } from '../../base/queue/queue.ts'
import type { TaughtReader } from '../../page/taught/reader.ts'
import type { Observation, Observe } from '../extract/observation.ts'
import type { Taught } from '../extract/taught/read.ts'
import { compareReading, exampleFrom } from './compare.ts'
import { hostOf } from './host.ts'
import { type DigestPayload, digestJobName } from './job-names.ts'
import { packSource } from './pages.ts'
import { type Noted, observationStore } from './watch-store.ts'

type ObserveDeps = { queue: Pick<Queue, 'enqueue'>; random?: () => number }

/**
 * What a page taught, or what became of it, is only noted here: one row, in the transaction that
 * charges for the page, so that nobody waits for anybody who reads with the same reader.
 */
export const createObserve =
  ({ queue, random = Math.random }: ObserveDeps): Observe =>
  async observation => {
    const { accountId, url } = observation
    const noted = noteOf(observation, random)
    if (!noted) return undefined
    const lane = { accountId, host: hostOf(url) }
    const source = noted.keepsPage ? await packed(observation) : null
    // Nothing can be learned from a page that is too large to keep.
    if (noted.body.is !== 'read' && !source) return undefined
    return async (sql: Sql) => {
      const id = await observationStore.add(sql, lane, noted.body, source)
      const group = `${accountId} ${lane.host}`
      // Of pages that only count, one job for many is enough: a timetable finds what it missed.
      const key = noted.body.is === 'read' ? group : `${group} ${id}`
      await queue.enqueue<DigestPayload>(sql, { name: digestJobName }, lane, { key, group })
    }
  }

const packed = async ({ url, source }: Observation): Promise<Buffer | null> =>
  packSource({ url: url.href, source }).catch(() => null)

/** Some pages that nobody doubts are kept too: they show how the template was before a change. */
const keptShare = 0.1

const noteOf = (
  observation: Observation,
  random: () => number,
): { body: Noted; keepsPage: boolean } | undefined => {
  const { seen, said, readers, skeleton, schema, prompt } = observation
  const url = observation.url.href
  const reader = seen && readers.choices[seen.choice]
  const isKnown = seen && (!seen.taught.isOther || readers.named)
  if (reader && isKnown && !reader.isProving) {
    const isChecked = !seen.taught.isOther && random() < (reader.checks ?? 0)
    const { data, flagged: flags, isOther } = seen.taught
    const fields = isOther ? nothingFound(seen.taught) : fieldsOf(reader.taught, seen.taught)
    const about = { readerId: reader.id, version: reader.version, url }
    const hasFlags = Object.keys(flags).length > 0
    return {
      body: { is: 'read', ...about, data, flags, fields, isOther, isChecked },
      keepsPage: hasFlags || isChecked || random() < keptShare,
    }
  }
  if (!said) return undefined
  const data = exampleFrom(schema, said)
  if (reader && isKnown) {
    const compared = compareReading(reader.taught, seen.taught, said)
    const about = { readerId: reader.id, version: reader.version, url }
    return { body: { is: 'proved', ...about, data, ...compared }, keepsPage: true }
  }
  if (!skeleton || Object.keys(said.evidence).length === 0) return undefined
  return { body: { is: 'answered', url, schema, prompt, data, skeleton }, keepsPage: true }
}

const nothingFound = ({ asked }: Taught) =>
  Object.fromEntries(
    asked.map(pointer => [pointer, { isFlagged: true, isMissing: true, families: 0 }]),
  )

/** What was not asked for is neither found nor missing. */
const fieldsOf = ({ lists }: TaughtReader, { evidence, flagged, asked }: Taught) => {
  const fields: Extract<Noted, { is: 'read' }>['fields'] = {}
  for (const pointer of asked) {
    if (!Object.hasOwn(lists, pointer)) {
      fields[pointer] = {
        isFlagged: Object.hasOwn(flagged, pointer),
        isMissing: flagged[pointer]?.includes('missing') ?? false,
        families: evidence[pointer]?.by?.length ?? 0,
      }
      continue
    }
    const cells = Object.keys(evidence).filter(at => at.startsWith(`${pointer}/`))
    const doubted = Object.keys(flagged).filter(at => at.startsWith(`${pointer}/`))
    fields[pointer] = {
      isFlagged: cells.length === 0 || doubted.length * 2 > cells.length,
      isMissing: flagged[pointer]?.includes('missing') ?? false,
      families: Math.max(0, ...cells.map(at => evidence[at]?.by?.length ?? 0)),
    }
  }
  return fields
}

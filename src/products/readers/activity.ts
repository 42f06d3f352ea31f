import { type Static, Type } from 'typebox'
import type { Sql } from '../../base/db/sql.ts'
import { named } from '../../base/http/answers.ts'
import { lowerBound } from './drift.ts'
import { type DayCounts, dayStore, type SeenRow, seenStore } from './watch-store.ts'

const Counts = named('ReaderCounts', {
  answered: Type.Integer({ description: 'Pages on which the field was looked for.' }),
  flagged: Type.Integer({ description: 'Weak, disputed, of another shape or missing.' }),
  missing: Type.Integer(),
  agreed: Type.Integer({ description: 'Answers on which two or more families agreed.' }),
  checked: Type.Integer({ description: 'Answers that somebody else was asked for too.' }),
  right: Type.Integer({ description: 'Those for which the other one said the same.' }),
})

const SeenPage = Type.Object({
  url: Type.String(),
  at: Type.String(),
  data: Type.Unknown(),
  flags: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  before: Type.Optional(
    Type.Object(
      { data: Type.Unknown(), at: Type.String() },
      {
        description: 'What it said of this page when it was sure.',
      },
    ),
  ),
})

export const ReaderActivity = named('ReaderActivity', {
  days: Type.Array(
    Type.Object({
      day: Type.String(),
      pages: Type.Integer(),
      fields: Type.Record(Type.String(), Counts),
    }),
    { description: 'The last 30 days with pages, the newest first.' },
  ),
  flagged: Type.Array(SeenPage, { description: 'The last 20 flagged pages, the newest first.' }),
  lastGood: Type.Optional(SeenPage),
})
type ReaderActivity = Static<typeof ReaderActivity>

const shownDays = 30
const shownFlagged = 20

export const activityOf = async (sql: Sql, id: string): Promise<ReaderActivity> => {
  const [days, flagged, good] = await Promise.all([
    dayStore.list(sql, id, shownDays),
    seenStore.flagged(sql, id, shownFlagged),
    seenStore.lastGood(sql, id),
  ])
  return {
    days: days.map(({ fields, ...day }) => ({
      ...day,
      fields: Object.fromEntries(
        Object.entries(fields).map(([field, counts]) => [field, countsOf(counts)]),
      ),
    })),
    flagged: flagged.map(showFlagged),
    ...(good?.goodAt && {
      lastGood: { url: good.url, at: good.goodAt.toISOString(), data: good.goodData },
    }),
  }
}

const countsOf = ([answered, flagged, missing, agreed, checked, right]: DayCounts) => ({
  ...{ answered, flagged, missing, agreed, checked, right },
})

const showFlagged = ({ url, flaggedData, flags, flaggedAt, goodData, goodAt }: SeenRow) => ({
  ...{ url, at: (flaggedAt ?? new Date(0)).toISOString(), data: flaggedData, flags: flags ?? {} },
  ...(goodAt && { before: { data: goodData, at: goodAt.toISOString() } }),
})

const lastChecks = 200

/** By field: how often checks found it right, at least; and how often two families agreed. */
export const figuresOf = async (
  sql: Sql,
  id: string,
): Promise<Record<string, { precision?: number; agreement?: number }>> => {
  const sums: Record<string, DayCounts> = {}
  for (const { fields } of await dayStore.list(sql, id, shownDays))
    for (const [field, counts] of Object.entries(fields)) {
      const sum = sums[field] ?? [0, 0, 0, 0, 0, 0]
      if (sum[4] < lastChecks)
        sums[field] = sum.map((one, at) => one + (counts[at] ?? 0)) as DayCounts
    }
  return Object.fromEntries(
    Object.entries(sums).map(([field, [answered, , , agreed, checked, right]]) => {
      const precision = lowerBound(right, checked)
      const agreement = answered > 0 ? Math.round((1000 * agreed) / answered) / 1000 : undefined
      return [
        field,
        {
          ...(precision !== undefined && { precision }),
          ...(agreement !== undefined && { agreement }),
        },
      ]
    }),
  )
}

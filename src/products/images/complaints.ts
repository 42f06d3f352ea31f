import type { Sql } from '../../base/db/sql.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { type ComplaintRow, complaintStore } from './complaint-store.ts'
import { parseDomain } from './domain.ts'
import type { ImageKind } from './request.ts'

const most = { open: 1_000, ofAccountADay: 100 }

/** “Wrong logo?”: somebody says that a domain’s image is not what it should be. */
export const complain = async (
  sql: Sql,
  complaint: { domain: string; kind: ImageKind; note: string; accountId: string },
): Promise<{ host: string }> => {
  const { host } = parseDomain(complaint.domain)
  const { kind, accountId } = complaint
  const note = complaint.note.replace(/\p{Cc}+/gu, ' ').trim()
  const row = { id: newId('complaint'), host, kind, note, accountId }
  if ((await complaintStore.insert(sql, row, most)) === 'full')
    throw new AppError('rate_limited', 'There are many reports already. Try again tomorrow.', {
      retryAfterSeconds: 3_600,
    })
  return { host }
}

export const listComplaints = (sql: Sql): Promise<ComplaintRow[]> => complaintStore.open(sql)

export const settleComplaint = async (
  sql: Sql,
  change: { id: string; actor: string; outcome: 'pinned' | 'dismissed' },
): Promise<void> => {
  if (!(await complaintStore.settle(sql, change)))
    throw new AppError('not_found', 'There is no such report, or it is settled already.')
}

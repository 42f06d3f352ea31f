import { inTransaction, type Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import {
  deleteOld,
  findUnsent,
  insertMail,
  type Mail,
  markFailed,
  markKept,
  markSent,
  noteError,
  takeKept,
} from './store.ts'
import { MailError, type Transport } from './transport.ts'

export type MailPayload = { mailId: string }

type Enqueue = { enqueue(sql: Sql, payload: MailPayload): Promise<unknown> }
type Deps = { sql: Sql; transport: Transport | undefined; vault: Pick<Vault, 'open'> }

/** `isSecret`: it opens an account, so that its text reaches the database only encrypted. */
type Letter = Mail & { isSecret?: boolean }

/** As `sendMail` does, for those who only send. */
export type SendMail = (sql: Sql, mail: Letter) => Promise<boolean>

const sealedFor = 'mail'

/** Older ones stay in the outbox: nobody wants last month's password link. */
const keptMaxAgeDays = 7
/** A key may be used again after this time. */
const endedDays = 400

/**
 * Writes a mail to the outbox and adds the job that sends it, both in the caller's transaction (or
 * one of their own). False when a mail with its `dedupeKey` exists: whoever asked first sends it.
 */
export const sendMail = (
  deps: Enqueue & { vault: Pick<Vault, 'seal'> },
  sql: Sql,
  { isSecret, ...mail }: Letter,
): Promise<boolean> =>
  inTransaction(sql, async transaction => {
    const sealed = isSecret && { text: '', sealedText: deps.vault.seal(mail.text, sealedFor) }
    const mailId = await insertMail(transaction, { ...mail, ...sealed })
    if (mailId === undefined) return false
    await deps.enqueue(transaction, { mailId })
    return true
  })

/**
 * The job that sends one mail. Without a mail server the mail stays in the outbox as `kept`. A
 * server that is away is tried again for about a day (first after half a minute, then hourly).
 * Should the process die between the server's yes and our note of it, the mail is sent again with
 * the same Message-ID.
 */
export const createMailJob = (deps: Deps) => ({
  name: 'mail',
  concurrency: 2,
  timeoutSeconds: 120,
  retry: { limit: 30, delaySeconds: 30, maxDelaySeconds: 3600 },
  work: async ({ mailId }: MailPayload): Promise<void> => {
    const mail = await findUnsent(deps.sql, mailId)
    if (!mail) return
    if (!deps.transport) return markKept(deps.sql, mailId)
    const { sealedText, ...clear } = mail
    const text = sealedText ? deps.vault.open(sealedText, sealedFor) : mail.text
    try {
      await deps.transport.send({ ...clear, text })
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      await noteError(deps.sql, mailId, error.message)
      if (!error.isFinal) throw error
      return markFailed(deps.sql, mailId)
    }
    await markSent(deps.sql, mailId)
  },
  failed: ({ mailId }: MailPayload): Promise<void> => markFailed(deps.sql, mailId),
})

/** For the start of a process that has a mail server: sends what was kept while there was none. */
export const sendKept = (deps: Enqueue, sql: Sql): Promise<number> =>
  inTransaction(sql, async transaction => {
    const ids = await takeKept(transaction, keptMaxAgeDays)
    for (const mailId of ids) await deps.enqueue(transaction, { mailId })
    return ids.length
  })

/** For a daily job, in small steps. Kept mails are never deleted. True while there is more. */
export const deleteOldMail = (sql: Sql): Promise<boolean> => deleteOld(sql, endedDays)

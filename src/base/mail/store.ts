import { purgeStep } from '../db/purge.ts'
import type { Sql } from '../db/sql.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  /** In place of the text. */
  sealedText?: Buffer
  html?: string
  dedupeKey?: string
}
export type StoredMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string | null
  createdAt: Date
}

/** Its id, or `undefined` when there already is one with its key. */
export const insertMail = async (sql: Sql, mail: Mail): Promise<string | undefined> => {
  const [row] = await sql<{ id: string }[]>`
    insert into mail_outbox (recipient, subject, text, sealed_text, html, dedupe_key)
    values (
      ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.sealedText ?? null}, ${mail.html ?? null},
      ${mail.dedupeKey ?? null}
    )
    on conflict (dedupe_key) do nothing
    returning id`
  return row?.id
}

type MailState = { status: 'waiting' | 'kept' | 'sent' | 'failed'; createdAt: Date }

/** What became of the mail with this key, if there is one. */
export const findByKey = async (sql: Sql, dedupeKey: string): Promise<MailState | undefined> => {
  const [row] = await sql<MailState[]>`
    select status, created_at as "createdAt" from mail_outbox where dedupe_key = ${dedupeKey}`
  return row
}

/** A mail that is still to be sent. */
export const findUnsent = async (
  sql: Sql,
  id: string,
): Promise<(StoredMail & { sealedText: Buffer | null }) | undefined> => {
  const [row] = await sql<(StoredMail & { sealedText: Buffer | null })[]>`
    select id, recipient as "to", subject, text, sealed_text as "sealedText", html,
      created_at as "createdAt"
    from mail_outbox where id = ${id} and status in ('waiting', 'kept')`
  return row
}

export const markKept = async (sql: Sql, id: string): Promise<void> => {
  await sql`update mail_outbox set status = 'kept' where id = ${id} and status = 'waiting'`
}

export const markSent = async (sql: Sql, id: string): Promise<void> => {
  await sql`
    update mail_outbox
    set status = 'sent', text = '', sealed_text = null, html = null, error = null, ended_at = now()
    where id = ${id}`
}

export const noteError = async (sql: Sql, id: string, error: string): Promise<void> => {
  await sql`update mail_outbox set error = ${error} where id = ${id}`
}

export const markFailed = async (sql: Sql, id: string): Promise<void> => {
  await sql`
    update mail_outbox set status = 'failed', sealed_text = null, ended_at = now()
    where id = ${id} and status in ('waiting', 'kept')`
}

/** Takes kept mails of the last days back into the queue; two processes never take the same. */
export const takeKept = async (sql: Sql, maxAgeDays: number): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    update mail_outbox set status = 'waiting'
    where status = 'kept' and created_at > now() - make_interval(days => ${maxAgeDays})
    returning id`
  return rows.map(({ id }) => id)
}

export const deleteOld = (sql: Sql, endedDays: number): Promise<boolean> =>
  purgeStep(sql, 'mail_outbox', sql`ended_at < now() - make_interval(days => ${endedDays})`)

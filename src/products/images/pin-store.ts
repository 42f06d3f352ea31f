import { auditStore } from '../../base/accounts/audit-store.ts'
import { inTransaction, type Sql } from '../../base/db/sql.ts'
import type { Pinnable } from './report.ts'

export type PinRow = {
  host: string
  what: Pinnable
  url: string | null
  words: string | null
  pinnedBy: string
  /** The e-mail address, where that is a person. */
  pinnedByEmail: string | null
  pinnedAt: Date
}

/** Every process reads the pins again when this is notified. */
export const pinsChannel = 'siteray_pins'

export const pinStore = {
  async list(sql: Sql): Promise<PinRow[]> {
    return sql<PinRow[]>`
      select host, what, url, words, pinned_by as "pinnedBy", people.email as "pinnedByEmail",
        pinned_at as "pinnedAt"
      from image_pins left join people on people.id = pinned_by
      order by pinned_at desc, host, what`
  },

  async readImage(
    sql: Sql,
    host: string,
    what: Pinnable,
  ): Promise<{ bytes: Buffer; url: string | null } | undefined> {
    const [row] = await sql<{ bytes: Buffer; url: string | null }[]>`
      select bytes, url from image_pins
      where host = ${host} and what = ${what} and bytes is not null`
    return row
  },

  /** False when there are too many. */
  put(
    sql: Sql,
    pin: {
      host: string
      what: Pinnable
      image?: { bytes: Buffer; url: string | null } | undefined
      words?: string | undefined
      accountId: string
      actor: string
      most: number
    },
  ): Promise<boolean> {
    const { host, what, image, words = null, accountId, actor } = pin
    return inTransaction(sql, async sql => {
      const rows = await sql`
        insert into image_pins (host, what, bytes, url, words, pinned_by)
        select ${host}, ${what}, ${image?.bytes ?? null}, ${image?.url ?? null}, ${words}, ${actor}
        where (select count(*) from image_pins) < ${pin.most}
        on conflict (host, what) do update
        set bytes = excluded.bytes, url = excluded.url, words = excluded.words,
          pinned_by = excluded.pinned_by, pinned_at = now()
        returning host`
      if (rows.length === 0) return false
      await changed(sql, { host, what, accountId, actor, action: 'image.pin' })
      return true
    })
  },

  /** False when there was none. */
  remove(
    sql: Sql,
    pin: { host: string; what: Pinnable; accountId: string; actor: string },
  ): Promise<boolean> {
    return inTransaction(sql, async sql => {
      const rows = await sql`
        delete from image_pins where host = ${pin.host} and what = ${pin.what} returning host`
      if (rows.length > 0) await changed(sql, { ...pin, action: 'image.unpin' })
      return rows.length > 0
    })
  },
}

/** Who did it is written down, sub-domains that borrowed the icon look again, and all processes hear of it. */
const changed = async (
  sql: Sql,
  change: { host: string; what: Pinnable; accountId: string; actor: string; action: string },
): Promise<void> => {
  const { host, what } = change
  await auditStore.note(sql, { ...change, subject: `${host} ${what}` })
  await sql`
    delete from image_lookups
    where kind = 'icon' and claimed_until is null and report ->> 'parent' = ${host}`
  await sql`select pg_notify(${pinsChannel}, ${host})`
}

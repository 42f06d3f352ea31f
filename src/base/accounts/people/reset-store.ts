import type { Sql } from '../../db/sql.ts'

type ResetRow = { personId: string; email: string }

export const resetStore = {
  async insert(sql: Sql, link: { hash: Buffer; personId: string; minutes: number }): Promise<void> {
    await sql`
      insert into reset_links (hash, person_id, expires_at)
      values (${link.hash}, ${link.personId}, now() + make_interval(mins => ${link.minutes}))`
  },

  /** Those that still work. */
  async count(sql: Sql, personId: string): Promise<number> {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from reset_links
      where person_id = ${personId} and expires_at > now()`
    return row?.count ?? 0
  },

  async find(sql: Sql, hash: Buffer): Promise<ResetRow | undefined> {
    const [row] = await sql<ResetRow[]>`
      select people.id as "personId", email
      from reset_links join people on people.id = person_id
      where hash = ${hash} and expires_at > now()`
    return row
  },

  /** Once: the second to come finds nothing. */
  async take(sql: Sql, hash: Buffer): Promise<ResetRow | undefined> {
    const [row] = await sql<ResetRow[]>`
      with link as (
        delete from reset_links where hash = ${hash} and expires_at > now() returning person_id
      )
      select people.id as "personId", email from link join people on people.id = person_id`
    return row
  },
}

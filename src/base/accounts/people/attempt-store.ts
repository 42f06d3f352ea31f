import type { Sql } from '../../db/sql.ts'

/** Failures of the last minutes, with the seconds until the oldest of them is forgotten. */
type Failures = { count: number; retryAfterSeconds: number }

export const attemptStore = {
  async count(
    sql: Sql,
    by: 'email' | 'address',
    value: string,
    minutes: number,
  ): Promise<Failures> {
    const [row] = await sql<Failures[]>`
      select count(*)::int as count, greatest(1, ceil(extract(epoch from
        min(at) + make_interval(mins => ${minutes}) - now()))::int) as "retryAfterSeconds"
      from sign_in_attempts
      where ${sql(by)} = ${value} and at > now() - make_interval(mins => ${minutes})`
    return row ?? { count: 0, retryAfterSeconds: 1 }
  },

  async note(sql: Sql, email: string, address: string): Promise<void> {
    await sql`insert into sign_in_attempts (email, address) values (${email}, ${address})`
  },

  async forgetPerson(sql: Sql, email: string): Promise<void> {
    await sql`delete from sign_in_attempts where email = ${email}`
  },

  async forget(sql: Sql, email: string, address: string): Promise<void> {
    await sql`delete from sign_in_attempts where email = ${email} and address = ${address}`
  },
}

import type { Sql } from '../../db/sql.ts'

export type AttemptKind = 'password' | 'code' | 'reset'
export type Tried = {
  kind: AttemptKind
  email: string
  address: string
  /** A browser the person has signed in with before. */
  device: string | undefined
}

/** Failures of the last minutes, with the seconds until the oldest of them is forgotten. */
export type Failures = { count: number; retryAfterSeconds: number }

export const attemptStore = {
  /** `by` says what the failures have in common; an undefined device is any unknown one. */
  async count(
    sql: Sql,
    kind: AttemptKind,
    by: Partial<Pick<Tried, 'email' | 'address' | 'device'>>,
    minutes: number,
  ): Promise<Failures> {
    const same = Object.entries(by).reduce(
      (all, [column, value]) =>
        value === undefined
          ? sql`${all} and ${sql(column)} is null`
          : sql`${all} and ${sql(column)} = ${value}`,
      sql`kind = ${kind}`,
    )
    const [row] = await sql<Failures[]>`
      select count(*)::int as count, greatest(1, ceil(extract(epoch from
        min(at) + make_interval(mins => ${minutes}) - now()))::int) as "retryAfterSeconds"
      from sign_in_attempts
      where ${same} and at > now() - make_interval(mins => ${minutes})`
    return row ?? { count: 0, retryAfterSeconds: 1 }
  },

  async note(sql: Sql, { kind, email, address, device }: Tried): Promise<void> {
    await sql`
      insert into sign_in_attempts (kind, email, address, device)
      values (${kind}, ${email}, ${address}, ${device ?? null})`
  },

  async forgetPerson(sql: Sql, email: string): Promise<void> {
    await sql`delete from sign_in_attempts where email = ${email} and kind <> 'reset'`
  },

  async forget(sql: Sql, { kind, email, address, device }: Tried): Promise<void> {
    await sql`
      delete from sign_in_attempts
      where kind = ${kind} and email = ${email} and address = ${address}
        and device is not distinct from ${device ?? null}`
  },
}

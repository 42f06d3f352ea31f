import { purgeStep } from '../../../base/db/purge.ts'
import type { Sql } from '../../../base/db/sql.ts'

const keptHours = 24

/** What models said, so that the same question within a day is not asked again. */
export const answerStore = {
  async find(sql: Sql, accountId: string, hash: Buffer): Promise<Buffer | undefined> {
    const [row] = await sql<{ answers: Buffer }[]>`
      select answers from model_answers
      where account_id = ${accountId} and hash = ${hash}
        and asked_at > now() - make_interval(hours => ${keptHours})`
    return row?.answers
  },

  async keep(sql: Sql, accountId: string, hash: Buffer, answers: Buffer): Promise<void> {
    await sql`
      insert into model_answers (account_id, hash, answers)
      values (${accountId}, ${hash}, ${answers})
      on conflict (account_id, hash)
      do update set answers = excluded.answers, asked_at = excluded.asked_at`
  },

  purge: (sql: Sql): Promise<boolean> =>
    purgeStep(sql, 'model_answers', sql`asked_at < now() - make_interval(hours => ${keptHours})`),
}

import { AppError } from '../../../kit/errors.ts'
import { inTransaction, type Sql } from '../../db/sql.ts'
import { auditStore } from '../audit-store.ts'
import { normalEmail } from './email.ts'
import { peopleStore } from './store.ts'

/** For the operator: somebody lost the app and the recovery codes. The password stays. */
export const takeTwoStepOff = async (
  sql: Sql,
  wanted: { email: string; actor: string },
): Promise<{ email: string; wasOn: boolean }> => {
  const email = normalEmail(wanted.email)
  const person = await peopleStore.findPerson(sql, email)
  if (!person) throw new AppError('not_found', `Nobody here has the e-mail address ${email}.`)
  return inTransaction(sql, async sql => {
    const wasOn = await peopleStore.stopTwoStep(sql, person.id)
    const note = { personId: person.id, actor: wanted.actor, action: 'person.two-step-off' }
    if (wasOn) await auditStore.notePerson(sql, note)
    return { email, wasOn }
  })
}

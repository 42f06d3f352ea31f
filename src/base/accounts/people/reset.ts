import { AppError } from '../../../kit/errors.ts'
import { randomToken, sha256 } from '../../../kit/ids.ts'
import { inTransaction, type Sql } from '../../db/sql.ts'
import { auditStore } from '../audit-store.ts'
import { attemptStore } from './attempt-store.ts'
import { noteResetRequest } from './attempts.ts'
import { normalEmail } from './email.ts'
import { linkGone } from './links.ts'
import { checkNewPassword, hashPassword } from './password.ts'
import { resetStore } from './reset-store.ts'
import { peopleStore } from './store.ts'

const minutes = 60
/** Live links of one person: nobody's mailbox is filled by others. */
const maxLinks = 3

type ResetMail = { to: string; subject: string; text: string; isSecret: true }
export type ResetPayload = { email: string }

/** For the operator, who hands the link on. */
export const createResetLink = async (
  sql: Sql,
  wanted: { email: string; publicUrl: string; actor: string },
): Promise<string> => {
  const email = normalEmail(wanted.email)
  const person = await peopleStore.findPerson(sql, email)
  if (!person) throw new AppError('not_found', `Nobody here has the e-mail address ${email}.`)
  return makeLink(sql, { ...wanted, personId: person.id })
}

/**
 * Somebody forgot the password. Known or not, the same is done here and the same is answered; only
 * the job looks who it is.
 */
export const requestReset = async (
  sql: Sql,
  request: { email: string; address: string },
  enqueue: (payload: ResetPayload) => Promise<unknown>,
): Promise<void> => {
  const email = normalEmail(request.email)
  await noteResetRequest(sql, { ...request, email })
  await enqueue({ email })
}

/** The job behind `requestReset`: link and mail, both or none. */
export const createResetJob = (deps: {
  sql: Sql
  reach: { publicUrl: string }
  send: (sql: Sql, mail: ResetMail) => Promise<unknown>
}) => ({
  name: 'people.reset-mail',
  concurrency: 1,
  timeoutSeconds: 60,
  retry: { limit: 5, delaySeconds: 5, maxDelaySeconds: 60 },
  work: async ({ email }: ResetPayload): Promise<void> => {
    const person = await peopleStore.findPerson(deps.sql, email)
    if (!person || (await resetStore.count(deps.sql, person.id)) >= maxLinks) return
    const { publicUrl } = deps.reach
    await inTransaction(deps.sql, async sql => {
      const url = await makeLink(sql, { personId: person.id, publicUrl, actor: 'mail' })
      await deps.send(sql, resetMail(email, publicUrl, url))
    })
  },
})

const makeLink = async (
  sql: Sql,
  { personId, publicUrl, actor }: { personId: string; publicUrl: string; actor: string },
): Promise<string> => {
  const token = randomToken(43)
  await resetStore.insert(sql, { hash: sha256(token), personId, minutes })
  await auditStore.notePerson(sql, { personId, actor, action: 'person.reset-link' })
  // After the #: a browser sends it to nobody, so it stands in no log and no Referer.
  return `${publicUrl}/reset#${token}`
}

const resetMail = (to: string, publicUrl: string, url: string): ResetMail => ({
  to,
  subject: 'A new password for Siteray',
  text: `Somebody asked for a new password for ${to} at ${publicUrl}.

Choose it here, within an hour:
${url}

The link works once. If it was not you, leave it: your password stays as it is.
`,
  isSecret: true,
})

/** Uses a link. Every session ends; two-step sign-in stays as it was. Returns whose password it is. */
export const resetPassword = async (
  sql: Sql,
  wanted: { token: string; password: string },
): Promise<string> => {
  checkNewPassword(wanted.password)
  const hash = sha256(wanted.token)
  if (!(await resetStore.find(sql, hash))) throw linkGone()
  const passwordHash = await hashPassword(wanted.password)
  return inTransaction(sql, async sql => {
    const person = await resetStore.take(sql, hash)
    if (!person) throw linkGone()
    const { personId } = person
    await peopleStore.setPassword(sql, personId, passwordHash)
    // The link is proof enough: nobody locks its holder out by guessing beforehand.
    await attemptStore.forgetPerson(sql, person.email)
    await auditStore.notePerson(sql, { personId, actor: personId, action: 'person.password-reset' })
    return person.email
  })
}

/** Whose password a link changes, for its page. */
export const findReset = async (sql: Sql, token: string): Promise<string> => {
  const person = await resetStore.find(sql, sha256(token))
  if (!person) throw linkGone()
  return person.email
}

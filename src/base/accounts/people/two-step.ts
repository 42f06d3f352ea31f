import { AppError, invalidRequest } from '../../../kit/errors.ts'
import { inTransaction, type Sql } from '../../db/sql.ts'
import { auditStore } from '../audit-store.ts'
import { type Attempt, limited } from './attempts.ts'
import type { Auth } from './auth.ts'
import { challengeCookie, cookieName, readCookie } from './cookies.ts'
import { deviceCookie, knownDevice } from './device.ts'
import { normalEmail } from './email.ts'
import { isRefusal, refusalCode } from './faults.ts'
import { type Caller, keepOnly, type People, type SignedIn } from './people.ts'
import { readRecoveryCode } from './recovery-codes.ts'
import { peopleStore } from './store.ts'

/** What a signed-in person asks with: their own cookies, and how tries are counted. */
type Asking = { by: SignedIn; headers: Headers; attempt: Attempt }

/** Longer than a code is taken: the time step before and after its own count too. */
const usedCodeMs = 3 * 60_000

/**
 * The second step of signing in, by better-auth's own plugin: a code of six digits that an app makes
 * anew every 30 seconds (TOTP), or one of ten recovery codes, each once.
 */
export const enterCode = async (
  people: People,
  typed: string,
  caller: Caller,
): Promise<string[]> => {
  const { sql, auth } = people
  const name = cookieName(people.isSecure, challengeCookie)
  const challenge = readCookie(caller.headers, name)
  const person = challenge && (await personOf(people, challenge))
  if (!person) throw startAgain()
  const device = knownDevice(people, person, caller.headers)
  const attempt = { kind: 'code', email: person.email, address: caller.address, device } as const
  return limited(sql, attempt, async () => {
    // Only this cookie: a session that the browser may hold is none of the code's business.
    const userAgent = caller.headers.get('user-agent') ?? ''
    const headers = new Headers({ cookie: `${name}=${challenge}`, 'user-agent': userAgent })
    const opened = await auth()
    const cookies = isTotp(typed)
      ? await byTotp(people, opened, { personId: person.id, code: digitsOf(typed), headers })
      : await byRecoveryCode(people, opened, { personId: person.id, code: typed, headers })
    return [...cookies, deviceCookie(people, person, device)]
  })
}

type Entered = { personId: string; code: string; headers: Headers }

const byTotp = async (
  { sql }: People,
  auth: Auth,
  { personId, code, headers }: Entered,
): Promise<string[]> => {
  if (await wasUsed(auth, personId, code)) throw usedCode()
  const answer = await auth.api
    .verifyTOTP({ body: { code }, headers, returnHeaders: true })
    .catch(refuseCode)
  // Of two at once with the same code, the first to write it down comes in.
  if (!(await spendCode(auth, personId, code))) {
    await peopleStore.endSession(sql, answer.response.token)
    throw usedCode()
  }
  return answer.headers.getSetCookie()
}

const byRecoveryCode = async (
  { sql }: People,
  { api }: Auth,
  { personId, code, headers }: Entered,
): Promise<string[]> => {
  const answer = await api
    .verifyBackupCode({ body: { code: readRecoveryCode(code) }, headers, returnHeaders: true })
    .catch(refuseCode)
  await auditStore.notePerson(sql, { personId, actor: personId, action: 'person.recovery-code' })
  return answer.headers.getSetCookie()
}

/** The secret for the app, as the address that its QR code holds. Nothing changes before `confirm`. */
export const startTwoStep = async (
  { sql, auth }: People,
  { headers, attempt, password }: Asking & { password: string },
): Promise<{ uri: string; recoveryCodes: string[] }> =>
  limited(sql, { ...attempt, kind: 'password' }, async () => {
    const { api } = await auth()
    const started = await api
      .enableTwoFactor({ body: { password, method: 'totp' }, headers })
      .catch(refusePassword)
    if (started.method !== 'totp') throw new Error('better-auth started another second step')
    return { uri: started.totpURI, recoveryCodes: started.backupCodes }
  })

/** From the first right code on, signing in takes two steps. Sessions elsewhere end. */
export const confirmTwoStep = async (
  people: People,
  { by, headers, attempt, code }: Asking & { code: string },
): Promise<string[]> =>
  limited(people.sql, { ...attempt, kind: 'code' }, async () => {
    const { sql } = people
    if (by.twoStep) throw isOn()
    const opened = await people.auth()
    const answer = await opened.api
      .verifyTOTP({ body: { code: digitsOf(code) }, headers, returnHeaders: true })
      .catch(refuseCode)
    const { personId } = by
    await spendCode(opened, personId, digitsOf(code))
    const cookies = answer.headers.getSetCookie()
    await keepOnly(people, by, cookies)
    await auditStore.notePerson(sql, { personId, actor: personId, action: 'person.two-step-on' })
    return cookies
  })

/** Ten new ones in place of those that are left. */
export const renewRecoveryCodes = async (
  { sql, auth }: People,
  { by, headers, attempt, password }: Asking & { password: string },
): Promise<string[]> =>
  limited(sql, { ...attempt, kind: 'password' }, async () => {
    const { api } = await auth()
    const answer = await api
      .generateBackupCodes({ body: { password }, headers })
      .catch(refusePassword)
    const { personId } = by
    const action = 'person.recovery-codes'
    await auditStore.notePerson(sql, { personId, actor: personId, action })
    return answer.backupCodes
  })

export const stopTwoStep = async (
  people: People,
  { by, headers, attempt, password }: Asking & { password: string },
): Promise<string[]> =>
  limited(people.sql, { ...attempt, kind: 'password' }, async () => {
    const { sql } = people
    if (!by.twoStep) throw isOff()
    const { api } = await people.auth()
    const answer = await api
      .disableTwoFactor({ body: { password }, headers, returnHeaders: true })
      .catch(refusePassword)
    const { personId } = by
    const cookies = answer.headers.getSetCookie()
    await keepOnly(people, by, cookies)
    await auditStore.notePerson(sql, { personId, actor: personId, action: 'person.two-step-off' })
    return cookies
  })

/** Who gave the password. The name in the cookie is long and random; better-auth checks its signature. */
const personOf = async ({ sql, auth }: People, challenge: string) => {
  const [identifier = ''] = challenge.split('.')
  const { internalAdapter } = await (await auth()).$context
  const found = await internalAdapter.findVerificationValue(identifier)
  return found && found.expiresAt > new Date()
    ? peopleStore.findPersonById(sql, found.value)
    : undefined
}

const wasUsed = async ({ $context }: Auth, personId: string, code: string): Promise<boolean> => {
  const { internalAdapter } = await $context
  return (await internalAdapter.findVerificationValue(nameOfCode(personId, code))) !== null
}

/** False for a code that was used before: whoever looked over a shoulder comes too late. */
const spendCode = async ({ $context }: Auth, personId: string, code: string): Promise<boolean> => {
  const { internalAdapter } = await $context
  return internalAdapter.reserveVerificationValue({
    identifier: nameOfCode(personId, code),
    value: 'used',
    expiresAt: new Date(Date.now() + usedCodeMs),
  })
}

const nameOfCode = (personId: string, code: string) => `used code ${personId} ${code}`

const digitsOf = (typed: string): string => typed.replace(/\s/g, '')
const isTotp = (typed: string): boolean => /^\d{6}$/.test(digitsOf(typed))

const refuseCode = (error: unknown): never => {
  if (!isRefusal(error)) throw error
  const isStale = /TWO_FACTOR_COOKIE|TOO_MANY_ATTEMPTS/.test(refusalCode(error))
  throw isStale ? startAgain() : invalidRequest('The code is wrong.')
}

const usedCode = () => invalidRequest('That code was used already. Wait for the next one.')

const startAgain = () =>
  new AppError('not_signed_in', 'The time for the code is over. Sign in with the password again.')

const isOn = () => new AppError('conflict', 'Two-step sign-in is on already.')
const isOff = () => new AppError('conflict', 'Two-step sign-in is off.')

const refusePassword = (error: unknown): never => {
  if (!isRefusal(error)) throw error
  const code = refusalCode(error)
  if (/ALREADY_ENABLED/.test(code)) throw isOn()
  if (/NOT_ENABLED/.test(code)) throw isOff()
  throw invalidRequest('The password is wrong.')
}

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

import { AppError } from '../../kit/errors.ts'
import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import type { Action } from '../reader/actions/request.ts'
import { createRun } from '../reader/actions/run.ts'
import type { SessionTrip } from '../reader/page-session.ts'
import type { Browsers } from '../web/browser.ts'
import type { StorageState } from '../web/lend-page.ts'
import { watchNetwork } from '../web/network-idle.ts'
import type { Visit } from '../web/visit.ts'
import { type Codes, openCodes } from './one-time-codes.ts'
import type { Login, SignInStep } from './request.ts'
import { openSecret } from './sealed-content.ts'
import { secretStore } from './store.ts'

export type SignInDeps = { sql: Sql; vault: Vault; browsers: Pick<Browsers, 'withPage'> }

const signInMs = 60_000
const stepMs = 15_000
const restMs = 8_000

/** Takes the steps of a sign-in in a browser of its own, and returns what that holds then. */
export const signIn = async (
  deps: SignInDeps,
  accountId: string,
  login: Login,
  { outlet, life: signal }: Omit<SessionTrip, 'url'>,
): Promise<StorageState> => {
  const { actions, codes } = await actionsOf(deps, accountId, login.actions)
  // A browser is not kept waiting for the next code.
  for (const code of new Set(codes.values())) await code.ready(signal)
  const prepare = async (action: Action) => codes.get(action)?.take(signal)
  const run = createRun(actions, stepMs)
  const take = async (visit: Visit) => {
    run.checkUntaken()
    const deadlineMs = performance.now() + signInMs
    const quiet = watchNetwork(visit.page)
    const rest = (limitMs: number) => quiet.wait(limitMs)
    await visit.open(login.url, { timeoutMs: stepMs })
    await rest(restMs)
    const leftMs = () => deadlineMs - performance.now()
    await run.perform(visit, { rest, signal, leftMs, prepare })
    await rest(restMs)
    await checkSignedIn(visit, login)
    return visit.storageState()
  }
  const options = { timeoutMs: signInMs, outlet, skip: ['image', 'media', 'font'] as const }
  return deps.browsers.withPage(options, signal, take).catch((error: unknown) => {
    throw signal.aborted ? error : failureOf(run.explain(error))
  })
}

/** No step was taken, and the site saw nobody: such a try does not count as a sign-in. */
export const isOurFault = (error: unknown): boolean =>
  error instanceof AppError &&
  ['browser_unavailable', 'overloaded', 'session_busy'].includes(error.code)

const failureOf = (error: unknown): unknown => {
  if (!(error instanceof AppError)) return error
  if (isOurFault(error) || error.code === 'login_failed') return error
  return new AppError('login_failed', `The sign-in failed. ${error.message}`, { cause: error })
}

/** Secrets come in when a step is taken: a one-time code is one of its moment. */
const actionsOf = async (
  { sql, vault }: SignInDeps,
  accountId: string,
  steps: readonly SignInStep[],
): Promise<{ actions: Action[]; codes: ReadonlyMap<Action, Codes> }> => {
  const names = secretsIn(steps)
  const rows = names.length > 0 ? await secretStore.sealed(sql, accountId, names) : []
  const known = new Map(
    rows.map(({ name, sealed, totp }) => {
      const owner = { accountId, name }
      const value = openSecret(vault, owner, sealed)
      return [name, totp ? openCodes(sql, owner, value) : value]
    }),
  )
  const codes = new Map<Action, Codes>()
  const actions = steps.map((step, index): Action => {
    if (step.type !== 'write') return step
    const { secret, text = '', selector } = step
    const field = selector === undefined ? {} : { selector }
    if (secret === undefined) return { type: 'write', text, ...field }
    const value = known.get(secret)
    if (value === undefined)
      throw new AppError(
        'login_failed',
        `The sign-in failed. Step ${index + 1} needs the secret "${secret}", and there is none of that name.`,
      )
    if (typeof value === 'string') return { type: 'write', text: value, ...field }
    const action: Action = {
      ...{ type: 'write', ...field },
      get text() {
        return value.code()
      },
    }
    codes.set(action, value)
    return action
  })
  return { actions, codes }
}

export const secretsIn = (steps: readonly SignInStep[]): string[] => [
  ...new Set(steps.flatMap(step => (step.type === 'write' && step.secret ? [step.secret] : []))),
]

const checkSignedIn = async (visit: Visit, { check }: Login): Promise<void> => {
  const { page } = visit
  const isVisible = (selector: string) =>
    page.locator(`css=${selector}`).filter({ visible: true }).first()
  const fail = (what: string) => {
    throw new AppError('login_failed', `The sign-in failed. ${what}`)
  }
  if (!check) {
    if ((await isVisible('input[type=password]').count()) > 0)
      fail(`${new URL(page.url()).hostname} still asks for a password.`)
    return
  }
  if (check.selector !== undefined) {
    const element = isVisible(check.selector)
    await element
      .waitFor({ timeout: stepMs })
      .catch(() => fail('"check.selector" matches nothing.'))
  }
  if (check.urlIncludes !== undefined && !page.url().includes(check.urlIncludes))
    fail('The address does not have "check.urlIncludes".')
  if (check.textIncludes !== undefined) {
    const text = await visit.read(shown => shown.locator('body').innerText())
    if (!text.includes(check.textIncludes)) fail('The page does not have "check.textIncludes".')
  }
}

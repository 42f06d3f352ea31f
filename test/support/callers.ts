import { createAccount } from '../../src/base/accounts/accounts.ts'
import { createKey } from '../../src/base/accounts/keys.ts'
import { readPlans } from '../../src/base/accounts/plans.ts'
import type { TestApp } from './app.ts'

/** Another account of a running app, and calls with a key of its own. */
export const createCaller = async (app: TestApp, plan: string, name = plan) => {
  const { sql } = app.database
  const account = await createAccount(sql, readPlans(undefined), { name, plan, actor: 'test' })
  const whose = { accountId: account.id, name: 'key', origins: [], actor: 'test' }
  const { key } = await createKey(sql, { ...whose, kind: 'secret' })
  const headers = { authorization: `Bearer ${key}` }
  const api: TestApp['api'] = (path, init = {}) =>
    app.api(path, { ...init, headers: { ...init.headers, ...headers } })
  return { id: account.id, key, api }
}

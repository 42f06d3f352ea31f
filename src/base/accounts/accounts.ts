import { AppError, invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Sql } from '../db/sql.ts'
import { grantMonth } from './credits.ts'
import { type Plans, planNamed } from './plans.ts'
import { type AccountRow, store } from './store.ts'

export const listAccounts = (sql: Sql): Promise<AccountRow[]> => store.listAccounts(sql)

/** By id or name; without either the first account, which is the only one on most servers. */
export const findAccount = async (sql: Sql, idOrName: string | undefined): Promise<AccountRow> => {
  const account =
    idOrName === undefined
      ? (await store.listAccounts(sql))[0]
      : await store.findAccount(sql, idOrName)
  if (!account)
    throw new AppError(
      'not_found',
      `There is no account "${idOrName ?? 'main'}": see accounts list.`,
    )
  return account
}

export const createAccount = async (
  sql: Sql,
  plans: Plans,
  wanted: { name: string; plan: string; actor: string },
): Promise<AccountRow> => {
  checkPlan(plans, wanted.plan)
  const name = wanted.name.trim()
  if (name.length < 1 || name.length > 80)
    throw invalidRequest('An account’s name has 1 to 80 characters.')
  if (await store.findAccount(sql, name))
    throw new AppError('conflict', `There is an account "${name}" already.`)
  return store.insertAccount(sql, { ...wanted, name, id: newId('acc') })
}

/** A larger plan counts at once: this month's difference is granted with it. */
export const changePlan = async (
  sql: Sql,
  plans: Plans,
  change: { account: string; plan: string; actor: string },
): Promise<AccountRow> => {
  checkPlan(plans, change.plan)
  const account = await findAccount(sql, change.account)
  await store.setPlan(sql, { id: account.id, plan: change.plan, actor: change.actor })
  const plan = planNamed(plans, change.plan)
  if (plan.creditsPerMonth !== null) await grantMonth(sql, account.id, plan)
  return findAccount(sql, account.id)
}

const checkPlan = (plans: Plans, name: string) => {
  if (!plans.has(name))
    throw invalidRequest(`There is no plan "${name}". There are: ${[...plans.keys()].join(', ')}.`)
}

import { AppError } from '../../../kit/errors.ts'
import type { Sql } from '../../db/sql.ts'
import { findAccount } from '../accounts.ts'
import type { SignedIn } from './people.ts'

/**
 * Whoever may decide for all accounts: the owners of the first one, which was made when this server
 * first started. Owners of other accounts are its customers.
 */
export const isOperator = async (sql: Sql, { account }: SignedIn): Promise<boolean> =>
  account.role === 'owner' && account.accountId === (await findAccount(sql, undefined)).id

export const checkOperator = async (sql: Sql, by: SignedIn): Promise<void> => {
  if (!(await isOperator(sql, by)))
    throw new AppError(
      'not_allowed',
      'Only an owner of the server’s first account may do that: it holds for all accounts.',
    )
}

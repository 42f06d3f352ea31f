import { AppError } from '../../../errors.ts'
import type { Sql } from '../../db/sql.ts'
import { linkStore } from './link-store.ts'
import type { SignedIn } from './people.ts'
import { type LinkRow, type MemberRow, peopleStore } from './store.ts'

export const listMembers = (
  sql: Sql,
  accountId: string,
): Promise<{ members: MemberRow[]; invitations: LinkRow[] }> =>
  Promise.all([
    peopleStore.listMembers(sql, accountId),
    linkStore.invitations(sql, accountId),
  ]).then(([members, invitations]) => ({ members, invitations }))

export const checkOwner = ({ account }: SignedIn): void => {
  if (account.role !== 'owner')
    throw new AppError('not_allowed', 'Only an owner of the account may do that.')
}

export const removeMember = async (sql: Sql, by: SignedIn, personId: string): Promise<void> => {
  checkOwner(by)
  const { accountId } = by.account
  if (!(await peopleStore.removeMember(sql, { accountId, personId, actor: by.personId })))
    throw new AppError('conflict', 'There is no such member, or it is the last owner.')
}

export const withdrawInvitation = async (sql: Sql, by: SignedIn, id: string): Promise<void> => {
  checkOwner(by)
  if (!(await linkStore.withdraw(sql, by.account.accountId, id)))
    throw new AppError('not_found', 'There is no such invitation.')
}

/** Another of the person's accounts, for this session. */
export const showAccount = async (sql: Sql, by: SignedIn, accountId: string): Promise<void> => {
  if (!by.accounts.some(account => account.accountId === accountId))
    throw new AppError('not_found', `There is no account ${accountId}.`)
  await peopleStore.showAccount(sql, by.sessionId, accountId)
}

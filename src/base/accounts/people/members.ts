import { AppError } from '../../../errors.ts'
import { inTransaction, type Sql } from '../../db/sql.ts'
import { auditStore } from '../audit-store.ts'
import { deleteKey, type Key, listKeys } from '../keys.ts'
import { linkStore } from './link-store.ts'
import type { SignedIn } from './people.ts'
import { type LinkRow, type MemberKeys, type MemberRow, peopleStore } from './store.ts'

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

/** The keys a member made, and so has seen. */
export const keysOfMember = async (sql: Sql, by: SignedIn, personId: string): Promise<Key[]> => {
  checkOwner(by)
  const keys = await listKeys(sql, by.account.accountId)
  return keys.filter(({ madeBy }) => madeBy === personId)
}

/** With those of the member's keys that the owner chose; what they know of the others still works. */
export const removeMember = async (
  sql: Sql,
  by: SignedIn,
  { personId, deleteKeys }: { personId: string; deleteKeys: readonly string[] },
): Promise<Key[]> => {
  checkOwner(by)
  const { accountId } = by.account
  const actor = by.personId
  return inTransaction(sql, async sql => {
    if (!(await peopleStore.removeMember(sql, { accountId, personId, actor })))
      throw new AppError('conflict', 'There is no such member, or it is the last owner.')
    const made = await keysOfMember(sql, by, personId)
    const isChosen = ({ id }: Key) => deleteKeys.includes(id)
    for (const { id } of made.filter(isChosen)) await deleteKey(sql, { id, accountId, actor })
    return made.filter(key => !isChosen(key))
  })
}

/** What members may do with keys from now on. */
export const setMemberKeys = async (
  sql: Sql,
  by: SignedIn,
  memberKeys: MemberKeys,
): Promise<void> => {
  checkOwner(by)
  const { accountId } = by.account
  await peopleStore.setMemberKeys(sql, { accountId, memberKeys, actor: by.personId })
}

export const withdrawInvitation = async (sql: Sql, by: SignedIn, id: string): Promise<void> => {
  checkOwner(by)
  if (!(await linkStore.withdraw(sql, by.account.accountId, id)))
    throw new AppError('not_found', 'There is no such invitation.')
  const { accountId } = by.account
  const action = 'member.withdraw'
  await auditStore.note(sql, { accountId, actor: by.personId, action, subject: id })
}

/** Another of the person's accounts, for this session. */
export const showAccount = async (sql: Sql, by: SignedIn, accountId: string): Promise<void> => {
  if (!by.accounts.some(account => account.accountId === accountId))
    throw new AppError('not_found', `There is no account ${accountId}.`)
  await peopleStore.showAccount(sql, by.sessionId, accountId)
}

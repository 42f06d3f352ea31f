import { AppError } from '../../../kit/errors.ts'
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

/** What a person made in the account and has seen: the keys, and how many open invitations. */
export const madeByMember = async (
  sql: Sql,
  by: SignedIn,
  personId: string,
): Promise<{ keys: Key[]; invitations: number }> => {
  const keys = await keysOfMember(sql, by, personId)
  const open = await linkStore.invitations(sql, by.account.accountId)
  return { keys, invitations: open.filter(({ madeBy }) => madeBy === personId).length }
}

const keysOfMember = async (sql: Sql, by: SignedIn, personId: string): Promise<Key[]> => {
  checkOwner(by)
  const keys = await listKeys(sql, by.account.accountId)
  return keys.filter(({ madeBy }) => madeBy === personId)
}

/**
 * Ends all that could let the person back in or act for them: membership, sessions, links to a new
 * password, invitations they made, and those of their keys that the owner chose. The other keys go on working.
 */
export const removeMember = async (
  sql: Sql,
  by: SignedIn,
  { personId, deleteKeys }: { personId: string; deleteKeys: readonly string[] },
) => {
  checkOwner(by)
  const { accountId } = by.account
  const actor = by.personId
  return inTransaction(sql, async sql => {
    await peopleStore.lockMembers(sql, accountId)
    if (!(await peopleStore.removeMember(sql, { accountId, personId, actor })))
      throw new AppError('conflict', 'There is no such member, or it is the last owner.')
    const made = await keysOfMember(sql, by, personId)
    const [chosen, keysLeft] = split(made, ({ id }) => deleteKeys.includes(id))
    for (const { id } of chosen) await deleteKey(sql, { id, accountId, actor })
    const links = await linkStore.endFor(sql, accountId, personId)
    const sessions = await peopleStore.endSessions(sql, personId)
    const resetLinks = await peopleStore.endOpenDoors(sql, personId)
    const note = (action: string, subject: string) =>
      auditStore.note(sql, { accountId, actor, action, subject })
    for (const id of links) await note('member.withdraw', id)
    if (sessions + resetLinks > 0) await note('member.sign-out', personId)
    const invitations = links.length
    return { keysLeft, ended: { keys: chosen.length, invitations, sessions, resetLinks } }
  })
}

const split = <T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] => [
  all.filter(isFirst),
  all.filter(one => !isFirst(one)),
]

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

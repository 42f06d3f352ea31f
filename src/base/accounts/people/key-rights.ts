import { AppError } from '../../../kit/errors.ts'
import type { Sql } from '../../db/sql.ts'
import type { VerifiedKey } from '../keyring.ts'
import type { Key } from '../keys.ts'
import { store } from '../store.ts'
import type { SignedIn } from './people.ts'
import { peopleStore } from './store.ts'

type By = Pick<SignedIn, 'account' | 'personId'>

/** Owners may do everything with keys; what members may do is the owners' decision. */
export const mayCreateKeys = ({ account }: By): boolean =>
  account.role === 'owner' || account.memberKeys !== 'none'

export const mayChangeKey = ({ account, personId }: By, key: Pick<Key, 'madeBy'>): boolean =>
  account.role === 'owner' ||
  account.memberKeys === 'all' ||
  (account.memberKeys === 'own' && key.madeBy === personId)

export const checkMayCreate = (by: By): void => {
  if (!mayCreateKeys(by))
    throw new AppError('not_allowed', 'In this account only owners may make keys.')
}

/** Before anything is done to a key: roll, origins, deletion. */
export const checkMayChange = async (sql: Sql, by: By, keyId: string): Promise<void> => {
  const key = await store.findKey(sql, keyId, by.account.accountId)
  if (!key) throw new AppError('not_found', `There is no key ${keyId}.`)
  if (!mayChangeKey(by, key))
    throw new AppError(
      'not_allowed',
      by.account.memberKeys === 'own'
        ? 'Members may change only the keys they made themselves.'
        : 'In this account only owners may change keys.',
    )
}

/** What signs the account's webhooks is the owners': a member sees it neither here nor by a key. */
export const checkMaySeeSecret = async (sql: Sql, caller: VerifiedKey): Promise<void> => {
  const isMember = caller.role
    ? caller.role === 'member'
    : await peopleStore.isMembersKey(sql, caller.id)
  if (isMember)
    throw new AppError(
      'not_allowed',
      'Only owners of the account, and keys that they or the operator made, may see this secret.',
    )
}

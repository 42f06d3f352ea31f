import { createHmac } from 'node:crypto'
import { sha256 } from '../../kit/ids.ts'
import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import type { VerifiedKey } from './keyring.ts'
import { createKey } from './keys.ts'
import { type KeyRow, store } from './store.ts'

type Account = { accountId: string; plan: string; role: 'owner' | 'member' }

/**
 * The key under which a signed-in person's calls from the dashboard are counted and charged. Nobody
 * ever sees it, so it can be used in no other way.
 */
export const playgroundKey = async (sql: Sql, account: Account): Promise<VerifiedKey> => {
  const { accountId, plan, role } = account
  const key =
    (await store.findInternalKey(sql, accountId, 'secret')) ??
    (await makeOnce(sql, accountId, 'secret'))
  return { id: key.id, accountId, plan, kind: 'secret', origins: [], expiresAt: null, role }
}

/**
 * The token with which the dashboard shows images. Derived from the master key, so that it needs no
 * storing and is the same in every process; only the account's members get to see it. After another
 * master key came, the key row follows.
 */
export const playgroundToken = async (
  sql: Sql,
  accountId: string,
  vault: Pick<Vault, 'secretFor'>,
): Promise<string> => {
  const secret = vault.secretFor('playground tokens')
  const digest = createHmac('sha256', secret).update(accountId).digest('hex')
  const token = `pk_${digest.slice(0, 40)}`
  const hash = sha256(token)
  const known =
    (await store.findInternalKey(sql, accountId, 'publishable')) ??
    (await makeOnce(sql, accountId, 'publishable', token))
  if (!known.hash.equals(hash))
    await store.replaceInternalKey(sql, { id: known.id, hash, lastFour: token.slice(-4) })
  return token
}

const makeOnce = (
  sql: Sql,
  accountId: string,
  kind: 'secret' | 'publishable',
  key?: string,
): Promise<KeyRow> =>
  store.alone(sql, `playground ${accountId}`, async sql => {
    const find = () => store.findInternalKey(sql, accountId, kind)
    const known = await find()
    if (known) return known
    const wanted = { accountId, kind, name: 'Playground', actor: 'dashboard', internal: true }
    await createKey(sql, key === undefined ? wanted : { ...wanted, key })
    return (await find()) as KeyRow
  })

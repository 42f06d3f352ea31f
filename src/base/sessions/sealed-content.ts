import type { Vault } from '../db/vault.ts'
import type { StorageState } from '../web/lend-page.ts'
import type { Login } from './request.ts'
import type { SessionRow } from './store.ts'

/** What is kept of a session and never shown: who is signed in, and how that is done. */
export type SessionContent = {
  state: StorageState
  login?: Login | undefined
  /** Lower-case names. */
  headers?: Readonly<Record<string, string>> | undefined
}

export const emptyState: StorageState = { cookies: [], origins: [] }

export const sealContent = (vault: Vault, id: string, content: SessionContent): Buffer =>
  vault.seal(JSON.stringify(content), purposeOf(id))

export const openContent = (
  vault: Vault,
  { id, sealed }: Pick<SessionRow, 'id' | 'sealed'>,
): SessionContent => JSON.parse(vault.open(sealed, purposeOf(id))) as SessionContent

const purposeOf = (id: string) => `session ${id}`

export const sealSecret = (vault: Vault, owner: SecretOwner, value: string): Buffer =>
  vault.seal(value, secretPurpose(owner))

export const openSecret = (vault: Vault, owner: SecretOwner, sealed: Buffer): string =>
  vault.open(sealed, secretPurpose(owner))

type SecretOwner = { accountId: string; name: string }

const secretPurpose = ({ accountId, name }: SecretOwner) => `secret ${name} of ${accountId}`

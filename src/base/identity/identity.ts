import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import type { Notifications } from '../db/notify.ts'
import { type Database, inTransaction, type Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import { type PublicKey, type SigningKey, thumbprintOf } from '../web/message-signature.ts'
import { type BotKeyRow, botKeyStore, botKeysChannel } from './store.ts'

/** A key that no longer signs is published for as long as somebody may have its signatures. */
export const publishedDays = 7

type Key = SigningKey & PublicKey

/** The keys by which sites know this server. */
export type Identity = {
  current(): Key
  /** The current one first. */
  published(): readonly Key[]
}

type IdentityDeps = { sql: Sql; vault: Vault }

const retryMs = 1_000

/** In memory, and read again when a process rolls the key. */
export const openIdentity = async (
  deps: IdentityDeps & { notifications: Pick<Notifications, 'subscribe' | 'onReconnect'> },
): Promise<Identity> => {
  let keys = await provideKeys(deps)
  let loading: Promise<unknown> = Promise.resolve()
  const reload = () => {
    loading = loading
      .then(async () => {
        keys = await provideKeys(deps)
      })
      .catch(() => setTimeout(reload, retryMs).unref())
  }
  await deps.notifications.subscribe(botKeysChannel, reload)
  deps.notifications.onReconnect(reload)
  return { current: () => keys[0], published: () => keys }
}

/** A new key signs at once; the old one stays in the directory for a week. */
export const rollIdentity = async ({
  sql,
  vault,
}: {
  sql: Database
  vault: Vault
}): Promise<string> => {
  const made = makeKey(vault)
  await inTransaction(sql, async transaction => {
    await botKeyStore.retire(transaction)
    await botKeyStore.insert(transaction, made)
    await botKeyStore.removeOld(transaction, publishedDays)
    await botKeyStore.notify(transaction)
  })
  return made.id
}

/** The first process makes one; whoever comes at the same time finds it. */
export const provideKeys = async ({ sql, vault }: IdentityDeps): Promise<[Key, ...Key[]]> => {
  const load = async () =>
    (await botKeyStore.list(sql, publishedDays)).map(row => ({
      isCurrent: row.isCurrent,
      key: openKey(vault, row),
    }))
  let found = await load()
  if (!found[0]?.isCurrent) {
    await botKeyStore.insert(sql, makeKey(vault))
    found = await load()
  }
  const [first, ...rest] = found.map(({ key }) => key)
  if (!first) throw new Error('The key that was just made is not there.')
  return [first, ...rest]
}

const makeKey = (vault: Vault): Omit<BotKeyRow, 'isCurrent'> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const id = thumbprintOf(x)
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  return { id, publicX: x, sealed: vault.seal(pem, purposeOf(id)) }
}

const openKey = (vault: Vault, { id, publicX, sealed }: BotKeyRow): Key => ({
  id,
  x: publicX,
  privateKey: createPrivateKey(vault.open(sealed, purposeOf(id))),
})

const purposeOf = (id: string) => `bot key ${id}`

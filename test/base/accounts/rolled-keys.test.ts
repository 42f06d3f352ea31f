import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createKey, deleteKey, rollKey } from '../../../src/base/accounts/keys.ts'
import { store } from '../../../src/base/accounts/store.ts'
import type { Database } from '../../../src/base/db/sql.ts'
import { openVault, type Vault } from '../../../src/base/db/vault.ts'
import { masterKey } from '../../support/app.ts'
import { createDatabase } from '../../support/database.ts'

let sql: Database
let vault: Vault
const accountId = 'acc'
before(async () => {
  sql = (await createDatabase()).sql
  vault = await openVault({ sql, dataDir: '/nowhere', masterKey })
  await store.insertAccount(sql, { id: accountId, name: 'main', plan: 'free', actor: 't' })
})

const make = () => createKey(sql, { accountId, kind: 'secret', name: 'cron', actor: 't' })
const roll = (id: string, overlapHours: number) =>
  rollKey(sql, { id, accountId, actor: 't', overlapHours, vault })
const callerOf = async (id: string) => (await store.findCaller(sql, id))?.id

describe('what is done in the name of a key that was rolled', () => {
  it('goes on with the new one, once the old one has ended', async () => {
    const old = await make()
    const second = await roll(old.id, 24)
    assert.equal(await callerOf(old.id), old.id)
    await sql`update keys set expires_at = now() where id = ${old.id}`
    assert.equal(await callerOf(old.id), second.id)
    const third = await roll(second.id, 0)
    assert.equal(await callerOf(old.id), third.id)
  })

  it('ends with the last of them, and with one that was only deleted', async () => {
    const old = await make()
    const fresh = await roll(old.id, 0)
    await deleteKey(sql, { id: fresh.id, actor: 't' })
    assert.equal(await callerOf(old.id), undefined)
    const deleted = await make()
    await deleteKey(sql, { id: deleted.id, actor: 't' })
    assert.equal(await callerOf(deleted.id), undefined)
  })
})

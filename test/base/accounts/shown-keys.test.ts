import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ensureFirstAccount, ensureNamedKeys } from '../../../src/base/accounts/first-run.ts'
import { createKey, deleteKey, rollKey } from '../../../src/base/accounts/keys.ts'
import { anyShownKey, shownKeys } from '../../../src/base/accounts/shown-keys.ts'
import type { Sql } from '../../../src/base/db/sql.ts'
import { openVault, resetVault, type Vault } from '../../../src/base/db/vault.ts'
import { masterKey } from '../../support/app.ts'
import { createDatabase } from '../../support/database.ts'

describe('publishable keys', () => {
  let deps: { sql: Sql; vault: Vault }
  let accountId: string
  before(async () => {
    const { sql } = await createDatabase()
    deps = { sql, vault: await openVault({ sql, dataDir: '/nowhere', masterKey }) }
    accountId = (await ensureFirstAccount(sql)).id
  })
  const make = (kind: 'secret' | 'publishable', vault: Vault | undefined = deps.vault) =>
    createKey(deps.sql, { accountId, kind, name: 'k', actor: 't', ...(vault ? { vault } : {}) })

  it('can be seen again, secret ones never, and the database holds neither in clear', async () => {
    const [open, secret] = [await make('publishable'), await make('secret')]
    assert.deepEqual(await shownKeys(deps, [open.id, secret.id]), new Map([[open.id, open.key]]))
    const rows = await deps.sql<{ row: string; sealed: Buffer | null }[]>`
      select keys::text as row, sealed from keys`
    for (const { row, sealed } of rows)
      for (const { key } of [open, secret])
        assert.ok(!`${row} ${sealed?.toString('latin1')}`.includes(key.slice(3)))
    await assert.rejects(
      deps.sql`update keys set sealed = ${Buffer.from('x')} where id = ${secret.id}`,
      /check/,
    )
  })

  it('are seen after they were rolled; the one for lines to copy is one that works', async () => {
    const old = await make('publishable')
    const fresh = await rollKey(deps.sql, {
      ...{ id: old.id, accountId, actor: 't', overlapHours: 24, vault: deps.vault },
    })
    assert.equal((await shownKeys(deps, [fresh.id])).get(fresh.id), fresh.key)
    const copied = await anyShownKey(deps, accountId)
    const all = await deps.sql<{ id: string }[]>`
      select id from keys where expires_at is null and kind = 'publishable'`
    const working = await shownKeys(
      deps,
      all.map(({ id }) => id),
    )
    assert.ok(copied && [...working.values()].includes(copied))
    for (const { id } of all) await deleteKey(deps.sql, { id, actor: 't' })
    assert.equal(await anyShownKey(deps, accountId), undefined)
  })

  it('from before cannot be shown, until the settings name them', async () => {
    const key = `pk_${'before'.repeat(6)}`
    const { id } = await createKey(deps.sql, {
      ...{ accountId, kind: 'publishable', name: 'old', actor: 't', key },
    })
    assert.equal((await shownKeys(deps, [id])).size, 0)
    await ensureNamedKeys(deps, { secretKey: undefined, publishableKey: key })
    assert.equal((await shownKeys(deps, [id])).get(id), key)
  })

  it('are given up with the master key that sealed them', async () => {
    const { id } = await make('publishable')
    await resetVault({ sql: deps.sql, dataDir: '/nowhere', masterKey })
    assert.equal((await shownKeys(deps, [id])).size, 0)
  })
})

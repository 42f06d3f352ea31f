import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  ensureFirstAccount,
  ensureNamedKeys,
  type FirstRun,
  prepareFirstRun,
} from '../../../src/base/accounts/first-run.ts'
import { deleteKey, listKeys } from '../../../src/base/accounts/keys.ts'
import { ensureOwner } from '../../../src/base/accounts/people/people.ts'
import { usageStore } from '../../../src/base/accounts/usage-store.ts'
import { openVault } from '../../../src/base/db/vault.ts'
import { newId } from '../../../src/kit/ids.ts'
import { masterKey } from '../../support/app.ts'
import { createDatabase } from '../../support/database.ts'

const none = { secretKey: undefined, publishableKey: undefined }

const fresh = async () => {
  const { sql } = await createDatabase()
  const vault = await openVault({ sql, dataDir: '/nowhere', masterKey })
  return { sql, deps: { sql, vault } }
}

describe('the first run', () => {
  it('makes one account and one key of each kind, however many processes start', async () => {
    const { sql, deps } = await fresh()
    const runs = await Promise.all(Array.from({ length: 5 }, () => prepareFirstRun(deps, none)))
    const [{ made }] = runs as [FirstRun]
    assert.match(made.secretKey ?? '', /^sr_/)
    assert.match(made.publishableKey ?? '', /^pk_/)
    for (const run of runs) assert.deepEqual(run.made, made)
    const [counts] =
      await sql`select (select count(*) from accounts) as accounts, count(*) as keys from keys`
    assert.deepEqual({ ...counts }, { accounts: 1, keys: 2 })
  })

  it('shows a key again until a call with it succeeded, whoever owns the dashboard', async () => {
    const { sql, deps } = await fresh()
    const start = async () => (await prepareFirstRun(deps, none)).made
    const made = await start()
    const kept = await sql`select sealed from first_keys`
    assert.equal(kept.length, 2)
    for (const { sealed } of kept) assert.doesNotMatch(String(sealed), /[sp][rk]_/)
    const account = await ensureFirstAccount(sql)
    await ensureOwner(sql, account.id, { email: 'a@example.com', password: 'a long password' })
    assert.deepEqual(await start(), made, 'an owner alone has seen no key')
    const [secret, publishable] = await listKeys(sql).then(keys =>
      ['secret', 'publishable'].map(kind => keys.find(key => key.kind === kind)?.id ?? ''),
    )
    const call = (keyId = '', outcome: string) =>
      usageStore.write(sql, {
        ...{ sender: newId('sender'), sequence: 1 },
        rows: [
          {
            ...{ keyId, accountId: account.id, day: '2026-11-17', endpoint: 'x', requests: 1 },
            outcome,
          },
        ],
      })
    await call(secret, 'page_timeout')
    assert.deepEqual(await start(), made, 'a call that failed proves nothing')
    await call(secret, 'ok')
    assert.deepEqual(await start(), { publishableKey: made.publishableKey })
    await call(publishable, 'monogram')
    assert.deepEqual(await start(), {})
    assert.equal((await sql`select 1 from first_keys`).length, 0)
  })

  it('forgets a first key that is deleted', async () => {
    const { sql, deps } = await fresh()
    const { made } = await prepareFirstRun(deps, none)
    const secret = (await listKeys(sql)).find(({ kind }) => kind === 'secret')
    await deleteKey(sql, { id: secret?.id ?? '', actor: 'test' })
    const again = await prepareFirstRun(deps, none)
    assert.deepEqual(again.made, { publishableKey: made.publishableKey })
  })

  it('adds bootstrap keys once, and a deleted one stays deleted', async () => {
    const { sql, deps } = await fresh()
    const bootstrap = { secretKey: `sr_${'b'.repeat(24)}`, publishableKey: `pk_${'b'.repeat(24)}` }
    await ensureNamedKeys(deps, bootstrap)
    assert.deepEqual((await prepareFirstRun(deps, bootstrap)).made, {})
    const [key] = await listKeys(sql)
    assert.ok(key)
    await deleteKey(sql, { id: key.id, actor: 'test' })
    await ensureNamedKeys(deps, bootstrap)
    assert.equal((await listKeys(sql)).length, 1)
  })
})

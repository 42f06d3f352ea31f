import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openVault, resetVault } from '../../../src/base/db/vault.ts'
import { createDatabase } from '../../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'siteray-vault-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const masterKey = undefined

describe('the vault', () => {
  it('makes one key however many processes start at once, readable by the owner alone', async () => {
    const { sql } = await createDatabase()
    const dataDir = join(folder, 'many')
    const deps = { sql, masterKey, dataDir }
    const vaults = await Promise.all(Array.from({ length: 8 }, () => openVault(deps)))
    const sealed = vaults[0]?.seal('a secret', 'test') ?? Buffer.alloc(0)
    for (const vault of vaults) assert.equal(vault.open(sealed, 'test'), 'a secret')
    assert.equal(statSync(join(dataDir, 'master.key')).mode & 0o777, 0o600)
  })

  it('opens nothing that was changed or sealed for something else', async () => {
    const { sql } = await createDatabase()
    const vault = await openVault({ sql, masterKey, dataDir: join(folder, 'one') })
    const sealed = vault.seal('a secret', 'this')
    assert.ok(!sealed.includes('a secret'))
    assert.notDeepEqual(vault.seal('a secret', 'this'), sealed)
    assert.throws(() => vault.open(sealed, 'that'))
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    assert.throws(() => vault.open(changed, 'this'))
    assert.throws(() => vault.open(sealed.subarray(0, 20), 'this'))
  })

  it('a process with another key is told what to do', async () => {
    const { sql } = await createDatabase()
    const first = { sql, masterKey, dataDir: join(folder, 'first') }
    const vault = await openVault(first)
    const second = { sql, masterKey, dataDir: join(folder, 'second') }
    await assert.rejects(openVault(second), /another master key.*Set MASTER_KEY/s)
    // The first machine's file is what the second one needs.
    const key = readFileSync(join(first.dataDir, 'master.key'), 'utf8').trim()
    const moved = await openVault({ ...second, masterKey: key })
    assert.equal(moved.open(vault.seal('x', 'y'), 'y'), 'x')
    // Or the key is lost, and with it what it sealed.
    await sql`insert into people (id, email, name, two_step) values ('p', 'p@x.y', 'p', true)`
    await sql`
      insert into two_steps (id, person_id, secret, recovery_codes) values ('t', 'p', 's', 'r')`
    await resetVault(second)
    assert.deepEqual([...(await sql`select two_step from people`)], [{ two_step: false }])
    assert.equal((await sql`select 1 from two_steps`).length, 0)
    await openVault(second)
    await assert.rejects(openVault(first), /another master key/)
  })

  it('takes the key from a file that was given to each host', async () => {
    const { sql } = await createDatabase()
    const masterKeyFile = join(folder, 'secret')
    writeFileSync(masterKeyFile, `${'k'.repeat(40)}\n`)
    const given = { sql, masterKey, masterKeyFile, dataDir: join(folder, 'unused') }
    const vault = await openVault(given)
    const byValue = await openVault({ sql, masterKey: 'k'.repeat(40), dataDir: folder })
    assert.equal(byValue.open(vault.seal('x', 'y'), 'y'), 'x')
    const other = join(folder, 'other')
    writeFileSync(other, 'o'.repeat(40))
    await assert.rejects(
      openVault({ ...given, masterKeyFile: other }),
      /another master key than the key in .*other\. Set MASTER_KEY, or MASTER_KEY_FILE, to the first/,
    )
    const missing = { ...given, masterKeyFile: join(folder, 'missing') }
    await assert.rejects(openVault(missing), /MASTER_KEY_FILE names .*missing.*ENOENT/)
    writeFileSync(other, 'short')
    await assert.rejects(openVault({ ...given, masterKeyFile: other }), /holds no key/)
  })
})

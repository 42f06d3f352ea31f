import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { restore } from '../../../src/base/backup/restore.ts'
import { appliedMigrations } from '../../../src/base/db/migrate.ts'
import { masterKey } from '../../support/app.ts'
import { assertSound, ended, readBatch } from '../../support/batch.ts'
import { createEmptyDatabase } from '../../support/database.ts'
import { startImages } from '../../support/images.ts'
import { addSites, openPages } from '../../support/lived-in.ts'
import { createSimulatedWeb } from '../../support/simulated-web.ts'

/** One for each release: `npm run store-dump` makes it. */
const dumps = globSync('test/dumps/*.siteray-backup').sort()

describe('a back-up of an earlier release', () => {
  it('there is one of the first', () => {
    assert.equal(dumps[0] && basename(dumps[0]), '0.1.0.siteray-backup')
  })

  for (const file of dumps)
    it(`${basename(file)} is restored, upgraded, and goes on`, async t => {
      const web = await createSimulatedWeb()
      t.after(() => web.close())
      await addSites(web, Promise.resolve())
      const database = await createEmptyDatabase()
      const deps = { target: database.target, dataDir: '/nowhere', masterKey }
      const restored = await restore(deps, file, { replace: false })
      assert.equal(restored.key, 'fits')
      const migrations = await appliedMigrations(database.sql)
      assert.ok(migrations.length >= restored.header.migrations.length)

      const app = await startImages(web, { database })
      t.after(() => app.close())
      assert.deepEqual(app.firstRun.made, {}, 'the keys of the back-up are the first keys')
      assert.equal((await app.api('/v1/usage')).status, 200)
      const [finished] = await database.sql`
        select id from batches where status = 'completed' and total = 3`
      const read = await readBatch(app, finished?.id)
      assert.deepEqual([read.completed, read.failed, read.data.length], [2, 1, 3])
      const [open] = await database.sql`select id from batches where total = ${openPages.length}`
      const done = await ended(app, open?.id)
      assert.deepEqual(done.data.map(({ url }) => url).sort(), [...openPages].sort())
      await assertSound(database.sql, open?.id)
      const secret = await app.api('/v1/webhooks/secret')
      assert.match(secret.text, /whsec_/, 'what the master key sealed opens')
      const icon = await app.image('/acme.example')
      assert.equal(icon.headers.get('x-image-source'), 'link', 'the icon was in the back-up')
    })
})

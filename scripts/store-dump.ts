import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backUp } from '../src/base/backup/backup.ts'
import { version } from '../src/kit/version.ts'
import { masterKey } from '../test/support/app.ts'
import { startTestServer } from '../test/support/database-server.ts'
import { startImages } from '../test/support/images.ts'
import { addSites, liveIn } from '../test/support/lived-in.ts'
import { createSimulatedWeb } from '../test/support/simulated-web.ts'
import { keepRoomLines } from './room-lines.ts'

/**
 * `npm run store-dump`: a back-up of a small lived-in database of this version, kept in
 * test/dumps. Every later version is tested to restore and upgrade it. Once for each release, and the
 * lines of each room are kept with it.
 */
const main = async (): Promise<void> => {
  const file = join(import.meta.dirname, '../test/dumps', `${version}.siteray-backup`)
  if (existsSync(file)) throw new Error(`${file} is there already: a release is never changed.`)
  const server = await startTestServer()
  process.env.TEST_DATABASE_URL = server.url
  const web = await createSimulatedWeb()
  const slow = Promise.withResolvers<void>()
  await addSites(web, slow.promise)
  const app = await startImages(web)
  await liveIn(app)
  const deps = { target: app.database.target, dataDir: '/nowhere', masterKey, version }
  const options = { withKey: false, rehearsal: true }
  const made = await backUp(deps, file, options, AbortSignal.timeout(60_000))
  process.stdout.write(`${file}: ${made.sizeBytes} bytes\n`)
  keepRoomLines(version)
  slow.resolve()
  await app.close()
  await web.close()
  await server.close()
}

main().then(
  () => process.exit(0),
  error => {
    process.stderr.write(`${error.stack}\n`)
    process.exit(1)
  },
)

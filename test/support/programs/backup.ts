import { backUp } from '../../../src/base/backup/backup.ts'

/** Makes a back-up of the database at a URL. */
const [url = '', file = ''] = process.argv.slice(2)
await backUp(
  { target: { kind: 'url', url }, dataDir: '/nowhere', masterKey: undefined, version: 'test' },
  file,
  { withKey: false, rehearsal: false },
  new AbortController().signal,
)
process.stdout.write('{"done":true}\n')

import { join } from 'node:path'
import { provisionBrowser } from '../../../src/base/web/provision.ts'

/** A start on a machine without a browser, to be ended while the installation runs. */
const [, , folder = '', aptGet = ''] = process.argv
await provisionBrowser({
  search: { chromiumPath: undefined, searchPath: folder, only: true },
  say: () => {},
  machine: {
    isRoot: true,
    osRelease: 'ID=debian\n',
    aptGet,
    installFolder: join(folder, 'marks'),
  },
})

import { type Channel, openTalk } from '../base/processes/talk.ts'
import { createWatchdog } from '../base/processes/watchdog.ts'
import { fileBudget } from '../base/reader/file-limits.ts'
import { convertOffice, type OfficeOptions } from '../page/documents/office/convert.ts'

/*
 * The process that reads office files. It holds no key, no connection and no page but the file that
 * it was sent; without the one that started it there is nothing to read.
 */
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit(0))

const watched = createWatchdog(fileBudget)
openTalk(process as Channel, {
  convert: ({ bytes, options }: { bytes: Uint8Array; options?: OfficeOptions }) =>
    watched(() => convertOffice(bytes, options)),
})

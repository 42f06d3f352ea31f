import { answerParent } from '../base/processes/answer-parent.ts'
import { createWatchdog } from '../base/processes/watchdog.ts'
import { fileBudget } from '../base/reader/file-limits.ts'
import { convertOffice, type OfficeOptions } from '../page/documents/office/convert.ts'

/*
 * The process that reads office files. It holds no key, no connection and no page but the file that
 * it was sent.
 */
const watched = createWatchdog(fileBudget)
answerParent({
  convert: ({ bytes, options }: { bytes: Uint8Array; options?: OfficeOptions }) =>
    watched(() => convertOffice(bytes, options)),
})

import type { ConvertedFile } from '../../page/documents/office/convert.ts'
import { isOfficeFile } from '../../page/documents/sniff.ts'
import type { PageTask } from './page-task.ts'

/** Reads an office file as HTML, in a process of its own. */
export type ConvertFile = (bytes: Uint8Array, signal: AbortSignal) => Promise<ConvertedFile>

/** What a thread cannot read itself is converted before the thread gets it. */
export const withConvertedFile = async (
  { convertFile }: { convertFile: ConvertFile },
  task: PageTask,
  signal: AbortSignal,
): Promise<PageTask> => {
  if (task.status >= 400 || !isOfficeFile(task.bytes)) return task
  const converted = await convertFile(task.bytes, signal)
  return { ...task, bytes: new Uint8Array(), converted }
}

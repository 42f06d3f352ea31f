import { inTime } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import { isDocumentFile } from '../../page/documents/sniff.ts'
import { type FileReaders, readTask } from './convert-file.ts'
import { maxPageBytes } from './large-files.ts'
import { leftMs, type PageRequest } from './page-request.ts'
import { type PageOutcome, type PageTask, taskOf } from './page-task.ts'
import { lateRefusal, pageRefusal } from './refusal.ts'
import type { VerdictMetrics } from './verdict-metrics.ts'

/** A file that a caller sent. */
export type Upload = { bytes: Uint8Array; contentType: string; fileName?: string | undefined }

/** Reads a file as a page that was fetched is read; nothing is asked for anywhere. */
export type ReadUpload<Answer> = (
  request: PageRequest,
  upload: Upload,
  signal: AbortSignal,
) => Promise<Answer>

type ReadUploadDeps<Answer> = FileReaders & {
  readBytes: (task: PageTask, signal: AbortSignal) => Promise<PageOutcome<Answer>>
  verdicts: VerdictMetrics
}

export const createReadUpload =
  <Answer>(deps: ReadUploadDeps<Answer>): ReadUpload<Answer> =>
  (request, { bytes, contentType, fileName }, signal) => {
    if (bytes.length === 0) throw new AppError('page_empty', 'The file is empty.')
    if (bytes.length > maxPageBytes && !isDocumentFile(bytes))
      throw new AppError(
        'body_too_large',
        'The file is larger than 10 MB, which only PDF, office files and pictures may be.',
      )
    const { url } = request
    const headers = { 'content-type': contentType }
    const reading = { url, status: 200, headers, bytes, rendered: false, fileName }
    const late = lateRefusal(request)
    return inTime({ timeoutMs: leftMs(request), signal, late }, async life => {
      const outcome = await readTask(deps, request, taskOf(request, reading, true), life)
      deps.verdicts.note(reading, outcome.is)
      if (outcome.is === 'answer') return outcome.answer
      if (outcome.is === 'redirect')
        throw new AppError('page_empty', `The file only links to ${outcome.to}.`)
      throw pageRefusal(outcome, reading)
    })
  }

import { AppError } from '../../kit/errors.ts'
import type { ConvertedFile, OfficeOptions } from '../../page/documents/office/convert.ts'
import type { RecognizedPages, RecognizeInput } from '../../page/documents/pdf/recognized.ts'
import { isOfficeFile, isPicture } from '../../page/documents/sniff.ts'
import type { OcrLanguages } from './ocr-languages.ts'
import { leftMs, type PageRequest } from './page-request.ts'
import type { PageOutcome, PageTask } from './page-task.ts'

/** What processes of their own do for a thread, which neither native code nor recognition may keep. */
export type FileReaders = {
  convertFile: (
    input: { bytes: Uint8Array; options: OfficeOptions | undefined },
    signal: AbortSignal,
  ) => Promise<ConvertedFile>
  /** The text of some pages of a PDF or of a picture. */
  recognize: (input: RecognizeInput, signal: AbortSignal) => Promise<RecognizedPages>
  ocrLanguages: OcrLanguages
}

type TaskReader<Answer> = FileReaders & {
  readBytes: (task: PageTask, signal: AbortSignal) => Promise<PageOutcome<Answer>>
}

/** Recognition ends so long before the caller's time does: what it found is still to be written. */
const writingMs = 3_000
/** Where nobody waits. */
const patienceMs = 120_000
const usualMaxPages = 50

/** A page or file read in a thread, with the help of other processes where it is a file for them. */
export const readTask = async <Answer>(
  deps: TaskReader<Answer>,
  request: PageRequest,
  task: PageTask,
  signal: AbortSignal,
): Promise<PageOutcome<Answer>> => {
  if (task.status >= 400) return deps.readBytes(task, signal)
  if (isOfficeFile(task.bytes)) {
    const { bytes, documents: options } = task
    const converted = await deps.convertFile({ bytes, options }, signal)
    return deps.readBytes({ ...task, bytes: new Uint8Array(), converted }, signal)
  }
  if (isPicture(task.bytes)) {
    const none = { pages: [], pageCount: 1, left: [] }
    const wanted = { ...task, pages: task.documents?.pages, lettered: [] }
    const recognized =
      task.documents?.ocr === 'never' ? none : await recognizeInTurns(deps, request, wanted, signal)
    return deps.readBytes({ ...task, recognized }, signal)
  }
  const outcome = await deps.readBytes(task, signal)
  if (outcome.is !== 'scan') return outcome
  const recognized = await readScan(deps, request, task, outcome, signal)
  return deps.readBytes({ ...task, recognized }, signal)
}

/** Pages that cannot be recognised are no reason to lose those with text. */
const readScan = (
  deps: FileReaders,
  request: PageRequest,
  task: PageTask,
  { pages, lettered }: { pages: number[]; lettered: number[] },
  signal: AbortSignal,
): Promise<RecognizedPages> =>
  recognizeInTurns(deps, request, { ...task, pages, lettered }, signal).catch((error: unknown) => {
    if (isOfFile(error)) return { pages: [], pageCount: 0, left: pages }
    throw error
  })

const isOfFile = (error: unknown): boolean =>
  error instanceof AppError && ['page_unsupported', 'page_too_large'].includes(error.code)

/** A few pages at a time, so that other files get their turn, for as long as there is time. */
const recognizeInTurns = async (
  { recognize, ocrLanguages }: FileReaders,
  request: PageRequest,
  { bytes, documents, pages, lettered }: PageTask & Pick<RecognizeInput, 'pages' | 'lettered'>,
  signal: AbortSignal,
): Promise<RecognizedPages> => {
  const languages = ocrLanguages.find(documents?.languages)
  const endMs =
    performance.now() + (request.arrivedMs === undefined ? patienceMs : leftMs(request) - writingMs)
  const maxPages = documents?.maxPages ?? usualMaxPages
  const done: RecognizedPages = { pages: [], pageCount: 0, left: [] }
  let wanted = pages
  for (;;) {
    const begunMs = performance.now()
    const left = maxPages - done.pages.length
    const input = { bytes, languages, pages: wanted, maxPages: left, lettered }
    const turn = await recognize(input, signal)
    done.pages.push(...turn.pages)
    done.pageCount = turn.pageCount
    done.left = turn.left
    wanted = turn.left
    const turnMs = performance.now() - begunMs
    const isFull = wanted.length === 0 || done.pages.length >= maxPages
    if (!isFull && performance.now() + turnMs < endMs) continue
    const recognized = done.pages.filter(({ items }) => items.length > 0).length
    if (recognized > 0) request.onExtra?.('ocrPage', recognized)
    return done
  }
}

import { STATUS_CODES } from '../../kit/node-http.ts'
import { PagesWithoutText } from '../../page/documents/pdf/read-pdf.ts'
import { sniffContentType } from '../../page/documents/sniff.ts'
import { senderOf } from '../../page/verdict/sender.ts'
import type { PackedAnswer } from './answer.ts'
import { openHtmlPage, refusedByPreference } from './open-html.ts'
import { packAnswer, writeAnswer } from './pack-answer.ts'
import type { OpenPage, PageOutcome, PageTask } from './page-task.ts'
import { type FileKind, openFile, readFileAsPage } from './read-file.ts'
import { readHtmlPage } from './read-html.ts'

/** Runs in a thread: everything that looks into a page's bytes. */
export const readBytes = (task: PageTask): Promise<PageOutcome> =>
  readWith(task, readHtmlPage, readFileAsPage)

/** The page itself, for a task that goes on reading it in the same thread. */
export const openBytes = (task: PageTask): Promise<PageOutcome<OpenPage>> =>
  readWith(task, openHtmlPage, openFile)

const readWith = async <Answer>(
  task: PageTask,
  readHtml: (task: PageTask) => PageOutcome<Answer>,
  readFile: (task: PageTask, kind: FileKind) => Promise<PageOutcome<Answer>>,
): Promise<PageOutcome<Answer>> => {
  if (task.converted) return refusedByPreference(task) ?? readFile(task, 'office')
  if (task.bytes.length === 0 && task.status < 400)
    return { is: 'nothing', sentence: emptySentence(task) }
  const kind = sniffContentType(task.bytes, task.headers['content-type'], nameOf(task))
  if (kind === 'html') return readHtml(task)
  if (task.status >= 400) return { is: 'status' }
  const refused = refusedByPreference(task)
  if (refused) return refused
  try {
    return await readFile(task, kind)
  } catch (error) {
    if (!(error instanceof PagesWithoutText)) throw error
    return { is: 'scan', pages: error.pages, lettered: error.lettered }
  }
}

/** The answer as it goes over the wire: a large one takes a while to write down. */
export const readBytesToJson = async (task: PageTask): Promise<PageOutcome<Uint8Array>> => {
  const outcome = await readBytes(task)
  if (outcome.is !== 'answer') return outcome
  // In memory of its own, unlike a small Buffer, whose whole pool would be copied along.
  return { is: 'answer', answer: new TextEncoder().encode(JSON.stringify(outcome.answer)) }
}

/** Whoever keeps an answer has no use for its parts: they need not come out of the thread. */
export const readBytesPacked = async (task: PageTask): Promise<PageOutcome<PackedAnswer>> => {
  const outcome = await readBytes(task)
  if (outcome.is !== 'answer') return outcome
  const { url, follow, ...shown } = outcome.answer
  const json = writeAnswer(shown)
  const result = new Uint8Array(packAnswer(json))
  const answer = { url, ...(follow && { follow }), result, resultBytes: json.length }
  return { is: 'answer', answer }
}

/** A file that was sent may come with the address where it was found. */
const nameOf = ({ fileName, finalUrl }: PageTask): string =>
  fileName === undefined ? finalUrl : `file:///${encodeURIComponent(fileName)}`

const emptySentence = ({ finalUrl, status }: PageTask): string => {
  const meaning = status === 200 ? '' : ` (${status} ${STATUS_CODES[status] ?? ''})`
  return `${senderOf(finalUrl)} answered without any content${meaning}.`
}

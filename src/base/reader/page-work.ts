import { STATUS_CODES } from 'node:http'
import { sniffContentType } from '../../page/documents/sniff.ts'
import { answerWith } from '../threads/thread.ts'
import type { ScrapeAnswer } from './answer.ts'
import { workOnFile } from './file-work.ts'
import { workOnHtml } from './html-work.ts'
import type { PageResult, PageTask } from './page-task.ts'

/** Runs in a thread of its own that can be killed: everything that looks into a page's bytes. */
const workOnPage = async (task: PageTask): Promise<PageResult<ScrapeAnswer | Uint8Array>> => {
  const result = await readPage(task)
  if (result.is !== 'answer' || !task.asJson) return result
  return { is: 'answer', answer: Buffer.from(JSON.stringify(result.answer)) }
}

const readPage = (task: PageTask): PageResult | Promise<PageResult> => {
  if (task.bytes.length === 0 && task.status < 400)
    return { is: 'nothing', sentence: emptySentence(task) }
  const kind = sniffContentType(task.bytes, task.headers['content-type'], task.finalUrl)
  if (kind === 'html') return workOnHtml(task)
  return task.status >= 400 ? { is: 'status' } : workOnFile(task, kind)
}

const emptySentence = ({ finalUrl, status }: PageTask): string => {
  const meaning = status === 200 ? '' : ` (${status} ${STATUS_CODES[status] ?? ''})`
  return `${new URL(finalUrl).hostname} answered without any content${meaning}.`
}

answerWith(workOnPage)

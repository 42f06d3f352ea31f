import { sniffContentType } from '../../site/documents/sniff.ts'
import { answerWith } from '../../threads-entry.ts'
import { workOnFile } from './file-work.ts'
import { workOnHtml } from './html-work.ts'
import type { PageResult, PageTask } from './page-task.ts'

/** Runs in a thread of its own that can be killed: everything that looks into a page's bytes. */
const workOnPage = (task: PageTask): PageResult | Promise<PageResult> => {
  const kind = sniffContentType(task.bytes, task.headers['content-type'], task.finalUrl)
  if (kind === 'html') return workOnHtml(task)
  return task.status >= 400 ? { is: 'status' } : workOnFile(task, kind)
}

answerWith(workOnPage)

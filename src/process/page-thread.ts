import { readerTasks } from '../base/reader/tasks.ts'
import { answerTasks } from '../base/threads/thread.ts'
import { mcpTasks } from '../doors/mcp/tasks.ts'
import { brandingTasks } from '../products/branding/tasks.ts'
import { crawlTasks } from '../products/crawl/tasks.ts'
import { extractTasks } from '../products/extract/tasks.ts'
import { readersTasks } from '../products/readers/tasks.ts'
import { scheduleTasks } from '../products/schedules/tasks.ts'

/**
 * A thread that works on pages: all that it can be asked for, loaded when it is.
 *
 * How many there may be is the sum of what the rooms may hold: as many as cores for reading (as
 * scrape and batch always had, so that slow extractions never take theirs), as many for extract and
 * half as many for branding and for crawls. More would not be faster, as all of it is work for a processor; they
 * start when they are needed, and an idle one serves whoever comes next.
 */
export const pageTasks = {
  ...readerTasks,
  ...extractTasks,
  ...readersTasks,
  ...brandingTasks,
  ...crawlTasks,
  ...scheduleTasks,
  ...mcpTasks,
}

answerTasks(pageTasks)

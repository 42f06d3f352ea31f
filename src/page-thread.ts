import { readerTasks } from './base/reader/tasks.ts'
import { answerTasks } from './base/threads/thread.ts'
import { brandingTasks } from './products/branding/tasks.ts'
import { extractTasks } from './products/extract/tasks.ts'

/** A thread that works on pages: all that it can be asked for, loaded when it is. */
export const pageTasks = { ...readerTasks, ...extractTasks, ...brandingTasks }

answerTasks(pageTasks)

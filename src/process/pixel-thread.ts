import { answerTasks } from '../base/threads/thread.ts'
import { imageTasks } from '../products/images/tasks.ts'

/**
 * A thread that works on images. Apart from those for pages: they hold sharp's memory, and a cached
 * image must not wait for a page.
 */
export const pixelTasks = { ...imageTasks }

answerTasks(pixelTasks)

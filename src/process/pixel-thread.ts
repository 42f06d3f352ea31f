import { answerTasks } from '../base/threads/thread.ts'
import { brandingTasks } from '../products/branding/tasks.ts'
import { imageTasks } from '../products/images/tasks.ts'

/**
 * A thread that works on images. Apart from those for pages: they hold sharp's memory, and a cached
 * image must not wait for a page. A logo is found on the page as branding finds it.
 */
const { surveyPage, sketchProfile } = brandingTasks

export const pixelTasks = { ...imageTasks, surveyPage, sketchProfile }

answerTasks(pixelTasks)

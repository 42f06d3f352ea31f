import type { Notifications } from '../base/db/notify.ts'
import type { Check } from '../base/http/health.ts'
import type { Queue } from '../base/queue/queue.ts'
import type { Browsers } from '../base/web/browser.ts'
import type { LlmConfig } from '../config/config.ts'

type Parts = {
  notifications: Notifications
  queue: Queue
  browsers: Browsers
  /** This process does jobs. */
  works: boolean
  /** And only such as need a browser. */
  renders: boolean
  llm: LlmConfig | undefined
  /** Where this process serves images. */
  images: { status(): ImageCounts } | undefined
}
type Told = Omit<Check, 'required'>
type ImageCounts = { running: number; count: number }

/** What `/readyz` says of each part. */
export const checkParts = (
  { notifications, queue, browsers, works, renders, llm, images }: Parts,
  database: Told,
  backups: Told | undefined,
): Record<string, Check> => ({
  database: { ...database, required: true },
  notifications: checkNotifications(notifications),
  queue: checkQueue(queue, works),
  browser: checkBrowser(browsers, renders),
  model: checkModel(llm),
  ...(images ? { images: checkImages(images.status()) } : {}),
  ...(backups ? { backups: { ...backups, required: false } } : {}),
})

/**
 * The same for a process that only serves images. It goes on without the database for what it has:
 * taken out of service it would not.
 */
export const checkImageParts = (
  { notifications, images }: { notifications: Notifications; images: ImageCounts },
  database: Told,
): Record<string, Check> => ({
  database: { ...database, required: false },
  notifications: checkNotifications(notifications),
  images: checkImages(images),
})

const checkImages = ({ running, count }: ImageCounts): Check => ({
  ok: running > 0,
  required: true,
  detail: count === 1 ? 'served' : `served by ${running} of ${count} processes`,
})

/** Deaf, it still works: every key is asked for at every call. */
const checkNotifications = (notifications: Notifications): Check =>
  notifications.isLive()
    ? { ok: true, required: false, detail: 'arrive' }
    : { ok: false, required: false, detail: 'do not arrive: keys are checked in the database' }

const checkQueue = (queue: Queue, works: boolean): Check => {
  if (!works) return { ok: true, required: true, detail: 'this process adds jobs, workers do them' }
  const ok = queue.isWorking()
  return { ok, required: true, detail: ok ? 'works' : 'does not work' }
}

const checkBrowser = (browsers: Browsers, required: boolean): Check => {
  const { executable } = browsers.status()
  return executable === undefined
    ? { ok: false, required, detail: 'none found: pages that need one cannot be read' }
    : { ok: true, required, detail: executable }
}

const checkModel = (llm: LlmConfig | undefined): Check =>
  llm
    ? { ok: true, required: false, detail: `${llm.provider} ${llm.model}` }
    : { ok: false, required: false, detail: 'none configured: the built-in extractor answers' }

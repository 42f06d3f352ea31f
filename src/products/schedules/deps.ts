import type { Plans } from '../../base/accounts/plans.ts'
import type { Database } from '../../base/db/sql.ts'
import type { SendMail } from '../../base/mail/mail.ts'
import type { Queue } from '../../base/queue/queue.ts'
import type { Run } from '../../base/threads/task.ts'
import type { DeliveryDeps } from '../../base/webhooks/deliver.ts'
import type { ScheduleKinds } from './kinds.ts'
import type { scheduleTasks } from './tasks.ts'

export type ScheduleDeps = DeliveryDeps & {
  sql: Database
  plans: Plans
  queue: Pick<Queue, 'enqueue'>
  kinds: ScheduleKinds
  parseTarget: (text: string) => URL
  run: Run<typeof scheduleTasks>
  sendMail: SendMail
  /** A run may need a browser (branding): whoever has none leaves runs to those who have. */
  rendering: { isOurs(): boolean }
  reach: { publicUrl: string }
  now: () => number
}

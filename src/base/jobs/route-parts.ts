import type { Static, TSchema } from 'typebox'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import type { VerifiedKey } from '../accounts/keyring.ts'
import type { HttpServer } from '../http/server.ts'
import type { CreateDeps } from './create.ts'
import type { EventDeps } from './event-body.ts'
import type { JobKind } from './kinds.ts'
import type { Watch } from './watch.ts'

export const tags = ['extraction']
/** 10,000 URLs of a thousand characters. */
export const manyUrlsBytes = 10 * 1024 * 1024

export type JobRouteDeps = CreateDeps &
  Pick<EventDeps, 'egress' | 'firecrawlEvent' | 'objects'> & {
    watch: Watch
    /** Who asks how far a job is: their answers may be megabytes, written in the main thread. */
    lines: { status: AdmissionQueue }
  }

/** A job's first answer as JSON; of a key that was used before, the very bytes of that answer. */
type Start<Input> = (caller: VerifiedKey, input: Input, key: string | undefined) => Promise<string>

/** What the routes of one kind of job say and do other than those of the next. */
export type JobRoutes<Body extends TSchema> = {
  kind: JobKind
  /** Used in the operation ids. */
  names: { one: string; many: string }
  create: {
    summary: string
    description: string
    body: Body
    bodyLimit?: number
    start: Start<Static<Body>>
  }
  list: { summary: string; answer: TSchema }
  /** The failed pages of the job with this id, again. */
  retry: { summary: string; description: string; start: Start<string> }
  /** What it alone can be asked. */
  mountOwn?: () => void
  created: TSchema
  state: TSchema
}

export type Mount = Pick<JobRoutes<TSchema>, 'kind' | 'names' | 'state'> & {
  server: HttpServer
  deps: JobRouteDeps
}

import type { HttpServer } from '../../base/http/server.ts'
import { JobState } from '../../base/jobs/answers.ts'
import { type JobRouteDeps, manyUrlsBytes } from '../../base/jobs/route-parts.ts'
import { mountJobKind } from '../../base/jobs/routes.ts'
import { createBatch, retryBatch } from './create.ts'
import { batchKind } from './kind.ts'
import { BatchCreated, BatchList, BatchRequest } from './request.ts'

export const batchRoutes = (server: HttpServer, deps: JobRouteDeps): void =>
  mountJobKind(server, deps, {
    kind: batchKind,
    names: { one: 'Batch', many: 'Batches' },
    create: {
      summary: 'Read many pages',
      description:
        'Costs 1 credit for each page that is read; 5 with `summary` or `json` among its formats. Send an `Idempotency-Key` to be safe from sending it twice.',
      body: BatchRequest,
      bodyLimit: manyUrlsBytes,
      start: (...asked) => createBatch(deps, ...asked),
    },
    list: { summary: 'The account’s batches', answer: BatchList },
    retry: {
      summary: 'Read the failed URLs of a batch again',
      description:
        'Makes a new batch of them, with the options, headers and webhook of the first one, which must have ended.',
      start: (...asked) => retryBatch(deps, ...asked),
    },
    created: BatchCreated,
    state: JobState,
  })

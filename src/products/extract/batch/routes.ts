import type { HttpServer } from '../../../base/http/server.ts'
import type { JobKind } from '../../../base/jobs/kinds.ts'
import { type JobRouteDeps, manyUrlsBytes } from '../../../base/jobs/route-parts.ts'
import { mountJobKind } from '../../../base/jobs/routes.ts'
import { type BatchExtractDeps, createBatchExtract, retryBatchExtract } from './create.ts'
import {
  BatchExtractCreated,
  BatchExtractList,
  BatchExtractRequest,
  BatchExtractState,
} from './request.ts'

export const batchExtractRoutes = (
  server: HttpServer,
  deps: JobRouteDeps & BatchExtractDeps,
  kind: JobKind,
): void =>
  mountJobKind(server, deps, {
    kind,
    names: { one: 'BatchExtract', many: 'BatchExtracts' },
    create: {
      summary: 'Extract structured data from many pages',
      description:
        'One schema, one prompt or both, for many URLs or for the pages of a batch or crawl that has ended. Costs 5 credits for each page that yields data; 1 with a `reader` where no model was asked. Send an `Idempotency-Key` to be safe from sending it twice.',
      body: BatchExtractRequest,
      bodyLimit: manyUrlsBytes,
      // The job whose pages it is to read may not be there.
      start: (...asked) => createBatchExtract(deps, ...asked),
    },
    list: { summary: 'The account’s batch extractions', answer: BatchExtractList },
    retry: {
      summary: 'Extract from the failed URLs again',
      description:
        'Makes a new batch extraction of them, asked as the first one was, which must have ended.',
      start: (...asked) => retryBatchExtract(deps, kind, ...asked),
    },
    created: BatchExtractCreated,
    state: BatchExtractState,
  })

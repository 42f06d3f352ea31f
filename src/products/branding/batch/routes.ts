import type { HttpServer } from '../../../base/http/server.ts'
import type { JobKind } from '../../../base/jobs/kinds.ts'
import { type JobRouteDeps, manyUrlsBytes } from '../../../base/jobs/route-parts.ts'
import { mountJobKind } from '../../../base/jobs/routes.ts'
import { type BatchBrandingDeps, createBatchBranding, retryBatchBranding } from './create.ts'
import {
  BatchBrandingCreated,
  BatchBrandingList,
  BatchBrandingRequest,
  BatchBrandingState,
} from './request.ts'

export const batchBrandingRoutes = (
  server: HttpServer,
  deps: JobRouteDeps & BatchBrandingDeps,
  kind: JobKind,
): void =>
  mountJobKind(server, deps, {
    kind,
    names: { one: 'BatchBranding', many: 'BatchBrandings' },
    create: {
      summary: 'Profile the branding of many sites',
      description:
        'Up to 10,000 sites, each profiled as `POST /v1/branding` does. Costs 2 credits for each profile of only `colors` and/or `images`, otherwise 5; nothing for sites that fail. Send an `Idempotency-Key` to be safe from sending it twice.',
      body: BatchBrandingRequest,
      bodyLimit: manyUrlsBytes,
      start: (...asked) => createBatchBranding(deps, ...asked),
    },
    list: { summary: 'The account’s branding batches', answer: BatchBrandingList },
    retry: {
      summary: 'Profile the failed sites again',
      description:
        'Makes a new batch of them, with the options of the first one, which must have ended.',
      start: (...asked) => retryBatchBranding(deps, kind, ...asked),
    },
    created: BatchBrandingCreated,
    state: BatchBrandingState,
  })

import type { Static } from 'typebox'
import type { Cancelled, Failures, State } from '../../base/harvest/answers.ts'
import type { PageQuery } from '../../base/http/paging.ts'
import type { PageAnswer } from '../../base/reader/answer.ts'
import type { DeliveriesAnswer, SecretAnswer } from '../../base/webhooks/answers.ts'
import type { BatchCreated, BatchRequest } from '../../products/batch/request.ts'
import type { BrandingProfile, Part } from '../../products/branding/profile/profile.ts'
import type { ExtractAnswer } from '../../products/extract/answer.ts'
import type { ExtractRequest } from '../../products/extract/request.ts'
import type { IconAnswer } from '../../products/images/report.ts'
import type { ScrapeRequest } from '../../products/scrape/request.ts'

type OfBatch = { params: { id: string } }
type Pages = OfBatch & { query: Static<typeof PageQuery> }

/** What the pages ask of the API itself, by the products' own types. */
export type ApiQuestions = {
  'POST /v1/scrape': { sent: { body: ScrapeRequest }; answer: PageAnswer }
  'POST /v1/extract': { sent: { body: ExtractRequest }; answer: ExtractAnswer }
  'POST /v1/branding': {
    sent: { body: { url: string; include?: Part[]; evidence?: boolean } }
    answer: BrandingProfile
  }
  'GET /v1/images/:domain': { sent: { params: { domain: string } }; answer: IconAnswer }
  'POST /v1/batch/scrape': { sent: { body: BatchRequest }; answer: BatchCreated }
  'GET /v1/batch/scrape/:id': { sent: Pages; answer: State }
  'DELETE /v1/batch/scrape/:id': { sent: OfBatch; answer: Cancelled }
  'POST /v1/batch/scrape/:id/retry': { sent: OfBatch; answer: BatchCreated }
  'GET /v1/batch/scrape/:id/failures': { sent: Pages; answer: Failures }
  'GET /v1/batch/scrape/:id/deliveries': { sent: Pages; answer: DeliveriesAnswer }
  'GET /v1/webhooks/secret': { sent: object; answer: SecretAnswer }
}

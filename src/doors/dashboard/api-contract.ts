import type { Static } from 'typebox'
import type { PageQuery } from '../../base/http/cursor.ts'
import type { Cancelled, Created, JobState } from '../../base/jobs/answers.ts'
import type { PageAnswer } from '../../base/reader/answer.ts'
import type { Session, SessionRequest } from '../../base/sessions/request.ts'
import type { WayState } from '../../base/ways/answers.ts'
import type { AttemptAnswer, DeliveriesAnswer, SecretAnswer } from '../../base/webhooks/answers.ts'
import type { CopyNode } from '../../page/taught/copy-node.ts'
import type { BatchCreated, BatchRequest } from '../../products/batch/request.ts'
import type {
  BatchBrandingCreated,
  BatchBrandingRequest,
  BatchBrandingState,
} from '../../products/branding/batch/request.ts'
import type { BrandingProfile, ProfilePart } from '../../products/branding/profile/profile.ts'
import type { CompanyAnswer } from '../../products/companies/request.ts'
import type { MapAnswer, MapRequest } from '../../products/crawl/map-request.ts'
import type { CrawlRequest } from '../../products/crawl/request.ts'
import type { ExtractAnswer } from '../../products/extract/answer.ts'
import type {
  BatchExtractCreated,
  BatchExtractRequest,
  BatchExtractState,
} from '../../products/extract/batch/request.ts'
import type { ExtractRequest } from '../../products/extract/request.ts'
import type { IconAnswer } from '../../products/images/report.ts'
import type { ImageKind } from '../../products/images/request.ts'
import type {
  Reader,
  ReaderList,
  ReaderVersions,
  TryAnswer,
} from '../../products/readers/answers.ts'
import type { MoreExamples, ReaderChange, ReaderRequest } from '../../products/readers/request.ts'
import type {
  PreviewRequest,
  ReaderActivity,
  TeachingPage,
} from '../../products/readers/teaching-answers.ts'
import type {
  Change,
  Schedule,
  ScheduleChange,
  ScheduleRequest,
  ScheduleRun,
} from '../../products/schedules/request.ts'
import type { ScrapeRequest } from '../../products/scrape/request.ts'
import type { SearchAnswer, SearchRequest } from '../../products/search/request.ts'

type OfOne = { params: { id: string } }
type OfVersion = { params: { id: string; number: string } }
type OfEvent = { params: { id: string; eventId: string } }
type Pages = OfOne & { query: Static<typeof PageQuery> }

/** What every kind of job is asked. */
type JobCalls<Path extends string, Body, Created, State> = Record<
  `POST /v1/${Path}`,
  { sent: { body: Body }; answer: Created }
> &
  Record<`GET /v1/${Path}/:id`, { sent: Pages; answer: State }> &
  Record<`DELETE /v1/${Path}/:id`, { sent: OfOne; answer: Cancelled }> &
  Record<`POST /v1/${Path}/:id/retry`, { sent: OfOne; answer: Created }> &
  Record<`GET /v1/${Path}/:id/deliveries`, { sent: Pages; answer: DeliveriesAnswer }> &
  Record<
    `POST /v1/${Path}/:id/deliveries/:eventId/resend`,
    { sent: OfEvent; answer: AttemptAnswer }
  >

/** What the pages ask of the API itself, by the products' own types. */
export type ApiContract = OtherCalls &
  JobCalls<'batch/scrape', BatchRequest, BatchCreated, JobState> &
  JobCalls<
    'batch/extract',
    BatchExtractRequest,
    BatchExtractCreated,
    Static<typeof BatchExtractState>
  > &
  JobCalls<'batch/branding', BatchBrandingRequest, BatchBrandingCreated, BatchBrandingState> &
  JobCalls<'crawl', CrawlRequest, Created, JobState>

type OtherCalls = {
  'POST /v1/scrape': { sent: { body: ScrapeRequest }; answer: PageAnswer }
  /** `file`, and `options` as JSON. */
  'POST /v1/parse': { sent: { body: FormData }; answer: PageAnswer }
  'POST /v1/map': { sent: { body: Static<typeof MapRequest> }; answer: MapAnswer }
  'POST /v1/search': { sent: { body: Static<typeof SearchRequest> }; answer: SearchAnswer }
  'POST /v1/extract': { sent: { body: ExtractRequest }; answer: ExtractAnswer }
  'POST /v1/branding': {
    sent: { body: { url: string; include?: ProfilePart[]; evidence?: boolean } }
    answer: BrandingProfile
  }
  'GET /v1/companies': {
    sent: { query: { query: string; limit?: number } }
    answer: Static<typeof CompanyAnswer>
  }
  'GET /v1/images/:domain': {
    sent: { params: { domain: string }; query?: { kind: ImageKind } }
    answer: IconAnswer
  }
  'POST /v1/images/:domain/complaints': {
    sent: { params: { domain: string }; body: { kind?: ImageKind; note?: string } }
    answer: { domain: string; received: boolean }
  }
  'POST /v1/schedules': { sent: { body: ScheduleRequest }; answer: Schedule }
  'GET /v1/schedules': {
    sent: { query: Static<typeof PageQuery> }
    answer: { total: number; data: Schedule[] }
  }
  'GET /v1/schedules/:id': { sent: OfOne; answer: Schedule }
  'PATCH /v1/schedules/:id': { sent: OfOne & { body: ScheduleChange }; answer: Schedule }
  'POST /v1/schedules/:id/run': { sent: OfOne; answer: ScheduleRun }
  'DELETE /v1/schedules/:id': { sent: OfOne; answer: { deleted: boolean } }
  'GET /v1/schedules/:id/runs': { sent: Pages; answer: { total: number; data: ScheduleRun[] } }
  'GET /v1/schedules/:id/runs/:runId': {
    sent: { params: { id: string; runId: string }; query: Static<typeof PageQuery> }
    answer: { run: ScheduleRun; data: Change[] }
  }
  'GET /v1/sessions': { sent: object; answer: { data: Session[] } }
  'POST /v1/sessions': { sent: { body: SessionRequest }; answer: Session }
  'POST /v1/sessions/:id/sign-in': { sent: OfOne; answer: Session }
  'DELETE /v1/sessions/:id': { sent: OfOne; answer: { deleted: boolean } }
  'GET /v1/readers': {
    sent: { query: Static<typeof PageQuery> }
    answer: Static<typeof ReaderList>
  }
  'POST /v1/readers': { sent: { body: ReaderRequest }; answer: Reader }
  'POST /v1/readers/pages': {
    sent: { body: { url: string } }
    answer: Omit<TeachingPage, 'nodes'> & { nodes: CopyNode[] }
  }
  'POST /v1/readers/preview': {
    sent: { body: PreviewRequest }
    answer: Static<typeof TryAnswer>
  }
  'GET /v1/readers/:id': { sent: OfOne; answer: Reader }
  'PATCH /v1/readers/:id': { sent: OfOne & { body: ReaderChange }; answer: Reader }
  'DELETE /v1/readers/:id': { sent: OfOne; answer: { deleted: boolean } }
  'POST /v1/readers/:id/examples': { sent: OfOne & { body: MoreExamples }; answer: Reader }
  'GET /v1/readers/:id/activity': { sent: OfOne; answer: Static<typeof ReaderActivity> }
  'GET /v1/readers/:id/versions': { sent: OfOne; answer: Static<typeof ReaderVersions> }
  'POST /v1/readers/:id/versions/:number/use': { sent: OfVersion; answer: Reader }
  'DELETE /v1/readers/:id/versions/:number': { sent: OfVersion; answer: Reader }
  'GET /v1/ways': { sent: object; answer: { ways: WayState[] } }
  'GET /v1/webhooks/secret': { sent: object; answer: SecretAnswer }
  'POST /v1/webhooks/test': { sent: { body: { url: string } }; answer: AttemptAnswer }
}

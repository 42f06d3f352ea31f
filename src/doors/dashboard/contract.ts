import type { Static, TSchema } from 'typebox'
import { CursorQuery, PageQuery } from '../../base/http/cursor.ts'
import { labelFields } from '../../base/jobs/job-options.ts'
import { kindNames, statuses } from '../../base/jobs/kinds-and-states.ts'
import { stickiness, wayKinds } from '../../base/ways/names.ts'
import { closed, optional, orNull, Type } from '../../kit/schema.ts'
import { maxBatchUrls } from '../../products/batch/request.ts'
import { pinnable } from '../../products/images/report.ts'
import type { ApiContract } from './api-contract.ts'
import { JobAnswer, JobPagesAnswer, JobsAnswer } from './job-answers.ts'
import { LimitsAnswer } from './limits-answer.ts'
import * as schemas from './schemas.ts'
import { WaysAnswer, WayTestAnswer } from './way-answers.ts'

const filled = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const answers = <Answer extends TSchema, const Sent extends object = object>(
  answer: Answer,
  sent?: Sent,
) => ({ ...(sent as Sent), response: { 200: answer } })
const Password = filled(1_000)
const credentials = { email: filled(254), password: Password }
const Token = filled(100)
/** As `ids.ts` makes them; also what an action or an actor is called. */
const Name = Type.String({ pattern: '^[\\w.-]{1,100}$' })
const Id = Type.Object({ id: Name })
const Origins = Type.Array(Type.String({ maxLength: 300 }), { maxItems: 200 })
const Day = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' })
const Search = optional.String({ maxLength: 500 })
const Order = Type.Enum(['asc', 'desc'], { default: 'desc' })
/** Both days are included; this month unless given. */
const UsageQuery = closed({
  since: Type.Optional(Day),
  until: Type.Optional(Day),
  kind: optional.Enum(['image', 'call', 'credit']),
  key: Type.Optional(Name),
})
/** Whose entries of which kind, from one day to another: both are included, and days are UTC. */
export const AuditFilter = closed({
  who: Type.Optional(Name),
  what: Type.Optional(Name),
  since: Type.Optional(Day),
  until: Type.Optional(Day),
})

/**
 * Every question that the dashboard's pages ask, with what is sent and what is answered: the routes
 * are checked by it, and so is the UI.
 */
export const contract = {
  'POST /sign-in': answers(schemas.EntryAnswer, { body: closed(credentials) }),
  'POST /code': answers(schemas.Done, { body: closed({ code: filled(40) }) }),
  'GET /forgot': answers(schemas.ForgotAnswer),
  'POST /forgot': answers(schemas.Done, { body: closed({ email: filled(254) }) }),
  'POST /reset-link': answers(schemas.ResetLinkAnswer, { body: closed({ token: Token }) }),
  'POST /reset': answers(schemas.EntryAnswer, {
    body: closed({ token: Token, password: Password }),
  }),
  'POST /link': answers(schemas.LinkAnswer, { body: closed({ token: Token }) }),
  'POST /join': answers(schemas.JoinAnswer, { body: closed({ token: Token, ...credentials }) }),

  'GET /session': answers(schemas.SessionAnswer),
  'POST /sign-out': answers(schemas.Done),
  'POST /sign-out-everywhere': answers(schemas.Done),
  'POST /password': answers(schemas.Done, {
    body: closed({ currentPassword: Password, newPassword: Password }),
  }),
  'POST /two-step/start': answers(schemas.TwoStepAnswer, { body: closed({ password: Password }) }),
  'POST /two-step/confirm': answers(schemas.Done, { body: closed({ code: filled(40) }) }),
  'POST /two-step/recovery-codes': answers(schemas.RecoveryCodesAnswer, {
    body: closed({ password: Password }),
  }),
  'POST /two-step/off': answers(schemas.Done, { body: closed({ password: Password }) }),
  'POST /account': answers(schemas.Done, { body: closed({ id: filled(100) }) }),
  'GET /members': answers(schemas.MembersAnswer),
  'PUT /members/keys': answers(schemas.Done, {
    body: closed({ memberKeys: Type.Enum(['all', 'own', 'none']) }),
  }),
  'GET /members/:id/keys': answers(schemas.MadeAnswer, { params: Id }),
  'POST /members/:id/remove': answers(schemas.RemovedAnswer, {
    params: Id,
    body: closed({ deleteKeys: Type.Array(Name, { maxItems: 10_000 }) }),
  }),
  'POST /invitations': answers(schemas.InvitationAnswer, {
    body: closed({ role: Type.Enum(['owner', 'member']) }),
  }),
  'DELETE /invitations/:id': answers(schemas.Done, { params: Id }),

  'GET /audit': answers(schemas.AuditAnswer, {
    querystring: closed({ ...AuditFilter.properties, ...PageQuery.properties }),
  }),

  'GET /keys': answers(schemas.KeysAnswer, {
    querystring: closed({
      ...CursorQuery.properties,
      search: Search,
      kind: optional.Enum(['secret', 'publishable']),
      sort: Type.Enum(['name', 'created', 'used'], { default: 'created' }),
      order: Order,
    }),
  }),
  'GET /keys/:id': answers(schemas.OneKeyAnswer, { params: Id }),
  'PUT /keys/:id/name': answers(schemas.KeyAnswer, {
    params: Id,
    body: closed({ name: Type.String({ maxLength: 200 }) }),
  }),
  'POST /keys': answers(schemas.CreatedKeyAnswer, {
    body: closed({
      kind: Type.Enum(['secret', 'publishable']),
      name: Type.String({ maxLength: 200 }),
      origins: Type.Optional(Origins),
    }),
  }),
  'DELETE /keys/:id': answers(schemas.Done, { params: Id }),
  'POST /keys/:id/roll': answers(schemas.CreatedKeyAnswer, {
    params: Id,
    body: closed({ overlapHours: Type.Enum([0, 1, 24, 168]) }),
  }),
  'PUT /keys/:id/origins': answers(schemas.KeyAnswer, {
    params: Id,
    body: closed({ origins: Origins }),
  }),
  'GET /keys/:id/refusals': answers(schemas.RefusalsAnswer, { params: Id }),
  'POST /origins/check': answers(schemas.OriginsAnswer, {
    body: closed({ origins: Origins, page: optional.String({ maxLength: 2_000 }) }),
  }),

  'GET /limits': answers(LimitsAnswer),
  'GET /overview': answers(schemas.OverviewAnswer),
  'GET /usage': answers(schemas.UsageAnswer, { querystring: UsageQuery }),
  'GET /requests': answers(schemas.RequestsAnswer, {
    querystring: closed({
      ...CursorQuery.properties,
      key: Type.Optional(Name),
      endpoint: optional.String({ maxLength: 200 }),
      outcome: Type.Optional(Name),
      search: Search,
      since: Type.Optional(Day),
      until: Type.Optional(Day),
    }),
  }),
  'GET /requests/choices': answers(schemas.RequestChoicesAnswer),
  'GET /usage/mail': answers(schemas.AllowanceMailAnswer),
  'GET /jobs': answers(JobsAnswer, {
    querystring: closed({
      ...CursorQuery.properties,
      kind: optional.Enum([...kindNames]),
      status: optional.Enum([...statuses]),
      tag: Type.Optional(labelFields.tags.items),
      search: Search,
      sort: Type.Enum(['created', 'total', 'failed', 'credits'], { default: 'created' }),
      order: Order,
    }),
  }),
  'PUT /jobs/:id/labels': answers(schemas.Done, {
    params: Id,
    body: closed({ name: orNull(labelFields.name), tags: labelFields.tags }),
  }),
  'GET /jobs/:id': answers(JobAnswer, { params: Id }),
  'GET /jobs/:id/pages': answers(JobPagesAnswer, {
    params: Id,
    querystring: closed({
      offset: PageQuery.properties.offset,
      limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
      search: optional.String({ maxLength: 500 }),
      state: optional.Enum(['done', 'failed', 'waiting', 'skipped']),
    }),
  }),
  'GET /scope': answers(schemas.ScopeAnswer, {
    querystring: closed({ url: Type.String({ maxLength: 2_048 }) }),
  }),
  'GET /timetable': answers(schemas.TimetableAnswer, {
    querystring: closed({ cron: filled(200), timeZone: filled(100) }),
  }),

  'GET /corrections': answers(schemas.CorrectionsAnswer),
  'PUT /pins': answers(schemas.Done, {
    body: closed({
      domain: filled(4_096),
      what: Type.Enum([...pinnable]),
      /** A color, a name, or the address of an image; an upload as a data URL. */
      value: Type.String(),
      /** What somebody said of it, and is settled by this. */
      complaint: Type.Optional(Name),
    }),
  }),
  'DELETE /pins/:domain/:what': answers(schemas.Done, {
    params: Type.Object({ domain: filled(300), what: Type.Enum([...pinnable]) }),
  }),
  'POST /complaints/:id/dismiss': answers(schemas.Done, { params: Id }),

  'GET /ways': answers(WaysAnswer),
  'PUT /ways': answers(schemas.Done, {
    body: closed({
      name: filled(64),
      /** Of the proxy, with its password; without it that of before stays. */
      url: Type.Optional(filled(2_000)),
      kind: Type.Enum([...wayKinds]),
      countries: Type.Array(Type.String({ maxLength: 10 }), { maxItems: 250 }),
      sticky: Type.Enum([...stickiness]),
      weight: Type.Number(),
      maxConcurrent: Type.Integer(),
      perHostDelayMs: Type.Integer(),
      creditsPerPage: optional.Integer(),
      resolve: Type.Enum(['here', 'proxy']),
      accounts: Type.Array(Name, { maxItems: 1_000 }),
    }),
  }),
  'DELETE /ways/:name': answers(schemas.Done, { params: Type.Object({ name: filled(64) }) }),
  'POST /ways/:name/test': answers(WayTestAnswer, {
    params: Type.Object({ name: filled(64) }),
    body: closed({ url: Type.Optional(filled(8_192)) }),
  }),

  'GET /playground': answers(schemas.PlaygroundAnswer),
  'POST /branding/export': answers(schemas.ExportAnswer, {
    body: closed({ profile: Type.Unknown(), format: Type.Enum(['dtcg', 'css', 'tailwind']) }),
  }),
  'POST /urls/check': answers(schemas.UrlsCheckAnswer, {
    body: closed({ urls: Type.Array(Type.String(), { maxItems: maxBatchUrls }) }),
  }),
  'POST /schema/check': answers(schemas.SchemaCheckAnswer, {
    body: closed({ schema: Type.Unknown() }),
  }),
}

/** The same as types, and with them those of the API itself: what the UI may ask. */
export type Contract = ApiContract & {
  [R in keyof typeof contract]: {
    sent: Sent<(typeof contract)[R]>
    answer: Static<(typeof contract)[R]['response'][200]>
  }
}

/** What goes with a question: into the path, into the query string, and as the body. */
type Sent<S> = (S extends { params: infer T extends TSchema } ? { params: Static<T> } : object) &
  (S extends { querystring: infer T extends TSchema } ? { query: Static<T> } : object) &
  (S extends { body: infer T extends TSchema } ? { body: Static<T> } : object)

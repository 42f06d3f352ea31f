import type { Static, TSchema } from 'typebox'
import { CursorQuery, PageQuery } from '../../base/http/cursor.ts'
import { labelFields } from '../../base/jobs/job-options.ts'
import { kindNames, statuses } from '../../base/jobs/kinds-and-states.ts'
import { stickiness, wayKinds } from '../../base/ways/names.ts'
import { Type } from '../../kit/schema.ts'
import { maxBatchUrls } from '../../products/batch/request.ts'
import { pinnable } from '../../products/images/report.ts'
import type { ApiContract } from './api-contract.ts'
import { JobAnswer, JobPagesAnswer, JobsAnswer } from './job-answers.ts'
import { LimitsAnswer } from './limits-answer.ts'
import * as answers from './schemas.ts'
import { WaysAnswer, WayTestAnswer } from './way-answers.ts'

const filled = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const closed = { additionalProperties: false } as const
const Password = filled(1_000)
const credentials = { email: filled(254), password: Password }
const Token = filled(100)
/** As `ids.ts` makes them; also what an action or an actor is called. */
const Name = Type.String({ pattern: '^[\\w.-]{1,100}$' })
const PersonId = Type.Object({ id: Name })
const KeyId = Type.Object({ id: Name })
const JobId = Type.Object({ id: Name })
const Origins = Type.Array(Type.String({ maxLength: 300 }), { maxItems: 200 })
const Day = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' })
const Search = Type.Optional(Type.String({ maxLength: 500 }))
const Order = Type.Enum(['asc', 'desc'], { default: 'desc' })
/** Both days are included; this month unless given. */
const UsageQuery = Type.Object(
  {
    since: Type.Optional(Day),
    until: Type.Optional(Day),
    kind: Type.Optional(Type.Enum(['image', 'call', 'credit'])),
    key: Type.Optional(Name),
  },
  closed,
)
/** Whose entries of which kind, from one day to another: both are included, and days are UTC. */
export const AuditFilter = Type.Object(
  {
    who: Type.Optional(Name),
    what: Type.Optional(Name),
    since: Type.Optional(Day),
    until: Type.Optional(Day),
  },
  closed,
)

/**
 * Every question that the dashboard's pages ask, with what is sent and what is answered: the routes
 * are checked by it, and so is the UI.
 */
export const contract = {
  'POST /sign-in': {
    body: Type.Object(credentials, closed),
    response: { 200: answers.EntryAnswer },
  },
  'POST /code': {
    body: Type.Object({ code: filled(40) }, closed),
    response: { 200: answers.Done },
  },
  'GET /forgot': { response: { 200: answers.ForgotAnswer } },
  'POST /forgot': {
    body: Type.Object({ email: filled(254) }, closed),
    response: { 200: answers.Done },
  },
  'POST /reset-link': {
    body: Type.Object({ token: Token }, closed),
    response: { 200: answers.ResetLinkAnswer },
  },
  'POST /reset': {
    body: Type.Object({ token: Token, password: Password }, closed),
    response: { 200: answers.EntryAnswer },
  },
  'POST /link': {
    body: Type.Object({ token: Token }, closed),
    response: { 200: answers.LinkAnswer },
  },
  'POST /join': {
    body: Type.Object({ token: Token, ...credentials }, closed),
    response: { 200: answers.JoinAnswer },
  },

  'GET /session': { response: { 200: answers.SessionAnswer } },
  'POST /sign-out': { response: { 200: answers.Done } },
  'POST /sign-out-everywhere': { response: { 200: answers.Done } },
  'POST /password': {
    body: Type.Object({ currentPassword: Password, newPassword: Password }, closed),
    response: { 200: answers.Done },
  },
  'POST /two-step/start': {
    body: Type.Object({ password: Password }, closed),
    response: { 200: answers.TwoStepAnswer },
  },
  'POST /two-step/confirm': {
    body: Type.Object({ code: filled(40) }, closed),
    response: { 200: answers.Done },
  },
  'POST /two-step/recovery-codes': {
    body: Type.Object({ password: Password }, closed),
    response: { 200: answers.RecoveryCodesAnswer },
  },
  'POST /two-step/off': {
    body: Type.Object({ password: Password }, closed),
    response: { 200: answers.Done },
  },
  'POST /account': {
    body: Type.Object({ id: filled(100) }, closed),
    response: { 200: answers.Done },
  },
  'GET /members': { response: { 200: answers.MembersAnswer } },
  'PUT /members/keys': {
    body: Type.Object({ memberKeys: Type.Enum(['all', 'own', 'none']) }, closed),
    response: { 200: answers.Done },
  },
  'GET /members/:id/keys': { params: PersonId, response: { 200: answers.MadeAnswer } },
  'POST /members/:id/remove': {
    params: PersonId,
    body: Type.Object({ deleteKeys: Type.Array(Name, { maxItems: 10_000 }) }, closed),
    response: { 200: answers.RemovedAnswer },
  },
  'POST /invitations': {
    body: Type.Object({ role: Type.Enum(['owner', 'member']) }, closed),
    response: { 200: answers.InvitationAnswer },
  },
  'DELETE /invitations/:id': { params: PersonId, response: { 200: answers.Done } },

  'GET /audit': {
    querystring: Type.Object({ ...AuditFilter.properties, ...PageQuery.properties }, closed),
    response: { 200: answers.AuditAnswer },
  },

  'GET /keys': {
    querystring: Type.Object(
      {
        ...CursorQuery.properties,
        search: Search,
        kind: Type.Optional(Type.Enum(['secret', 'publishable'])),
        sort: Type.Enum(['name', 'created', 'used'], { default: 'created' }),
        order: Order,
      },
      closed,
    ),
    response: { 200: answers.KeysAnswer },
  },
  'GET /keys/:id': { params: KeyId, response: { 200: answers.OneKeyAnswer } },
  'PUT /keys/:id/name': {
    params: KeyId,
    body: Type.Object({ name: Type.String({ maxLength: 200 }) }, closed),
    response: { 200: answers.KeyAnswer },
  },
  'POST /keys': {
    body: Type.Object(
      {
        kind: Type.Enum(['secret', 'publishable']),
        name: Type.String({ maxLength: 200 }),
        origins: Type.Optional(Origins),
      },
      closed,
    ),
    response: { 200: answers.CreatedKeyAnswer },
  },
  'DELETE /keys/:id': { params: KeyId, response: { 200: answers.Done } },
  'POST /keys/:id/roll': {
    params: KeyId,
    body: Type.Object({ overlapHours: Type.Enum([0, 1, 24, 168]) }, closed),
    response: { 200: answers.CreatedKeyAnswer },
  },
  'PUT /keys/:id/origins': {
    params: KeyId,
    body: Type.Object({ origins: Origins }, closed),
    response: { 200: answers.KeyAnswer },
  },
  'GET /keys/:id/refusals': { params: KeyId, response: { 200: answers.RefusalsAnswer } },
  'POST /origins/check': {
    body: Type.Object(
      { origins: Origins, page: Type.Optional(Type.String({ maxLength: 2_000 })) },
      closed,
    ),
    response: { 200: answers.OriginsAnswer },
  },

  'GET /limits': { response: { 200: LimitsAnswer } },
  'GET /overview': { response: { 200: answers.OverviewAnswer } },
  'GET /usage': { querystring: UsageQuery, response: { 200: answers.UsageAnswer } },
  'GET /requests': {
    querystring: Type.Object(
      {
        ...CursorQuery.properties,
        key: Type.Optional(Name),
        endpoint: Type.Optional(Type.String({ maxLength: 200 })),
        outcome: Type.Optional(Name),
        search: Search,
        since: Type.Optional(Day),
        until: Type.Optional(Day),
      },
      closed,
    ),
    response: { 200: answers.RequestsAnswer },
  },
  'GET /requests/choices': { response: { 200: answers.RequestChoicesAnswer } },
  'GET /usage/mail': { response: { 200: answers.AllowanceMailAnswer } },
  'GET /jobs': {
    querystring: Type.Object(
      {
        ...CursorQuery.properties,
        kind: Type.Optional(Type.Enum([...kindNames])),
        status: Type.Optional(Type.Enum([...statuses])),
        tag: Type.Optional(labelFields.tags.items),
        search: Search,
        sort: Type.Enum(['created', 'total', 'failed', 'credits'], { default: 'created' }),
        order: Order,
      },
      closed,
    ),
    response: { 200: JobsAnswer },
  },
  'PUT /jobs/:id/labels': {
    params: JobId,
    body: Type.Object(
      { name: Type.Union([labelFields.name, Type.Null()]), tags: labelFields.tags },
      closed,
    ),
    response: { 200: answers.Done },
  },
  'GET /jobs/:id': { params: JobId, response: { 200: JobAnswer } },
  'GET /jobs/:id/pages': {
    params: JobId,
    querystring: Type.Object(
      {
        offset: PageQuery.properties.offset,
        limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
        search: Type.Optional(Type.String({ maxLength: 500 })),
        state: Type.Optional(Type.Enum(['done', 'failed', 'waiting', 'skipped'])),
      },
      closed,
    ),
    response: { 200: JobPagesAnswer },
  },
  'GET /scope': {
    querystring: Type.Object({ url: Type.String({ maxLength: 2_048 }) }, closed),
    response: { 200: answers.ScopeAnswer },
  },
  'GET /timetable': {
    querystring: Type.Object({ cron: filled(200), timeZone: filled(100) }, closed),
    response: { 200: answers.TimetableAnswer },
  },

  'GET /corrections': { response: { 200: answers.CorrectionsAnswer } },
  'PUT /pins': {
    body: Type.Object(
      {
        domain: filled(4_096),
        what: Type.Enum([...pinnable]),
        /** A color, a name, or the address of an image; an upload as a data URL. */
        value: Type.String(),
        /** What somebody said of it, and is settled by this. */
        complaint: Type.Optional(Name),
      },
      closed,
    ),
    response: { 200: answers.Done },
  },
  'DELETE /pins/:domain/:what': {
    params: Type.Object({ domain: filled(300), what: Type.Enum([...pinnable]) }),
    response: { 200: answers.Done },
  },
  'POST /complaints/:id/dismiss': {
    params: Type.Object({ id: Name }),
    response: { 200: answers.Done },
  },

  'GET /ways': { response: { 200: WaysAnswer } },
  'PUT /ways': {
    body: Type.Object(
      {
        name: filled(64),
        /** Of the proxy, with its password; without it that of before stays. */
        url: Type.Optional(filled(2_000)),
        kind: Type.Enum([...wayKinds]),
        countries: Type.Array(Type.String({ maxLength: 10 }), { maxItems: 250 }),
        sticky: Type.Enum([...stickiness]),
        weight: Type.Number(),
        maxConcurrent: Type.Integer(),
        perHostDelayMs: Type.Integer(),
        creditsPerPage: Type.Optional(Type.Integer()),
        resolve: Type.Enum(['here', 'proxy']),
        accounts: Type.Array(Name, { maxItems: 1_000 }),
      },
      closed,
    ),
    response: { 200: answers.Done },
  },
  'DELETE /ways/:name': {
    params: Type.Object({ name: filled(64) }),
    response: { 200: answers.Done },
  },
  'POST /ways/:name/test': {
    params: Type.Object({ name: filled(64) }),
    body: Type.Object({ url: Type.Optional(filled(8_192)) }, closed),
    response: { 200: WayTestAnswer },
  },

  'GET /playground': { response: { 200: answers.PlaygroundAnswer } },
  'POST /branding/export': {
    body: Type.Object(
      { profile: Type.Unknown(), format: Type.Enum(['dtcg', 'css', 'tailwind']) },
      closed,
    ),
    response: { 200: answers.ExportAnswer },
  },
  'POST /urls/check': {
    body: Type.Object({ urls: Type.Array(Type.String(), { maxItems: maxBatchUrls }) }, closed),
    response: { 200: answers.UrlsCheckAnswer },
  },
  'POST /schema/check': {
    body: Type.Object({ schema: Type.Unknown() }, closed),
    response: { 200: answers.SchemaCheckAnswer },
  },
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

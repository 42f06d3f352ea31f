import { type Static, type TSchema, Type } from 'typebox'
import * as answers from './answers.ts'
import type { ApiQuestions } from './api-questions.ts'

const filled = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const closed = { additionalProperties: false } as const
const Password = filled(1_000)
const credentials = { email: filled(254), password: Password }
const Token = filled(100)
const PersonId = Type.Object({ id: filled(100) })
const KeyId = Type.Object({ id: Type.String({ maxLength: 100 }) })
const Origins = Type.Array(Type.String({ maxLength: 300 }), { maxItems: 200 })
const Month = Type.Object({
  month: Type.Optional(Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' })),
})

/**
 * Every question that the dashboard's pages ask, with what is sent and what is answered: the routes
 * are checked by it, and so is the UI.
 */
export const questions = {
  'POST /sign-in': {
    body: Type.Object(credentials, closed),
    response: { 200: answers.Done },
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
  'POST /account': {
    body: Type.Object({ id: filled(100) }, closed),
    response: { 200: answers.Done },
  },
  'GET /members': { response: { 200: answers.MembersAnswer } },
  'DELETE /members/:id': { params: PersonId, response: { 200: answers.Done } },
  'POST /invitations': {
    body: Type.Object({ role: Type.Enum(['owner', 'member']) }, closed),
    response: { 200: answers.InvitationAnswer },
  },
  'DELETE /invitations/:id': { params: PersonId, response: { 200: answers.Done } },

  'GET /keys': { response: { 200: answers.KeysAnswer } },
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

  'GET /overview': { response: { 200: answers.OverviewAnswer } },
  'GET /usage': { querystring: Month, response: { 200: answers.UsageAnswer } },
  'GET /usage/mail': { response: { 200: answers.AllowanceMailAnswer } },
  'GET /batches': { response: { 200: answers.BatchesAnswer } },

  'GET /playground': { response: { 200: answers.PlaygroundAnswer } },
  'POST /branding/export': {
    body: Type.Object(
      { profile: Type.Unknown(), format: Type.Enum(['dtcg', 'css', 'tailwind']) },
      closed,
    ),
    response: { 200: answers.ExportAnswer },
  },
  'POST /schema/check': {
    body: Type.Object({ schema: Type.Unknown() }, closed),
    response: { 200: answers.SchemaCheckAnswer },
  },
}

/** The same as types, and with them those of the API itself: what the UI may ask. */
export type Questions = ApiQuestions & {
  [R in keyof typeof questions]: {
    sent: Sent<(typeof questions)[R]>
    answer: Static<(typeof questions)[R]['response'][200]>
  }
}

/** What goes with a question: into the path, into the query string, and as the body. */
type Sent<S> = (S extends { params: infer T extends TSchema } ? { params: Static<T> } : object) &
  (S extends { querystring: infer T extends TSchema } ? { query: Static<T> } : object) &
  (S extends { body: infer T extends TSchema } ? { body: Static<T> } : object)

import type { FastifyReply } from 'fastify'
import type { TObject, TProperties, TSchema } from 'typebox'
import { catalogue } from '../../kit/errors.ts'
import { Type } from '../../kit/schema.ts'

/** An object that has a name in the API's description (`openapi-document.ts`), and so in clients. */
export const named = <P extends TProperties>(title: string, properties: P): TObject<P> =>
  Type.Object(properties, { title })

type ErrorStatus = (typeof catalogue)[keyof typeof catalogue]['status']

const ErrorBody = named('ErrorBody', { error: Type.String({ description: 'One sentence' }) })

/** Codes that no caller of the API ever sees. */
const dashboardOnly = new Set(['not_signed_in', 'not_allowed'])

/** The error answers of a route for the docs, each with the codes it may carry. */
export const errorAnswers = (...statuses: ErrorStatus[]): Record<number, TSchema> =>
  Object.fromEntries(
    statuses.map(status => {
      const codes = Object.entries(catalogue)
        .filter(([code, entry]) => entry.status === status && !dashboardOnly.has(code))
        .map(([code]) => `\`${code}\``)
      const description = `\`X-Error-Code\`: ${codes.join(', ')}`
      const example = Object.values(catalogue).find(entry => entry.status === status)
      return [status, { ...ErrorBody, description, examples: [{ error: example?.message }] }]
    }),
  )

/** The answers of a route that deletes what it names. */
export const deletedAnswers = (title: string) => ({
  200: named(title, { id: Type.String(), deleted: Type.Boolean() }),
  ...errorAnswers(401, 404, 429, 503),
})

/** An answer that is written as JSON already. */
export const sendJson = (reply: FastifyReply, answer: string | Uint8Array) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(answer as never)

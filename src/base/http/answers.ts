import { type TSchema, Type } from 'typebox'
import { catalogue } from '../../errors.ts'

type ErrorStatus = (typeof catalogue)[keyof typeof catalogue]['status']

const ErrorBody = Type.Object(
  { error: Type.String({ description: 'One sentence' }) },
  { title: 'ErrorBody', examples: [{ error: 'The page did not answer in time.' }] },
)

/** Codes that no caller of the API ever sees. */
const dashboardOnly = new Set(['not_signed_in', 'not_allowed'])

/** The error answers of a route for the docs, each with the codes it may carry. */
export const errorAnswers = (...statuses: ErrorStatus[]): Record<number, TSchema> =>
  Object.fromEntries(
    statuses.map(status => {
      const codes = Object.entries(catalogue)
        .filter(([code, entry]) => entry.status === status && !dashboardOnly.has(code))
        .map(([code]) => `\`${code}\``)
      return [status, { ...ErrorBody, description: `\`X-Error-Code\`: ${codes.join(', ')}` }]
    }),
  )

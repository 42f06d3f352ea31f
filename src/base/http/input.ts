import type { FastifyInstance } from 'fastify'
import { AppError, invalidRequest } from '../../kit/errors.ts'

/** PostgreSQL keeps no NUL, and half of a surrogate pair cannot be written as UTF-8. */
export const canBeKept = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * After the key and before any route: text that cannot be stored is in no id and no query that
 * means something. (Bodies are checked as they are parsed, in `json-body.ts`.)
 */
export const refuseUnusableText = (server: Pick<FastifyInstance, 'addHook'>): void => {
  server.addHook('preValidation', async ({ params, query }) => {
    if (textsIn(params).some(([, text]) => !canBeKept(text)))
      throw new AppError(
        'not_found',
        'There is nothing here: the address has an invalid character.',
      )
    for (const [name, text] of textsIn(query))
      if (!canBeKept(text))
        throw invalidRequest(
          `"${name.slice(0, 100)}" has a character that cannot be stored: NUL, or half of a surrogate pair.`,
        )
  })
}

const textsIn = (fields: unknown): [name: string, text: string][] =>
  Object.entries(fields ?? {}).flatMap(([name, value]) =>
    [name, value].flat().flatMap((text): [string, string][] => {
      return typeof text === 'string' ? [[name, text]] : []
    }),
  )

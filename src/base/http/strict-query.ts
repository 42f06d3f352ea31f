import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'

/** Before the routes: a parameter that no route names is a mistake worth telling, as a field is. */
export const refuseUnknownQueries = (server: Pick<FastifyInstance, 'addHook'>): void => {
  server.addHook('onRoute', route => {
    const named = (route.schema?.querystring ?? { type: 'object', properties: {} }) as TSchema
    route.schema = { ...route.schema, querystring: { ...named, additionalProperties: false } }
  })
}

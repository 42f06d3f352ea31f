import { Type } from 'typebox'
import type { HttpServer } from './server.ts'

/** `required` parts make the answer a 503; the others are told and cost nothing. */
export type Check = { ok: boolean; required: boolean; detail: string }
type Checks = () => Promise<Record<string, Check>>

export const serveHealth = (server: HttpServer, checks: Checks): void => {
  const schema = {
    tags: ['health'],
    security: [],
  }
  server.get(
    '/healthz',
    {
      schema: {
        ...schema,
        summary: 'Alive',
        response: { 200: Type.Object({ status: Type.String() }) },
      },
    },
    async () => ({ status: 'ok' }),
  )
  server.get(
    '/readyz',
    { schema: { ...schema, summary: 'Ready: database, queue, browser, model' } },
    async (_request, reply) => {
      const parts = await checks()
      const ready = Object.values(parts).every(part => part.ok || !part.required)
      return reply
        .status(ready ? 200 : 503)
        .send({ status: ready ? 'ready' : 'not ready', checks: parts })
    },
  )
}

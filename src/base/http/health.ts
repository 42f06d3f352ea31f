import { Type } from '../../kit/schema.ts'
import { named } from './answers.ts'
import type { HttpServer } from './server.ts'

/** `required` parts make the answer a 503; the others are told and cost nothing. */
export type Check = { ok: boolean; required: boolean; detail: string }
const Readiness = named('Readiness', {
  status: Type.String({ description: '`ready`, or `not ready`' }),
  checks: Type.Record(
    Type.String(),
    Type.Object({ ok: Type.Boolean(), required: Type.Boolean(), detail: Type.String() }),
  ),
})
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
        operationId: 'health',
        summary: 'Alive',
        response: { 200: named('Health', { status: Type.String() }) },
      },
    },
    async () => ({ status: 'ok' }),
  )
  server.get(
    '/readyz',
    {
      schema: {
        ...schema,
        operationId: 'ready',
        summary: 'Ready: database, queue, browser, model',
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const parts = await checks()
      const ready = Object.values(parts).every(part => part.ok || !part.required)
      return reply
        .status(ready ? 200 : 503)
        .send({ status: ready ? 'ready' : 'not ready', checks: parts })
    },
  )
}

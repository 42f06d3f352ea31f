import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpServer } from '../../base/http/server.ts'
import { type Contract, contract } from './contract.ts'

type Question = keyof typeof contract

type Handler<Q extends Question> = (
  request: FastifyRequest & Contract[Q]['sent'],
  reply: FastifyReply,
) => Contract[Q]['answer'] | Promise<Contract[Q]['answer']>

/** The route of a question of the contract, which says what may be sent and what is answered. */
export const answer = <Q extends Question>(
  server: HttpServer,
  question: Q,
  handler: Handler<Q>,
  options: { bodyLimit?: number } = {},
): void => {
  const [method = '', url = ''] = question.split(' ')
  server.route({ method, url, schema: contract[question], ...options, handler: handler as never })
}

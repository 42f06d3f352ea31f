import type { FastifyReply } from 'fastify'

/**
 * HSTS: for a year a browser comes back over https only, whatever a link says. Hosts below ours are
 * the operator's own affair.
 */
export const keepSecure = (reply: FastifyReply): void => {
  reply.header('strict-transport-security', 'max-age=31536000')
}

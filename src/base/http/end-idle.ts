import type { Server, ServerResponse } from 'node:http'

const everyMs = 50

/**
 * For a server that is to close: ends every connection as soon as no answer is under way. (Node's
 * own `closeIdleConnections` leaves those on which nothing was asked yet; clients open such ahead,
 * and a server would wait for them until they time out.)
 */
export const createEndIdle = (server: Server): (() => void) => {
  const answers = new Set<ServerResponse>()
  server.on('request', (_request, response: ServerResponse) => {
    answers.add(response)
    response.once('close', () => answers.delete(response))
  })
  return () => {
    const look = setInterval(() => {
      if (answers.size === 0) server.closeAllConnections()
    }, everyMs).unref()
    server.once('close', () => clearInterval(look))
  }
}

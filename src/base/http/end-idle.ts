import type { Server, ServerResponse } from 'node:http'

const everyMs = 50

/**
 * For a server that is to close: ends every connection as soon as no answer is under way. (Node's
 * own `closeIdleConnections` leaves those on which nothing was asked yet; clients open such ahead,
 * and a server would wait for them until they time out.)
 */
export const createEndIdle = (server: Server): (() => void) => {
  let underWay = 0
  const end = () => {
    underWay--
  }
  // An answer closes once, whatever becomes of it. A listener of its own for each would cost more than
  // what this is for.
  server.on('request', (_request, response: ServerResponse) => {
    underWay++
    response.on('close', end)
  })
  return () => {
    const look = setInterval(() => {
      if (underWay === 0) server.closeAllConnections()
    }, everyMs).unref()
    server.once('close', () => clearInterval(look))
  }
}

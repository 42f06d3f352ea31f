import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const everyMs = 50

export type EndIdle = {
  /** Of every request that the server takes. */
  note(request: IncomingMessage, response: ServerResponse): void
  /** Ends every connection of a server that is to close as soon as no answer is under way. */
  end(server: Server): void
}

/**
 * For a server that is to close. (Node's own `closeIdleConnections` leaves the connections on which
 * nothing was asked yet; clients open such ahead, and a server would wait for them until they time
 * out.) Only the last answer on each connection is remembered, and looked at in the end, so that an
 * answer needs no listener of its own.
 */
export const createEndIdle = (): EndIdle => {
  const answers = new Map<Socket, ServerResponse>()
  const isUnderWay = ({ writableFinished, destroyed }: ServerResponse) =>
    !writableFinished && !destroyed
  return {
    note({ socket }, response) {
      if (!answers.has(socket)) socket.once('close', () => answers.delete(socket))
      answers.set(socket, response)
    },
    end(server) {
      const look = setInterval(() => {
        if (!answers.values().some(isUnderWay)) server.closeAllConnections()
      }, everyMs).unref()
      server.once('close', () => clearInterval(look))
    },
  }
}

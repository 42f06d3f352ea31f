import type { IncomingMessage } from 'node:http'

/** Where the door is on the port of the API. */
export const prefix = '/firecrawl'

const cameAtRoot = new WeakSet<IncomingMessage>()

/**
 * For what comes to the door's own port or host name, where its paths have no prefix: some clients
 * drop the path of the address they are given. Doing it twice changes nothing.
 */
export const enterAtRoot = (request: IncomingMessage): void => {
  if (cameAtRoot.has(request)) return
  cameAtRoot.add(request)
  request.url = `${prefix}${request.url ?? '/'}`
}

/** As the client wrote it. */
export const pathOf = (request: IncomingMessage): string => {
  const [path = ''] = (request.url ?? '').split('?', 1)
  return cameAtRoot.has(request) ? path.slice(prefix.length) : path
}

/** The address that a client would write before `/v1` and `/v2`, by the way it came. */
export const baseOf = (
  { reach, root }: { reach: { publicUrl: string }; root: { publicUrl: string } | undefined },
  request: IncomingMessage,
): string => (root && cameAtRoot.has(request) ? root.publicUrl : `${reach.publicUrl}${prefix}`)

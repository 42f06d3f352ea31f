import type { IncomingMessage, Server, ServerOptions } from 'node:http'
import type { Duplex } from 'node:stream'

export type Upgrade = {
  wants(request: IncomingMessage): boolean
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/**
 * A server that hands over the connections somebody wants. All others are answered as if they had
 * asked for no upgrade: some clients ask for HTTP/2 that way in every request.
 */
export const withUpgrades = (
  upgrade: Upgrade | undefined,
  create: (options: ServerOptions) => Server,
): Server => {
  if (!upgrade) return create({})
  const server = create({ shouldUpgradeCallback: request => upgrade.wants(request) })
  return server.on('upgrade', upgrade.take)
}

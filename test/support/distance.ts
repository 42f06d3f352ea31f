import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Distance = {
  place: string
  /** From now on nothing comes from the far side; with `all`, nothing goes there either. */
  cut(what: 'answers' | 'all'): void
  /** New connections pass again; those that were cut stay dead. */
  heal(): void
  /** How often a connection of that name was written to after it had been answered. */
  turns(name: string): number
  close(): Promise<void>
}

type Side = { host: string; port: number }

/**
 * A PostgreSQL that is far away: every byte takes so long on its way there and back, and so does
 * opening a connection.
 */
export const openDistance = async (
  far: Side | { path: string },
  eachWayMs: number,
  near: Side = { host: '127.0.0.1', port: 0 },
): Promise<Distance> => {
  const sockets = new Set<Socket>()
  const deadSides = new WeakSet<Socket>()
  const turns = new Map<string, number>()
  let isCut: 'answers' | 'all' | undefined

  const carry = (from: Socket, to: Socket, onData: (data: Buffer) => void) => {
    sockets.add(from)
    // Of equal length, so they end in the order in which they began.
    from.on('data', data => {
      onData(data)
      setTimeout(() => deadSides.has(from) || to.destroyed || to.write(data), eachWayMs)
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      setTimeout(() => deadSides.has(from) || to.destroy(), eachWayMs)
    })
  }
  const server = createServer(client => {
    client.pause()
    setTimeout(() => {
      if (client.destroyed) return
      const upstream = connect(far)
      farSides.set(client, upstream)
      let name = ''
      let answered = true
      carry(client, upstream, data => {
        name ||= /application_name\0([^\0]*)\0/.exec(data.toString('latin1'))?.[1] ?? ''
        if (answered) turns.set(name, (turns.get(name) ?? 0) + 1)
        answered = false
      })
      carry(upstream, client, () => {
        answered = true
      })
      if (isCut) kill(client, isCut)
      client.resume()
    }, 2 * eachWayMs)
  })
  const farSides = new WeakMap<Socket, Socket>()
  const kill = (client: Socket, what: 'answers' | 'all') => {
    const upstream = farSides.get(client)
    if (upstream) deadSides.add(upstream)
    if (what === 'all') deadSides.add(client)
  }
  await new Promise<void>(resolve => server.listen(near, resolve))
  return {
    place: `${near.host}:${(server.address() as AddressInfo).port}`,
    cut(what) {
      isCut = what
      for (const socket of sockets) if (farSides.has(socket)) kill(socket, what)
    },
    heal() {
      isCut = undefined
    },
    turns: name => turns.get(name) ?? 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

import { connect, createServer, type Socket } from 'node:net'

export type BlackHole = {
  path: string
  /** From now on nothing passes in either direction, and no socket is closed: a dead network. */
  swallow(): void
  /** New connections pass again; those that were swallowed stay dead. */
  heal(): void
  close(): Promise<void>
}

/** A proxy between two Unix sockets that can go silent without closing anything. */
export const openBlackHole = async (path: string, upstreamPath: string): Promise<BlackHole> => {
  const sockets = new Set<Socket>()
  let swallowing = false
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', data => {
      if (!dead.has(from)) to.write(data)
    })
    from.on('close', () => {
      sockets.delete(from)
      if (!dead.has(from)) to.destroy()
    })
    from.on('error', () => undefined)
  }
  const dead = new WeakSet<Socket>()
  const server = createServer(client => {
    const upstream = connect(upstreamPath)
    forward(client, upstream)
    forward(upstream, client)
    if (swallowing) for (const socket of [client, upstream]) dead.add(socket)
  })
  await new Promise<void>(resolve => server.listen(path, resolve))
  return {
    path,
    swallow: () => {
      swallowing = true
      for (const socket of sockets) dead.add(socket)
    },
    heal: () => {
      swallowing = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A message of the server, without the length: its type and what it says. */
type Message = { type: string; body: Buffer }

/**
 * Stands between a client and a PostgreSQL on a Unix socket, and may change or drop what the server
 * says: enough to play a pooler that keeps no sessions, a standby or an old version.
 */
export const openPooler = async (
  upstreamPath: string,
  edit: (message: Message) => Message | undefined,
) => {
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(upstreamPath)
    let rest = Buffer.alloc(0)
    upstream.on('data', data => {
      rest = Buffer.concat([rest, data])
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const end = rest.readUInt32BE(1) + 1
        const told = edit({ type: rest.toString('latin1', 0, 1), body: rest.subarray(5, end) })
        rest = rest.subarray(end)
        if (told) client.write(pack(told))
      }
    })
    client.pipe(upstream)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    place: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const pack = ({ type, body }: Message): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

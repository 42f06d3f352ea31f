import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A little CONNECT proxy such as an operator may have. `route` sends every tunnel to one port. */
export const createForwardProxy = async (credentials?: string, route?: { port: number }) => {
  const targets: string[] = []
  const sockets = new Set<Socket>()
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connection', socket => sockets.add(socket))
  server.on('connect', (request, client: Socket) => {
    if (request.headers['proxy-authorization'] !== expected) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
      return
    }
    const target = request.url ?? ''
    targets.push(target)
    const url = new URL(`http://${target}`)
    const port = route?.port ?? Number(url.port || 80)
    const upstream = connect(port, route ? '127.0.0.1' : url.hostname, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    sockets.add(upstream)
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    targets,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

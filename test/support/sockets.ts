import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** Every client connection this process tries to open, seen below all libraries. */
export const watchSockets = () => {
  const attempts: string[] = []
  const listener = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', (address, port) => attempts.push(`${address} ${port}`))
  }
  subscribe('net.client.socket', listener)
  return { attempts, stop: () => unsubscribe('net.client.socket', listener) }
}

/** A listener on this machine, IPv4 and IPv6, that nobody may reach; it counts those who do. */
export const createCanary = async () => {
  const connections: string[] = []
  const server: Server = createServer(socket => {
    connections.push(`${socket.remoteAddress} ${socket.remotePort}`)
    const body = 'canary'
    socket.on('error', () => {})
    socket.on('data', () =>
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
    )
  })
  server.listen(0)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

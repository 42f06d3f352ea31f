import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** What is wrong with a proxy, if anything. */
export type ProxyFault =
  /** Answers every request with this status, before it dials anything. */
  | { status: number; headers?: string }
  /** Takes the connection and never says a word. */
  | 'silent'
  | 'garbage'
  /** Hangs up once it has carried this many bytes of an answer. */
  | { dyingAfterBytes: number }
  /** SOCKS: answers every request with this reply. */
  | { reply: number }
  /** Lies about where names lead: dials this port of the loopback whatever it was asked for. */
  | { dials: number }

export type ProxyOptions = {
  kind: 'http' | 'https' | 'socks5'
  /** `user:password`; without them it asks for none. */
  credentials?: string
  /** The address that sites see: on this machine, 127.0.0.x. */
  from: string
  /** Where it is reached, if not at the loopback. */
  address?: string
  fault?: ProxyFault
  /** For https. */
  tls?: { key: string; cert: string }
}

export type WayProxy = {
  kind: ProxyOptions['kind']
  port: number
  from: string
  /** With the credentials. */
  url: string
  /** `host:port` that it was asked for. */
  targets: string[]
  connections: () => number
  /** That came from and went to clients. */
  bytes: () => number
  close: () => Promise<void>
}

/** A real proxy that dials from an address of its own, and counts every byte. */
export const createWayProxy = async (options: ProxyOptions): Promise<WayProxy> => {
  const sockets = new Set<Socket>()
  const clients: Socket[] = []
  const serve = (client: Socket) => {
    clients.push(client)
    keep(client)
    const fail = () => client.destroy()
    const talk = options.kind === 'socks5' ? talkSocks : talkHttp
    if (options.fault !== 'silent') talk(client, options, proxy.targets, carry).catch(fail)
    else client.resume()
  }
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  }
  const carry: Carry = async (client, host, port) => {
    const { fault } = options
    const dials = typeof fault === 'object' && 'dials' in fault ? fault.dials : undefined
    const target = dials === undefined ? { host, port } : { host: '127.0.0.1', port: dials }
    const upstream = connect({ ...target, localAddress: options.from })
    keep(upstream)
    await once(upstream, 'connect')
    return () => {
      let carried = 0
      upstream.on('data', bytes => {
        carried += bytes.length
        if (typeof fault !== 'object' || !('dyingAfterBytes' in fault)) return
        if (carried > fault.dyingAfterBytes) client.resetAndDestroy()
      })
      upstream.pipe(client).pipe(upstream)
      upstream.on('close', () => client.destroy())
      client.on('close', () => upstream.destroy())
    }
  }
  const server: Server =
    options.kind === 'https' ? createTlsServer({ ...options.tls }, serve) : createServer(serve)
  const { address = '127.0.0.1' } = options
  server.listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxy: WayProxy = {
    kind: options.kind,
    port,
    from: options.from,
    url: `${options.kind}://${userOf(options)}${options.kind === 'https' && !options.address ? 'localhost' : address}:${port}`,
    targets: [],
    connections: () => clients.length,
    bytes: () =>
      clients.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
  return proxy
}

const userOf = ({ credentials }: ProxyOptions): string =>
  credentials ? `${credentials.split(':').map(encodeURIComponent).join(':')}@` : ''

/** Dials; what it returns joins the two ends. */
type Carry = (client: Socket, host: string, port: number) => Promise<() => void>

const talkHttp = async (
  client: Socket,
  { fault, credentials }: ProxyOptions,
  targets: string[],
  carry: Carry,
): Promise<void> => {
  let head = ''
  while (!head.includes('\r\n\r\n')) head += await readSome(client)
  const [, target = ''] = /^CONNECT (\S+) /.exec(head) ?? []
  targets.push(target)
  if (fault === 'garbage') return void client.end('\x00\x01\x02 what?\r\n\r\n')
  if (typeof fault === 'object' && 'status' in fault)
    return void client.end(`HTTP/1.1 ${fault.status} No\r\n${fault.headers ?? ''}\r\n`)
  const expected = credentials && Buffer.from(credentials).toString('base64')
  const [, given] = /\r\nproxy-authorization: Basic (\S+)/i.exec(head) ?? []
  if (expected !== given) return void client.end('HTTP/1.1 407 Sign in\r\n\r\n')
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(target) ?? []
  const join = await carry(client, host, Number(port))
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  join()
}

const talkSocks = async (
  client: Socket,
  { fault, credentials }: ProxyOptions,
  targets: string[],
  carry: Carry,
): Promise<void> => {
  const read = createReader(client)
  const [, methods = 0] = await read(2)
  await read(methods)
  if (fault === 'garbage') return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  client.write(Buffer.from([5, credentials ? 2 : 0]))
  if (credentials) {
    const user = await read((await read(2))[1] ?? 0)
    const password = await read((await read(1))[0] ?? 0)
    const isRight = `${user}:${password}` === credentials
    client.write(Buffer.from([1, isRight ? 0 : 1]))
    if (!isRight) return void client.end()
  }
  const [, , , kind] = await read(4)
  const bytes = await read(kind === 1 ? 4 : kind === 4 ? 16 : ((await read(1))[0] ?? 0))
  const port = (await read(2)).readUInt16BE()
  const host = kind === 3 ? String(bytes) : kind === 1 ? bytes.join('.') : v6(bytes)
  targets.push(`${host}:${port}`)
  const answer = (reply: number) => Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0])
  if (typeof fault === 'object' && 'reply' in fault) return void client.end(answer(fault.reply))
  const join = await carry(client, host, port)
  client.write(answer(0))
  join()
}

const v6 = (bytes: Buffer): string =>
  Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(2 * at).toString(16)).join(':')

const readSome = async (client: Socket): Promise<Buffer> => {
  for (;;) {
    const bytes: Buffer | null = client.read()
    if (bytes) return bytes
    if (client.destroyed || client.readableEnded) throw new Error('The client is gone.')
    await once(client, 'readable')
  }
}

const createReader = (client: Socket) => {
  let held = Buffer.alloc(0)
  return async (size: number): Promise<Buffer> => {
    while (held.length < size) held = Buffer.concat([held, await readSome(client)])
    const bytes = held.subarray(0, size)
    held = held.subarray(size)
    return bytes
  }
}

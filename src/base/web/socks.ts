import type { Socket } from 'node:net'
import { parseAddress } from './address.ts'

/** What a SOCKS5 server answered instead of a connection. `bySite`: it tried, and the host did not take it. */
export class SocksRefusal extends Error {
  readonly bySite: boolean

  constructor(message: string, bySite: boolean) {
    super(message)
    this.bySite = bySite
  }
}

type Credentials = { username: string; password: string }

const version = 5
const noPassword = 0
const withPassword = 2

/**
 * Asks a SOCKS5 server (RFC 1928, passwords by RFC 1929), over a connection that is open, for one to
 * `host`. Nothing beyond its answers is read: the next byte is the host's.
 */
export const askSocks = async (
  socket: Socket,
  { username, password }: Credentials,
  target: { host: string; port: number },
): Promise<void> => {
  const methods = username === '' ? [noPassword] : [noPassword, withPassword]
  socket.write(Buffer.from([version, methods.length, ...methods]))
  const [speaks, method] = await readExactly(socket, 2)
  if (speaks !== version) throw new SocksRefusal('it does not speak SOCKS5', false)
  if (method === withPassword && username !== '') await signIn(socket, { username, password })
  else if (method !== noPassword) throw new SocksRefusal('it wants another way to sign in', false)
  const port = Buffer.alloc(2)
  port.writeUInt16BE(target.port)
  socket.write(Buffer.concat([Buffer.from([version, 1, 0]), addressOf(target.host), port]))
  const [, reply = 1, , kind] = await readExactly(socket, 4)
  const refusal = reply === 0 ? undefined : (refusals[reply] ?? { what: `it answered ${reply}` })
  if (refusal) throw new SocksRefusal(refusal.what, refusal.bySite ?? false)
  // The address it connects from is of no use to us.
  const length = kind === 3 ? ((await readExactly(socket, 1))[0] ?? 0) : kind === 4 ? 16 : 4
  await readExactly(socket, length + 2)
}

const signIn = async (socket: Socket, { username, password }: Credentials): Promise<void> => {
  const parts = [username, password].map(text => Buffer.from(text))
  if (parts.some(({ length }) => length > 255))
    throw new SocksRefusal('its user name or password is longer than 255 bytes', false)
  const lengthened = parts.flatMap(part => [Buffer.from([part.length]), part])
  socket.write(Buffer.concat([Buffer.from([1]), ...lengthened]))
  const [, status] = await readExactly(socket, 2)
  if (status !== 0) throw new SocksRefusal('it refused the user name or password', false)
}

const addressOf = (host: string): Buffer => {
  const bytes = parseAddress(host)
  if (bytes) return Buffer.from([bytes.length === 4 ? 1 : 4, ...bytes])
  const name = Buffer.from(host)
  return Buffer.concat([Buffer.from([3, name.length]), name])
}

const refusals: Readonly<Record<number, { what: string; bySite?: true }>> = {
  1: { what: 'it failed' },
  2: { what: 'its rules do not allow this host' },
  3: { what: 'the network cannot be reached from there', bySite: true },
  4: { what: 'the host cannot be reached from there', bySite: true },
  5: { what: 'the host refused the connection', bySite: true },
  6: { what: 'the host did not answer', bySite: true },
  7: { what: 'it does not open connections' },
  8: { what: 'it does not know this kind of address' },
}

/** Bytes beyond these stay in the socket for whoever reads it next. */
const readExactly = (socket: Socket, size: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      socket.off('readable', take).off('error', fail).off('close', close)
    }
    const fail = (error: Error) => {
      stop()
      reject(error)
    }
    const close = () => fail(new SocksRefusal('it closed the connection', false))
    const take = () => {
      const bytes: Buffer | null = socket.read(size)
      if (bytes === null) return
      stop()
      if (bytes.length < size) close()
      else resolve(bytes)
    }
    socket.on('readable', take).once('error', fail).once('close', close)
    take()
  })

import { isIP, Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { MessageReader } from './answers.ts'
import { connectionError } from './errors.ts'
import * as messages from './messages.ts'
import type { Options } from './options.ts'

export type WireEvents = {
  /** The session may begin, encrypted where that was asked for. */
  onConnected(): void
  onMessage(message: Buffer): void
  onError(error: Error): void
  onClosed(hadError: boolean): void
}

const flushBytes = 1024
/** A peer that is gone never says goodbye. */
const farewellMs = 500

/** The socket of a connection, one after the other: opens it, encrypts it, and cuts what arrives. */
export class Wire {
  private readonly options: Options
  private readonly events: WireEvents
  private readonly reader = new MessageReader()
  private socket: Socket | null = null
  private connectTimer: NodeJS.Timeout | undefined
  private place = { host: '', port: 0 }
  private hostIndex = 0
  /** What is written in one turn goes out in one piece. */
  private chunk: Buffer | null = null
  private flushing: NodeJS.Immediate | undefined

  constructor(options: Options, events: WireEvents) {
    this.options = options
    this.events = events
  }

  /** Opens the next of the hosts. */
  open(): void {
    const { path, host, port, ssl, connect_timeout } = this.options
    this.place = { host: host[this.hostIndex] ?? '', port: port[this.hostIndex] ?? 0 }
    this.hostIndex = (this.hostIndex + 1) % host.length
    const socket = this.watch(new Socket())
    this.socket = socket
    this.connectTimer = setTimeout(() => this.giveUpConnecting(), connect_timeout * 1000)
    socket.on('connect', ssl ? this.encrypt : this.begin)
    try {
      if (path) socket.connect(path)
      else socket.connect(this.place.port, this.place.host)
    } catch (error) {
      // A port that cannot be.
      socket.destroy(error as Error)
    }
  }

  /** The server took us: from now on connecting cannot take too long. */
  established(): void {
    clearTimeout(this.connectTimer)
  }

  /** False: the network takes no more for now. */
  write(bytes: Buffer): boolean {
    this.chunk = this.chunk ? Buffer.concat([this.chunk, bytes]) : bytes
    if (this.chunk.length >= flushBytes) return this.flush()
    this.flushing ??= setImmediate(() => this.flush())
    return true
  }

  /** At once; `done` is called when the network has taken it. */
  send(bytes: Buffer, done?: (error?: Error | null) => void): void {
    if (this.socket) this.socket.write(bytes, done)
    else done?.(connectionError('CONNECTION_CLOSED', this.options))
  }

  pause(): void {
    this.socket?.pause()
  }

  resume(): void {
    this.socket?.resume()
  }

  /** Says goodbye. */
  end(): void {
    this.forgetUnsent()
    const { socket } = this
    if (!socket) return
    socket.removeListener('data', this.receive)
    socket.removeListener('connect', this.begin)
    if (socket.readyState !== 'open') {
      socket.destroy()
      return
    }
    socket.end(messages.terminate)
    setTimeout(() => socket.destroy(), farewellMs).unref()
  }

  destroy(): void {
    this.socket?.destroy()
  }

  closed(): Promise<void> {
    const { socket } = this
    if (!socket || socket.readyState === 'closed') return Promise.resolve()
    return new Promise(resolve => socket.once('close', () => resolve()))
  }

  private watch(socket: Socket): Socket {
    socket.on('error', error => this.events.onError(error))
    socket.on('close', hadError => {
      socket.removeAllListeners()
      this.reader.reset()
      this.forgetUnsent()
      clearTimeout(this.connectTimer)
      this.socket = null
      this.events.onClosed(hadError)
    })
    return socket
  }

  private giveUpConnecting(): void {
    this.events.onError(connectionError('CONNECT_TIMEOUT', this.options, this.place))
    this.socket?.destroy()
  }

  private readonly encrypt = (): void => {
    const { socket, place } = this
    const { ssl } = this.options
    socket?.once('data', answer => {
      const canEncrypt = answer[0] === 'S'.charCodeAt(0)
      if (!canEncrypt && ssl === 'prefer') {
        this.begin()
        return
      }
      socket.removeAllListeners()
      const name = isIP(place.host) ? {} : { servername: place.host }
      const chosen = typeof ssl === 'object' ? ssl : { rejectUnauthorized: false }
      const encrypted = connectTls({ socket, ...name, ...chosen })
      encrypted.on('secureConnect', this.begin)
      this.socket = this.watch(encrypted)
    })
    this.write(messages.sslRequest)
  }

  private readonly begin = (): void => {
    this.socket?.on('data', this.receive)
    this.socket?.setKeepAlive(true, this.options.keep_alive * 1000)
    this.events.onConnected()
  }

  private readonly receive = (piece: Buffer): void => this.reader.read(piece, this.events.onMessage)

  private flush(): boolean {
    const { chunk, socket } = this
    this.forgetUnsent()
    if (!chunk) return true
    if (socket) return socket.write(chunk)
    this.events.onError(connectionError('CONNECTION_CLOSED', this.options))
    return false
  }

  /** What waits to be written belongs to the socket that it was written for. */
  private forgetUnsent(): void {
    clearImmediate(this.flushing)
    this.flushing = undefined
    this.chunk = null
  }
}

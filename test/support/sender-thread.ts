import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { type Garbage, garbage, type Sending } from './garbage.ts'

/** In a thread of its own, so that what sending costs is not counted as the server's. */
parentPort?.on('message', async (sending: Sending) => {
  parentPort?.postMessage(await send(sending).catch(error => String(error)))
})

const bodies = new Map<Garbage, { contentType: string; bytes: Buffer }>()

/**
 * Sends until there is an answer, as a hostile client would, and gives the answer's first line. Who is
 * told that a body is too large may find the connection closed before that.
 */
const send = async ({ url, method, kind, headers, chunked }: Sending): Promise<string> => {
  const { hostname, port, host, pathname } = new URL(url)
  const body = bodies.get(kind) ?? garbage[kind]()
  bodies.set(kind, body)
  const socket = connect(Number(port), hostname)
  const answer = firstLineOf(socket)
  const length = chunked ? 'transfer-encoding: chunked' : `content-length: ${body.bytes.length}`
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `${method} ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${body.contentType}\r\n${lines.join('')}${length}\r\n\r\n`,
  )
  const pieceBytes = 64 * 1024
  for (let at = 0; at < body.bytes.length && !socket.destroyed; at += pieceBytes) {
    const piece = body.bytes.subarray(at, at + pieceBytes)
    if (chunked) socket.write(`${piece.length.toString(16)}\r\n`)
    const goesOn = socket.write(piece)
    if (chunked) socket.write('\r\n')
    if (!goesOn) await Promise.race([once(socket, 'drain').catch(() => undefined), answer])
    // Answers that came meanwhile are seen, and end the sending.
    else await new Promise(setImmediate)
  }
  if (chunked && !socket.destroyed) socket.write('0\r\n\r\n')
  return answer
}

const firstLineOf = (socket: Socket): Promise<string> =>
  new Promise(resolve => {
    socket.once('data', data => {
      resolve(data.toString('latin1').split('\r\n', 1)[0] ?? '')
      socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.once('close', () => resolve('closed'))
  })

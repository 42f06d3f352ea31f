import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

/**
 * A host, as a process of its own, whose answers never end and come in the smallest parts there
 * are; the path says in which.
 */
const chunked = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n'

/** What an answer begins with, and what is then said for ever: at once, or byte by byte. */
const answers: Record<string, { begin: string; forever: string | Buffer; slowly?: boolean }> = {
  hints: { begin: '', forever: 'HTTP/1.1 103 Early Hints\r\n\r\n' },
  processing: { begin: '', forever: 'HTTP/1.1 102 Processing\r\n\r\n' },
  continue: { begin: '', forever: 'HTTP/1.1 100 Continue\r\n\r\n' },
  chunks: { begin: `${chunked}\r\n`, forever: '1\r\na\r\n' },
  extensions: { begin: `${chunked}\r\n1`, forever: ';a=b' },
  trailers: { begin: `${chunked}\r\n1\r\na\r\n0\r\n`, forever: 'a: b\r\n' },
  lines: { begin: 'HTTP/1.1 200 OK\r\n', forever: 'a:\r\n' },
  breaks: { begin: '', forever: '\r\n' },
  letters: { begin: 'HTTP/1.1 200 OK\r\na: ', forever: 'a', slowly: true },
  // Blocks of deflate that hold nothing.
  blocks: {
    begin: `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-encoding: gzip\r\n\r\n`,
    forever: Buffer.from([0, 0, 0, 0xff, 0xff]),
  },
}

const answer = async (socket: Socket, path: string): Promise<void> => {
  const { begin, forever, slowly } = answers[path] ?? { begin: '', forever: '' }
  socket.write(begin)
  if (path === 'blocks') socket.write(gzipSync('').subarray(0, 10))
  const burst = Buffer.from(forever)
  const part = slowly ? burst : Buffer.concat(Array(Math.ceil(65_536 / burst.length)).fill(burst))
  while (!socket.destroyed) {
    if (!socket.write(part)) await roomIn(socket)
    else if (slowly) await new Promise(setImmediate)
  }
}

const roomIn = (socket: Socket) =>
  new Promise<void>(resolve => {
    const go = () => {
      socket.off('drain', go).off('close', go)
      resolve()
    }
    socket.once('drain', go).once('close', go)
  })

const server = createServer({ noDelay: true }, socket => {
  socket.on('error', () => socket.destroy())
  socket.once('data', (request: Buffer) => {
    const path = /^GET \/(\w*)/.exec(request.toString('latin1'))?.[1] ?? ''
    answer(socket, path).catch(() => socket.destroy())
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
console.log(
  JSON.stringify({
    port,
    paths: Object.keys(answers),
    env: { OUTBOUND_RESOLVE: `*:80=127.0.0.1:${port}` },
  }),
)
// It ends with whoever started it.
process.stdin.resume().on('end', () => process.exit())

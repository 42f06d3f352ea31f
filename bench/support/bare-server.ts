import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A process of bench/icon-cached.ts: what it costs Node to send these bytes at all. With a port it
 * shares that with others of its kind.
 */
const [, , file = '', port = '0'] = process.argv
const bytes = readFileSync(file)
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length })
  response.end(bytes)
})
server.listen({ host: '127.0.0.1', port: Number(port), reusePort: port !== '0' }, () => {
  console.log((server.address() as AddressInfo).port)
})

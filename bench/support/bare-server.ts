import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A process of bench/icon-cached.ts: what it costs Node to send these bytes at all. */
const bytes = readFileSync(process.argv[2] ?? '')
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length })
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port)
})
